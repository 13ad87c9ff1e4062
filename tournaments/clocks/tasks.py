"""The sweep that calls time."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from tournaments.access import Actor
from tournaments.clocks.calling import call_tables
from tournaments.jumps.base import by_kept_clock
from tournaments.models.clocks import ClockState, Deadline
from tournaments.models.events import State
from tournaments.models.rounds import Round

MAX_AT_ONCE = 5000


def call_due_times(now: datetime) -> int:
    """Calls time at every table whose deadline has passed, each exactly once; gives how many.

    The claim is one conditional update on state and deadline; what follows from it is written in the same
    transaction. So of two sweeps one gets the row, and a crash leaves it to the next.
    """
    due = _rounds_due(now)
    if not due:
        return 0
    with transaction.atomic():
        held = list(Round.objects.select_for_update(no_key=True).filter(pk__in=due).order_by("pk"))
        # a jump may have been taken in since the time was read
        now = by_kept_clock(now)
        return call_tables({round.pk: round for round in held}, by=Actor.system(), now=now)


def _rounds_due(now: datetime) -> set[int]:
    due = Deadline.objects.filter(due_at__lte=now, state__in=[ClockState.RUNNING, ClockState.CALLED])
    due = due.filter(round__event__state=State.RUNNING)
    return set(due.order_by("due_at").values_list("round_id", flat=True)[:MAX_AT_ONCE])
