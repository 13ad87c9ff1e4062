"""Precedents given away to another site and taken in from one: a file of JSON Lines, looked over before it is taken
(``taking``).

The first line says what it is, ``{"precedents": 1}``; each other line is a precedent: ``game``, ``name`` and
``scenario``, the text of its file. Only the copies that are open to all are given away.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

import msgspec
from django.db.models import QuerySet

from referee.budget import WHOLE_LOG, TooCostly, budget
from referee.models.precedents import Precedent
from referee.precedents.changes import MAX_BYTES, BadScenario, check_name, check_scenario
from rules.registry import known
from tournaments.errors import Invalid
from tournaments.messages import message as _

VERSION = 1
#: A whole file, and how many precedents one may hold.
MAX_FILE, MOST = 5_000_000, 1_000
#: So many new ones, of so many characters together, are judged where somebody waits: a quarter of a second's work.
FEW, CHARACTERS = 40, 50_000
#: Seconds of computing for a whole file where nobody waits: far more than a thousand take, and far less than a claim of
#: a job stands.
WHOLE_FILE = 60.0
#: So many problems are told.
MOST_TOLD = 50


class BadSet(Invalid):
    """A file that cannot be taken in; ``problems`` says where."""

    code = "bad_precedents"


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A precedent in a file."""

    game: str
    name: str
    scenario: str


class Problem(msgspec.Struct, frozen=True):
    """A line that cannot be taken, counted from 1, and why."""

    line: int
    message: str


class LookedOver(msgspec.Struct, frozen=True):
    """What would come of a file. ``known``: names that are here already with the same scenario; ``failing``: of the new
    ones those that do not hold by this site's rules, with what does not; ``judged``: whether that was asked. Else a
    scenario may still turn out to be none."""

    new: tuple[Line, ...]
    known: tuple[str, ...]
    failing: tuple[tuple[str, str], ...]
    problems: tuple[Problem, ...]
    digest: str
    judged: bool = True

    @property
    def sound(self) -> bool:
        return not self.problems


def exported(precedents: QuerySet[Precedent]) -> bytes:
    """A file with the open copies of these precedents; those that have none are left out. Nothing else of them is
    read: the whole texts and their words are three times as long."""
    rows = precedents.exclude(open_text="").values_list("game", "name", "open_text")
    lines = [msgspec.json.encode({"precedents": VERSION})]
    lines += [msgspec.json.encode(Line(*row)) for row in rows]
    return b"\n".join(lines) + b"\n"


class Sorted(msgspec.Struct):
    """The lines of a file as far as they are told apart without judging, the new ones with their numbers."""

    digest: str
    new: list[tuple[int, Line]]
    known: list[str]
    problems: list[Problem]

    @property
    def many(self) -> bool:
        """Whether the new ones are too many to be judged where somebody waits."""
        return len(self.new) > FEW or sum(len(line.scenario) for _number, line in self.new) > CHARACTERS

    @property
    def told(self) -> tuple[Problem, ...]:
        """The first problems of the file."""
        return tuple(sorted(self.problems, key=lambda problem: problem.line)[:MOST_TOLD])


def look_over(data: bytes, *, whole: bool = False) -> LookedOver:
    """Reads a file and says what would come of it; nothing is stored. Many new ones are not judged unless it is to be
    the ``whole`` of it. Raises BadSet where it is none, TooCostly."""
    lines = sort_out(data)
    if lines.many and not whole:
        new, failing = [line for _number, line in lines.new], list[tuple[str, str]]()
        return LookedOver(tuple(new), tuple(lines.known), (), lines.told, lines.digest, judged=False)
    new, failing = [], []
    with budget(WHOLE_FILE if whole else WHOLE_LOG):
        for number, line in lines.new:
            try:
                failures = judged(line)
            except BadScenario as error:
                lines.problems.append(Problem(number, error.message))
                continue
            new.append(line)
            if failures:
                failing.append((line.name, failures[0]))
    return LookedOver(tuple(new), tuple(lines.known), tuple(failing), lines.told, lines.digest)


def judged(line: Line) -> Sequence[str]:
    """What a new precedent expects that does not hold here. Raises BadScenario where it is none."""
    game = known(line.game)
    assert game is not None
    return check_scenario(game, line.scenario.encode())


def sort_out(data: bytes) -> Sorted:
    """Tells the lines of a file apart; none is judged. Raises BadSet where it is none."""
    lines, problems = _read(data)
    names: dict[tuple[str, str], int] = {}
    made = Sorted(sha256(data).hexdigest(), [], [], problems)
    stored = stored_by(line for _number, line in lines)
    for number, line in lines:
        key = (line.game, line.name)
        before = names.setdefault(key, number)
        if before != number:
            said = _("“%(name)s” is in line %(n)s, too.", name=line.name, n=before)
            problems.append(Problem(number, said))
        elif key in stored:
            if line.scenario in stored[key]:
                made.known.append(line.name)
            else:
                problems.append(Problem(number, name_taken(line.name)))
        elif why := _wrong(line):
            problems.append(Problem(number, why))
        else:
            made.new.append((number, line))
    return made


def name_taken(name: str) -> str:
    """Where another one has it."""
    return _("Another precedent of this game is called “%(name)s” here.", name=name)


def _wrong(line: Line) -> str:
    """Why this line cannot be a precedent, whatever its scenario; empty for one that may be."""
    if known(line.game) is None:
        return _("This site has no game “%(game)s”.", game=line.game[:40])
    try:
        check_name(line.name)
    except BadScenario as error:
        return error.message
    return ""


def _read(data: bytes) -> tuple[list[tuple[int, Line]], list[Problem]]:
    """The lines of a file with their numbers, and those that cannot be read. Raises BadSet."""
    if len(data) > MAX_FILE:
        raise BadSet(_("The file is too large."))
    rows = [(n, row) for n, row in enumerate(data.split(b"\n"), 1) if row.strip()]
    try:
        head = msgspec.json.decode(rows[0][1], type=dict[str, object])
    except (IndexError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        head = {}
    if head.get("precedents") != VERSION:
        raise BadSet(_('This is no file of precedents: its first line is {"precedents": 1}.'))
    if len(rows) > MOST + 1:
        raise BadSet(_("A file holds at most %(n)s precedents.", n=MOST))
    lines, problems = [], []
    for number, row in rows[1:]:
        try:
            lines.append((number, msgspec.json.decode(row, type=Line)))
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            problems.append(Problem(number, _("This line cannot be read: %(why)s", why=str(error)[:200])))
    return lines, problems


def stored_by(lines: Iterable[Line]) -> dict[tuple[str, str], tuple[str, ...]]:
    """What this site has by the names of these lines, by game and name: the copies that are open to all, and what was
    taken in from elsewhere. To say of anything else whether it is the same would tell what is hidden in it."""
    rows = Precedent.objects.filter(name__in={line.name for line in lines})
    return {
        (row.game, row.name): (row.open_text, *([row.text] if row.match_id is None else ())) for row in rows
    }


__all__ = ["MAX_BYTES", "TooCostly", "exported", "look_over"]
