"""Moving what runs with the clock when the clock has jumped."""

from __future__ import annotations

import os
import socket
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from tournaments.access import Actor
from tournaments.journal import note
from tournaments.messages import message as _
from tournaments.models.clocks import ClockEvent, ClockState, Deadline
from tournaments.models.events import Event
from tournaments.models.jumps import ClockJump, KnownClock
from tournaments.models.results import Provenance, Result
from tournaments.models.rounds import MatchState, Round, RoundState
from tournaments.now import JUMP
from tournaments.prepared import Prepared

ONE = 1
JUMPED = "jumped"
_known: Prepared[KnownClock] = Prepared(lambda one: KnownClock.objects.filter(pk=one), int)


def moved_to(start: str) -> int | None:
    """By how many milliseconds the time to which everything that runs was moved is ahead of the count since this
    start of a machine; None where it was kept by another one's, or where the system names no start."""
    return next((row.ahead_ms for row in _known(ONE) if start and row.boot == start), None)


def settle(ahead: int, *, start: str, first: bool, now: datetime) -> ClockJump | None:
    """Keeps by how much the time is ``ahead`` of the count since the machine's ``start``; a jump moves every open
    deadline with it, once. Gives the jump where this call was the one to take it in.

    A count of another start, or of another machine, says nothing of this one: the ``first`` look of a process takes
    its place, a later one leaves it to whom it belongs.
    """
    with transaction.atomic():
        known, made = KnownClock.objects.get_or_create(pk=ONE, defaults={"boot": start, "ahead_ms": ahead})
        same = known.boot == start and bool(start or not first)
        if made or (not same and not first):
            return None
        moved = ahead - known.ahead_ms
        jumped = same and abs(moved) > JUMP
        if jumped:
            _hold_rounds()
        before = KnownClock.objects.filter(pk=ONE, boot=known.boot, ahead_ms=known.ahead_ms)
        if not before.update(boot=start, ahead_ms=ahead):
            return None
        return _move(moved, now) if jumped else None


def _hold_rounds() -> None:
    """Locks the rounds that are played, before the known clock: in the order in which who changes a clock does."""
    held = Round.objects.select_for_update(no_key=True).filter(state=RoundState.RUNNING).order_by("pk")
    list(held.values_list("pk", flat=True))


def _move(ms: int, now: datetime) -> ClockJump:
    """Moves what is measured by the clock and goes on: deadlines and hard stops, also those that wait for a table that
    has reported, and the time in which a report may be objected to. Paused clocks keep what is left, not a moment."""
    process = f"{socket.gethostname()[:100]}:{os.getpid()}"
    jump = ClockJump.objects.create(ms=ms, at=now, noticed_by=process)
    by = timedelta(milliseconds=ms)
    # one that was started in the moment before is among them: its start held the known clock
    rounds = list(Round.objects.filter(state=RoundState.RUNNING).order_by("pk"))
    open_rows = Deadline.objects.filter(round__state=RoundState.RUNNING)
    open_rows.filter(due_at__isnull=False).update(due_at=F("due_at") + by)
    open_rows.filter(state=ClockState.CALLED, called_at__isnull=False).update(called_at=F("called_at") + by)
    Result.objects.filter(
        replaced_at=None,
        provenance=Provenance.REPORTED,
        match__state=MatchState.REPORTED,
        match__round__state=RoundState.RUNNING,
    ).update(at=F("at") + by)
    _tell(rounds, ms, now)
    return jump


def _tell(rounds: list[Round], ms: int, now: datetime) -> None:
    """Each round has it among its clock's events, by which the clock and turns at live tables are counted; each event
    has it in its journal."""
    seconds, system = round(ms / 1000), Actor.system()
    ClockEvent.objects.bulk_create(
        [ClockEvent(round=each, kind=JUMPED, seconds=seconds, at=now, **system.fact) for each in rounds],
        batch_size=500,
    )
    text = _(
        "The machine's clock jumped by %(n)s seconds, to %(m)s; every running clock was moved with it.",
        n=f"{seconds:+d}",
        m=f"{timezone.localtime(now):%H:%M}",
    )
    for event in Event.objects.in_bulk({each.event_id for each in rounds}).values():
        note(event, "clock_jumped", text, by=system, now=now, public=True, topic="clock")
