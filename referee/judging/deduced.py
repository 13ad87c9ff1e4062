"""Deductions about secret cards: shown to judges, to spectators once the match is decided, to everybody where the event
allows help. It is computed from the log as that reader may see it, so it cannot give away anything else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.budget import WHOLE_LOG, within
from referee.games.presentation import Deductions, presentation_of
from referee.judging.judged import Judged
from referee.judging.over import is_over
from referee.judging.viewers import Viewer
from referee.models.records import Record
from rules.kernel.entries import PUBLIC
from tournaments.memory import Memory

#: Logs whose deductions are kept.
LOGS = 32
_logs: Memory[Deductions] = Memory(LOGS)


def deductions_for(
    record: Record, viewer: Viewer, judged_log: Judged
) -> Callable[[int], Mapping[str, Any]] | None:
    """Gives by seat what is still possible after an entry; None where this reader is not to be told."""
    deduce = presentation_of(judged_log.run.game.name).deduce
    if deduce is None or not _may_be_told(record, viewer):
        return None
    seat = viewer.seat or PUBLIC
    made = _logs.get((judged_log.mark, seat), lambda: deduce(judged_log.run.game, judged_log.log, seat))
    return within(WHOLE_LOG)(made.after)


def deduced_at(record: Record, viewer: Viewer, judged_log: Judged, n: int) -> Mapping[str, Any] | None:
    """The same after entry ``n``."""
    after = deductions_for(record, viewer, judged_log)
    return None if after is None else after(n)


def _may_be_told(record: Record, viewer: Viewer) -> bool:
    """Whether this reader is told. What a log says of its own end is no ground: who sends in a log that ends early
    would be told of a match that still runs."""
    event = record.match.round.event
    if viewer.sees_all or (event.logs == "assisted" and event.deductions):
        return True
    return viewer.seat == PUBLIC and is_over(record, viewer)
