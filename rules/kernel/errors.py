"""What can go wrong with a file before any rule is asked."""


class LogError(ValueError):
    """A log that cannot be read at all (``docs/logs/README.md``): says where and why.

    ``line`` is the line of the file, counted from 1 (0: the file as a whole).
    """

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line
        self.message = message


class Impossible(Exception):
    """Raised by a ``perform`` that cannot carry out an entry it is told to let stand."""


class CardError(ValueError):
    """A card reference or declaration that names nothing in the catalogue."""
