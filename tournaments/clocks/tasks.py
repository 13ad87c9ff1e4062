"""The sweep that calls time."""

from __future__ import annotations

import secrets
from collections import Counter
from datetime import datetime, timedelta

from django.db import transaction

from tournaments.access import Actor
from tournaments.clocks.models import ClockEvent, ClockState, Deadline, RandomEnd
from tournaments.events.models import Event, State
from tournaments.live.changes import mark_changed
from tournaments.outbox.changes import put_many
from tournaments.rounds.models import Round

MOST_AT_ONCE = 5000


def call_due_times(now: datetime) -> int:
    """Calls time at every table whose deadline has passed, each exactly once; gives how many.

    The claim is one conditional update on state and deadline; what follows from it is written in the same
    transaction. So of two sweeps one gets the row, and a crash leaves it to the next.
    """
    rounds = _rounds_due(now)
    if not rounds:
        return 0
    with transaction.atomic():
        held = Round.objects.select_for_update(no_key=True).filter(pk__in=rounds).order_by("pk")
        return sum(_call_round(round, now) for round in held.all())


def _rounds_due(now: datetime) -> list[int]:
    due = Deadline.objects.filter(due_at__lte=now, state__in=[ClockState.RUNNING, ClockState.CALLED])
    due = due.filter(round__event__state=State.RUNNING)
    return sorted(set(due.order_by("due_at").values_list("round_id", flat=True)[:MOST_AT_ONCE]))


def _call_round(round: Round, now: datetime) -> int:
    """Both calls of one round: time, and the hard stop some time after it."""
    event = Event.objects.get(pk=round.event_id)
    hard_stop = event.hard_stop_minutes
    after = now + timedelta(minutes=hard_stop) if hard_stop else None
    over = _claim(round, ClockState.CALLED, ClockState.OVER, now, due_at=None)
    called = _claim(round, ClockState.RUNNING, ClockState.CALLED, now, due_at=after, called_at=now)
    _write(round, "time_called", called, now)
    _write(round, "hard_stop", over, now)
    if called:
        _show_end(round, called, now)
    if called or over:
        mark_changed(event.pk, "clock")
    return len(called) + len(over)


def _claim(
    round: Round, state: ClockState, to: ClockState, now: datetime, **columns: object
) -> list[Deadline]:
    """Moves what is due from one state to the next and gives just the rows this call has moved."""
    token = secrets.token_hex(8)
    due = Deadline.objects.filter(round=round, state=state, due_at__lte=now)
    if not due.update(state=to, claim=token, **columns):
        return []
    return list(Deadline.objects.filter(round=round, claim=token))


def _write(round: Round, kind: str, deadlines: list[Deadline], now: datetime) -> None:
    """The events and the outbox rows of what was claimed."""
    if not deadlines:
        return
    by = Actor.system().fact
    ClockEvent.objects.bulk_create(
        [
            ClockEvent(round=round, match_id=row.match_id, kind=kind, occasion=row.occasion, at=now, **by)
            for row in deadlines
        ],
        batch_size=500,
    )
    put_many(round.event_id, kind, ({"match": row.match_id} for row in deadlines), now=now)


def _show_end(round: Round, called: list[Deadline], now: datetime) -> None:
    """From its firing on a random end may be shown. The round's own time is called with the first table
    that had no time of its own, or with the last of all.
    """
    still = Counter(Deadline.objects.filter(round=round).values_list("state", flat=True))
    general = any(row.extended_seconds == 0 for row in called)
    if not (general or (not still[ClockState.RUNNING] and not still[ClockState.PAUSED])):
        return
    RandomEnd.objects.filter(round=round, revealed_at=None).update(revealed_at=now)
    Round.objects.filter(pk=round.pk, time_called_at=None).update(time_called_at=now)
