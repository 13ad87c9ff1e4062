"""Branches: play tried from an entry of a log on, judged and compared, never stored as the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from referee.budget import QUESTION, WHOLE_LOG, budget
from referee.games.presentation import drawer_of
from referee.judging.judged import judged
from referee.judging.words import entry_words, plain_entry, who_did
from referee.live.verbs import seen_by_for
from referee.models.records import Record
from referee.rulings.whatif import BadEntryText, read_line
from rules.kernel.entries import Entry
from rules.kernel.replay import Replay
from rules.kernel.report import outcome_json
from rules.kernel.seats import entry_for
from rules.kernel.verdict import Violation
from tournaments.messages import message as _
from tournaments.text import clean_int

#: Entries of a branch, differences named.
MOST, NAMED = 60, 80
Plain = dict[str, Any]


class Line(msgspec.Struct, frozen=True):
    """An entry of a branch with its verdict."""

    who: str
    words: str
    verdict: str
    violations: tuple[Violation, ...] = ()
    missing: tuple[str, ...] = ()


class Branch(msgspec.Struct, frozen=True):
    """Play from after entry ``after`` on. ``entries``: as they would stand in a log; ``run``: the replay at its end."""

    after: int
    entries: list[Plain]
    lines: list[Line]
    run: Replay

    @property
    def outcome(self) -> dict[str, Any] | None:
        """What it comes to; None while the game goes on."""
        return outcome_json(self.run.outcome())

    @property
    def status(self) -> str:
        return self.run.status()


class Difference(msgspec.Struct, frozen=True):
    """A fact of the position that two branches leave differently; empty where one has none."""

    path: str
    first: str
    second: str


def play_branch(record: Record, after: int, entries: Sequence[object], *, seat: str | None = None) -> Branch:
    """The branch as a judge sees it, or ``seat``. Raises BadEntryText, TooCostly, Invalid."""
    whole = judged(record, seat)
    clean_int(after, "after", 0, len(whole.run.entries))
    if len(entries) > MOST:
        said = _("A branch has at most %(n)s entries.", n=MOST)
        raise BadEntryText(said, fields={"entries": said})
    names = {each.letter: each.entrant.name for each in record.match.seats.all()}
    drawer = drawer_of(whole.run.game.name)
    with budget(WHOLE_LOG):
        run = whole.run.fork(after)
    lines, kept = [], []
    with budget(QUESTION):
        for sent in entries:
            entry = read_line(whole, sent)
            if isinstance(entry, Entry):
                seen = seen_by_for(run.game, entry, run.position)
                entry = entry if seen is None else msgspec.structs.replace(entry, seen_by=seen)
            kept.append(plain_entry(entry))
            shown = entry if seat is None else entry_for(run.game, entry, seat)
            verdict = run.push(shown)
            words = entry_words(shown, drawer, names)
            who = who_did(str(shown.by), names)
            lines.append(Line(who, words, verdict.verdict, verdict.violations, verdict.missing))
    return Branch(after, kept, lines, run)


def differences(first: Branch, second: Branch) -> list[Difference]:
    """The facts of the position in which two branches end differently, by their paths."""
    one, other = _flat(first.run.printed()), _flat(second.run.printed())
    paths = [path for path in dict.fromkeys((*one, *other)) if one.get(path) != other.get(path)]
    return [Difference(path, one.get(path, ""), other.get(path, "")) for path in paths[:NAMED]]


def _flat(value: Any, path: str = "") -> dict[str, str]:
    """Every fact of a position by its path. A zone is one fact: its cards in their order."""
    if isinstance(value, Mapping):
        made: dict[str, str] = {}
        for name, inner in value.items():
            made |= _flat(inner, f"{path}.{name}" if path else str(name))
        return made
    if isinstance(value, list):
        return {path: ", ".join(_said(one) for one in value)}
    return {path: _said(value)}


def _said(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, Mapping) and isinstance(value.get("card"), str):
        return str(value["card"])
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
