"""Suggests slow play to the judges. The clock itself gives nobody a penalty."""

from __future__ import annotations

from datetime import datetime

from referee.disputes.changes import open_dispute
from referee.live.pauses import pauses_of
from referee.live.turns import SUGGEST_AFTER, ended_by_last_entry, overruns
from referee.models.disputes import Kind
from referee.models.live import LiveTable
from rules.kernel.replay import Replay
from tournaments.access import Actor
from tournaments.messages import message as _


def note_slow_play(table: LiveTable, run: Replay, *, by: Actor, now: datetime) -> None:
    """Tells the judges when the turn that has just ended was a seat's third (sixth, …) over the clock."""
    finished = ended_by_last_entry(run)
    if finished is None or table.turn_seconds is None:
        return
    turns, ended = finished
    pauses = pauses_of(table)
    if ended.stopped or ended.seconds(now, pauses) <= table.turn_seconds:
        return
    count = overruns(run, turns, table.turn_seconds, now, pauses)[ended.seat]
    if count % SUGGEST_AFTER:
        return
    n = len(run.entries)
    match = table.record.match
    name = next((seat.entrant.name for seat in match.seats.all() if seat.letter == ended.seat), ended.seat)
    said = _(
        "%(name)s took longer than %(seconds)s seconds for %(count)s turns. Check whether this is slow play.",
        name=name,
        seconds=table.turn_seconds,
        count=count,
    )
    open_dispute(match, Kind.SLOW_PLAY, said, record=table.record, entry=n, by=by, now=now, quiet=True)
