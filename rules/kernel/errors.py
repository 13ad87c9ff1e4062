"""The errors that a file can have before any rule is asked."""

from rules.kernel.texts import say


class LogError(ValueError):
    """A log that cannot be read at all (``docs/logs/README.md``): says where and why.

    ``line`` is the line of the file, counted from 1 (0: the file as a whole).
    """

    def __init__(self, line: int, message: str) -> None:
        super().__init__(say("line_and_problem", line=line, problem=message) if line else message)
        self.line = line
        self.message = message


class Misplaced(LogError):
    """A problem at a place of a header's position: its ``path`` with a point before (“.players.A”; “”: the position as
    a whole), and ``why``."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(1, say("position_problem", path=path, message=why))
        self.path = path
        self.why = why


class Impossible(Exception):
    """Raised by a ``perform`` that cannot carry out an entry it is told to let stand."""


class CardError(ValueError):
    """A card reference or declaration that names nothing in the catalogue."""
