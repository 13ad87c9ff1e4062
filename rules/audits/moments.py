"""The moments of a log at which cards lay somewhere: after every entry, also after those that were refused. What the
rules make of an entry is one thing; that its card was there is another.

A refused entry is carried out all the same, as far as it can be, and then the log goes on from where it stands. What
follows a stop is left out until a ruling says how play went on: nobody knows where the cards lay.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.kernel.errors import Impossible
from rules.kernel.judging import force
from rules.kernel.knowledge import Knowledge
from rules.kernel.play import Play
from rules.kernel.position import Position
from rules.kernel.replay import Replay
from rules.kernel.verdict import Verdict


class Moment(NamedTuple):
    """What stood after entry ``n`` (0: the start)."""

    n: int
    position: Position
    known: Knowledge


def moments(run: Replay) -> Iterator[Moment]:
    """Every moment of a judged log, in order."""
    play = run.play
    yield Moment(0, play.positions[0], play.knowns[0])
    for n, verdict in enumerate(play.verdicts, 1):
        if verdict.verdict == "illegal" and play.positions[n] is play.positions[n - 1]:
            yield from _carried_out(play, n)
        yield Moment(n, play.positions[n], play.knowns[n])


def _carried_out(play: Play, n: int) -> Iterator[Moment]:
    """What the refused entry ``n`` would have come to, as far as that can be said."""
    if _shows_nothing(play.verdicts[n - 1]):
        return
    j = play.setup.judgment(play.positions[n - 1], play.knowns[n - 1], n)
    try:
        position = force(play.setup, j, play.entries[n - 1])
    except Impossible:  # what it showed was there all the same
        position = play.positions[n - 1]
    yield Moment(n, position, j.known)


def _shows_nothing(verdict: Verdict) -> bool:
    """Whether an entry was refused for how it is written, or since the game was over: no verb looked at its cards."""
    return any(broken.formal or broken.rule == "log.over" for broken in verdict.violations)
