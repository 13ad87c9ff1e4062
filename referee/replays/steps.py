"""The replay page at one entry: the board's position, the verdict, what would have been legal, the list."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec

from referee.boards.scene import Drawer, Scene
from referee.games.presentation import drawer_of
from referee.judging.judged import Judged
from referee.judging.words import entry_words, plain_entry, who_did
from referee.replays.marks import note_in
from referee.replays.verdicts import Said, said_of
from rules.kernel.entries import Entry
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment
from rules.kernel.verdict import Verdict, Violation

#: Legal entries named where an illegal one stands.
MAX_OPTIONS = 40


class Line(msgspec.Struct, frozen=True):
    """One line of the list of entries."""

    n: int
    by: str
    who: str
    words: str
    verdict: Verdict
    declared: bool
    is_ruling: bool

    @property
    def word(self) -> str:
        return self.verdict.verdict

    @property
    def said(self) -> Said:
        """The verdict in words."""
        return said_of(self.verdict, self.declared)

    @property
    def quiet(self) -> bool:
        """Nothing to look at here."""
        return self.verdict.verdict == "legal" and self.verdict.undone is None and not self.declared


class Option(msgspec.Struct, frozen=True):
    """An entry that would have been legal: in words, and as JSON for trying it."""

    who: str
    words: str
    entry: dict[str, Any]


class Step(msgspec.Struct, frozen=True):
    """Everything at one entry. ``n`` is 0 at the start; ``line`` is None there."""

    n: int
    last: int
    line: Line | None
    violations: tuple[Violation, ...]
    missing: tuple[str, ...]
    findings: tuple[str, ...]
    entry: dict[str, Any] | None
    options: tuple[Option, ...]
    more_options: int
    #: whether cards that nobody has named lie at this point, with which more may be legal
    unnamed: bool = False
    #: what whoever kept the log wrote down beside the entry
    log_note: str = ""


def step_at(judged_log: Judged, n: int, names: dict[str, str]) -> Step:
    """The content of the page at entry ``n`` (0 to the last one)."""
    run = judged_log.run
    findings = tuple(finding.message for finding in run.findings if n in finding.entries)
    if n == 0:
        return Step(0, len(run.entries), None, (), (), findings, None, (), 0)
    drawer = drawer_of(run.game.name)
    line = line_at(judged_log, n, names, drawer)
    options: tuple[Option, ...] = ()
    more = 0
    unnamed = False
    if line.word in ("illegal", "undetermined"):
        options, more = _named(options_at(judged_log, n), names, drawer)
        unnamed = _has_unknown(run.printed(n - 1).get("players"))
    verdict = line.verdict
    entry = plain_entry(run.entries[n - 1])
    return Step(
        n,
        len(run.entries),
        line,
        verdict.violations,
        verdict.missing,
        findings,
        entry,
        options,
        more,
        unnamed,
        note_in(run.entries[n - 1]),
    )


def line_at(judged_log: Judged, n: int, names: dict[str, str], drawer: Drawer) -> Line:
    """One line of the list."""
    run = judged_log.run
    entry = run.entries[n - 1]
    return Line(
        n,
        str(entry.by),
        who_did(str(entry.by), names),
        entry_words(entry, drawer, names),
        run.verdicts[n - 1],
        n in run.declared,
        entry.do == "ruling",
    )


def options_at(judged_log: Judged, n: int) -> list[Entry]:
    """The entries that would have been legal instead of entry ``n``, for whoever made it; or, if it was another's
    turn, for that seat."""
    run = judged_log.run
    position, known = run.positions[n - 1], run.knowns[n - 1]
    by = str(run.entries[n - 1].by)
    waited_for = run.game.to_act(position)
    seats = (by,) if by in waited_for else waited_for
    made: list[Entry] = []
    for seat in seats:
        j = Judgment(run.game, run.catalogue, run.options, run.seats, known, n, position=position)
        try:
            made.extend(run.game.options(j, seat))
        except Impossible:
            continue
    return made


def _named(options: list[Entry], names: dict[str, str], drawer: Drawer) -> tuple[tuple[Option, ...], int]:
    by_words: dict[tuple[str, str], Option] = {}
    for option in options:
        plain = plain_entry(option)
        words = entry_words(plain, drawer, names)
        by_words.setdefault((option.by, words), Option(who_did(option.by, names), words, plain))
    kept = tuple(by_words.values())
    return kept[:MAX_OPTIONS], max(0, len(kept) - MAX_OPTIONS)


def _has_unknown(printed: Any) -> bool:
    if isinstance(printed, dict):
        return printed.get("unknown") is True or any(_has_unknown(value) for value in printed.values())
    return isinstance(printed, list) and any(_has_unknown(value) for value in printed)


def scene_at(
    judged_log: Judged, n: int, names: dict[str, str], deduced: Mapping[str, Any] | None = None
) -> Scene:
    """The position after entry ``n``, for drawing."""
    run = judged_log.run
    to_act = run.game.to_act(run.positions[n])
    previous = partial(run.printed, n - 1) if n else None
    return Scene(
        run.game,
        run.catalogue,
        run.printed(n),
        run.seats,
        names,
        judged_log.seat,
        to_act,
        deduced,
        previous,
        run.judged_at(n),
    )


def start_entry(judged_log: Judged) -> int:
    """The entry at which the page opens: where the log stopped, else the first open entry, else the end."""
    run = judged_log.run
    if run.stopped is not None:
        return run.stopped
    still_open = run.undetermined()
    return still_open[0] if still_open else len(run.entries)
