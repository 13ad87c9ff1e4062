"""The fold: the next entry of a log, judged and recorded."""

from __future__ import annotations

from rules.kernel import rulings
from rules.kernel.entries import Declare, Ruling, Undo
from rules.kernel.judging import after_empty_steps, breaks_a_rule, judge_as_written
from rules.kernel.judgment import Judgment
from rules.kernel.open_decisions import record
from rules.kernel.play import Line, Play
from rules.kernel.undetermined_effects import legal_by_undetermined_effect
from rules.kernel.verdict import NOT_REACHED, Verdict


def push(play: Play, entry: Line, ask: bool = False) -> Verdict:
    """Judges the next entry of a play, taking for granted how many cards there are. With ``ask`` an illegal or
    undetermined entry is judged and not applied, and does not stop the log (scenarios)."""
    play.entries.append(entry)
    n = len(play.entries)
    kind = type(entry)
    if kind is Ruling or kind is Undo:
        return _push_ruling(play, n, entry, ask)  # type: ignore[arg-type]
    if play.stopped is not None:
        return play.keep(NOT_REACHED)
    if kind is Declare:
        return rulings.declare(play, n, entry, ask)  # type: ignore[arg-type]
    setup, known = play.setup, play.knowns[-1]
    # as Setup.judgment does, without the call: every entry comes by here
    j = Judgment(
        setup.game,
        setup.catalogue,
        setup.options,
        setup.seats,
        known,
        n,
        setup.decks,
        position=play.positions[-1],
    )
    position = judge_as_written(setup, j, entry)
    if position is None and breaks_a_rule(j):
        position = after_empty_steps(setup, j, entry, known)
        if position is None and play.open and breaks_a_rule(j):
            position = legal_by_undetermined_effect(play, j, entry)
    return record(play, j, position, ask)


def _push_ruling(play: Play, n: int, entry: Ruling | Undo, ask: bool) -> Verdict:
    stop = play.stopped
    verdict = rulings.rule(play, n, entry) if isinstance(entry, Ruling) else rulings.undo(play, n, entry)
    if verdict.verdict == "illegal" and ask:
        play.stopped = stop
        play.asked.add(n)
    return verdict
