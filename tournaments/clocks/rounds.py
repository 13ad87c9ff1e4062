"""A round's clock begins and ends. For the steps of a round, which hold its row."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from tournaments.access import Actor
from tournaments.jumps.base import by_kept_clock
from tournaments.live.changes import mark_changed
from tournaments.many_rows import write_rows
from tournaments.models.clocks import ClockEvent, ClockState, Deadline, RandomEnd
from tournaments.models.events import ClockKind
from tournaments.models.rounds import MatchState, Round

DIE, ADDED = 6, 26


def start_clock(round: Round, *, by: Actor, now: datetime) -> None:
    """Writes the start and a deadline for each table that plays. A random end is drawn here and kept."""
    event = round.event
    kind = round.clock_kind
    if kind == ClockKind.NONE:
        return
    now = by_kept_clock(now)
    ClockEvent.objects.create(round=round, kind="started", at=now, **by.fact)
    due = now + timedelta(minutes=_minutes(round, kind))
    playing = round.matches.filter(is_bye=False, state=MatchState.OPEN)
    tables = list(playing.order_by().values_list("pk"))
    write_rows(Deadline, ["match_id"], tables, round_id=round.pk, state=ClockState.RUNNING, due_at=due)
    mark_changed(event.pk, "clock")


def _minutes(round: Round, kind: str) -> int:
    if kind == ClockKind.FIXED:
        return round.minutes
    drawn = RandomEnd.objects.create(round=round, roll=secrets.randbelow(DIE) + 1)
    return ADDED + drawn.roll


def end_clock(round: Round, *, by: Actor, now: datetime) -> None:
    """No deadline of the round fires any more; its random end may be shown from now on."""
    now = by_kept_clock(now)
    stopped = Deadline.objects.filter(round=round).exclude(state__in=[ClockState.CALLED, ClockState.OVER])
    stopped.update(state=ClockState.STOPPED, due_at=None, left_ms=None)
    Deadline.objects.filter(round=round).update(due_at=None, left_ms=None)
    RandomEnd.objects.filter(round=round, revealed_at=None).update(revealed_at=now)
    if ClockEvent.objects.filter(round=round, kind="started").exists():
        ClockEvent.objects.create(round=round, kind="stopped", at=now, **by.fact)
    mark_changed(round.event_id, "clock")
