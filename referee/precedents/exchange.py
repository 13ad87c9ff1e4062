"""Precedents given away to another site and taken in from one: a file of JSON Lines, looked over before it is taken.

The first line says what it is, ``{"precedents": 1}``; each other line is a precedent: ``game``, ``name`` and
``scenario``, the text of its file. Only the copies that are open to all are given away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from hashlib import sha256

import msgspec
from django.db import IntegrityError, transaction

from referee.budget import WHOLE_LOG, TooCostly, budget
from referee.models.precedents import Precedent
from referee.precedents.changes import MAX_BYTES, BadScenario, check_name, check_scenario
from referee.precedents.checking import check_precedent
from referee.precedents.contents import words_of
from referee.precedents.copies import copy_for_all
from rules.registry import known
from tournaments.access import Actor, require
from tournaments.errors import Conflict, Invalid
from tournaments.messages import message as _
from tournaments.models.events import Event

VERSION = 1
#: A whole file, and how many precedents one may hold.
MAX_FILE, MOST = 5_000_000, 1_000
#: So many are judged where they are taken in; of more, each is judged by the sweep, as long work.
JUDGED_AT_ONCE = 10
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
    ones those that do not hold by this site's rules, with what does not."""

    new: tuple[Line, ...]
    known: tuple[str, ...]
    failing: tuple[tuple[str, str], ...]
    problems: tuple[Problem, ...]
    digest: str

    @property
    def sound(self) -> bool:
        return not self.problems


def exported(precedents: Iterable[Precedent]) -> bytes:
    """A file with the open copies of these precedents; those that have none are left out."""
    lines = [msgspec.json.encode({"precedents": VERSION})]
    lines += [
        msgspec.json.encode(Line(one.game, one.name, one.open_text)) for one in precedents if one.open_text
    ]
    return b"\n".join(lines) + b"\n"


def look_over(data: bytes) -> LookedOver:
    """Reads a file and says what would come of it; nothing is stored. Raises BadSet where it is none, TooCostly."""
    lines, problems = _read(data)
    names: dict[tuple[str, str], int] = {}
    new: list[Line] = []
    known_names: list[str] = []
    failing: list[tuple[str, str]] = []
    stored = _stored(line for _number, line in lines)
    with budget(WHOLE_LOG):
        for number, line in lines:
            key = (line.game, line.name)
            before = names.setdefault(key, number)
            if before != number:
                problems.append(
                    Problem(number, _("“%(name)s” is in line %(n)s, too.", name=line.name, n=before))
                )
            elif key in stored:
                if line.scenario not in stored[key]:
                    said = _("Another precedent of this game is called “%(name)s” here.", name=line.name)
                    problems.append(Problem(number, said))
                else:
                    known_names.append(line.name)
            else:
                _judge(number, line, new, failing, problems)
    problems.sort(key=lambda problem: problem.line)
    return LookedOver(
        tuple(new), tuple(known_names), tuple(failing), tuple(problems[:MOST_TOLD]), sha256(data).hexdigest()
    )


def _judge(
    number: int, line: Line, new: list[Line], failing: list[tuple[str, str]], problems: list[Problem]
) -> None:
    """Takes a line among the new ones, or among the problems."""
    game = known(line.game)
    if game is None:
        problems.append(Problem(number, _("This site has no game “%(game)s”.", game=line.game[:40])))
        return
    try:
        check_name(line.name)
        failures = check_scenario(game, line.scenario.encode())
    except BadScenario as error:
        problems.append(Problem(number, error.message))
        return
    new.append(line)
    if failures:
        failing.append((line.name, failures[0]))


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


def _stored(lines: Iterable[Line]) -> dict[tuple[str, str], tuple[str, ...]]:
    """What this site has by these names: the copies that are open to all, and what was taken in from elsewhere. To say
    of anything else whether it is the same would tell what is hidden in it."""
    rows = Precedent.objects.filter(name__in={line.name for line in lines})
    return {
        (row.game, row.name): (row.open_text, *([row.text] if row.match_id is None else ())) for row in rows
    }


def import_precedents(
    data: bytes, *, by: Actor, now: datetime, event: Event | None = None, looked: str = ""
) -> list[Precedent]:
    """Takes every new precedent of a file in, or none. ``event``: the one whose staff takes them in; without it the
    site's operator does. ``looked``: the digest of what the sender looked over. Raises NotAllowed, BadSet with the
    problems, TooCostly, Conflict for another file than was looked over, or where one of a name came meanwhile."""
    if event is not None:
        require(by, "import_precedents", event)
    looked_over = look_over(data)
    if looked and looked != looked_over.digest:
        raise Conflict(_("This is another file than the one looked over."))
    if not looked_over.sound:
        problems = [{"line": one.line, "message": one.message} for one in looked_over.problems]
        raise BadSet(_("Nothing was taken in: lines are wrong."), problems=problems)
    try:
        with transaction.atomic():
            return list(_take(looked_over.new, event, by, now))
    except IntegrityError:
        raise Conflict(_("There is a precedent of this name. Choose another.")) from None


def _take(lines: Sequence[Line], event: Event | None, by: Actor, now: datetime) -> Iterator[Precedent]:
    for line in lines:
        game = known(line.game)
        assert game is not None
        # What another site gave away is open; its copy here leaves comments and notes out once more, unless it no
        # longer holds.
        copy = copy_for_all(game, line.scenario.encode()).decode() or line.scenario
        kept = Precedent.objects.create(
            event=event,
            game=line.game,
            name=line.name,
            text=line.scenario,
            words=words_of(line.name, line.scenario.encode()),
            open_text=copy,
            open_words=words_of(line.name, copy.encode()),
            at=now,
            **by.fact,
        )
        if len(lines) <= JUDGED_AT_ONCE:
            check_precedent(kept, now=now)
        yield kept


__all__ = ["MAX_BYTES", "TooCostly", "exported", "import_precedents", "look_over"]
