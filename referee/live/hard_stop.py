"""The hard stop counted in turns: after so many turns that began once time was called, a judge decides."""

from __future__ import annotations

from datetime import datetime

from referee.live.turns import ended_by_last_entry
from referee.models.live import LiveTable
from rules.kernel.replay import Replay
from tournaments.access import Actor
from tournaments.clocks.calling import stop_table
from tournaments.models.clocks import ClockState, Deadline
from tournaments.prepared import Prepared

called_at = Prepared(lambda match: Deadline.objects.filter(match=match, state=ClockState.CALLED), int)


def count_turns(table: LiveTable, run: Replay, *, by: Actor, now: datetime) -> None:
    """Stops the table when the turn that has just ended was the last that its event allows after time. The turn in
    which time was called is none of them."""
    match = table.record.match
    allowed = match.round.event.hard_stop_turns
    finished = ended_by_last_entry(run) if allowed else None
    if allowed is None or finished is None:
        return
    called = called_at.first(match.pk)
    since = None if called is None else called.called_at
    if since is None:
        return
    if sum(1 for turn in finished[0] if turn.since >= since) >= allowed:
        stop_table(match, by=by, now=now)
