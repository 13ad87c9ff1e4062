"""Time for a whole round: more of it for every table that plays, or its end called at once."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, QuerySet

from tournaments.access import Actor, require
from tournaments.clocks.calling import call_tables
from tournaments.clocks.changes import MAX_MINUTES, newest_of_running, resume_held
from tournaments.errors import Conflict
from tournaments.journal import note
from tournaments.jumps.base import by_kept_clock
from tournaments.locks import locked_round
from tournaments.messages import message as _
from tournaments.models.clocks import ClockEvent, ClockState, Deadline
from tournaments.models.rounds import Round
from tournaments.text import clean_int, clean_reason

PLAYING = (ClockState.RUNNING, ClockState.PAUSED)


def extend_round(round: Round, minutes: int, *, by: Actor, now: datetime, reason: str = "") -> ClockEvent:
    """Gives every table that plays more time. A random end moves with it and stays unknown. Tables whose
    time was called keep that; a table that has reported finds the new end, should it have to play on.
    """
    clean_int(minutes, "minutes", 1, MAX_MINUTES)
    reason = clean_reason(reason, needed=False)
    with transaction.atomic():
        round = locked_round(round)
        require(by, "extend_round", round.event)
        newest_of_running(round)
        now = by_kept_clock(now)
        if not _deadlines(round).filter(state__in=PLAYING).exists():
            raise Conflict(
                _("No table of this round has a running clock. Give time to a single table instead.")
            )
        _move(round, minutes)
        event = ClockEvent.objects.create(
            round=round, kind="extended", seconds=minutes * 60, reason=reason, at=now, **by.fact
        )
        text = _("Round %(n)s has %(m)s minutes more.", n=round.number, m=minutes)
        note(round.event, "extend_round", text, by=by, now=now, reason=reason, public=True, topic="clock")
    return event


def _move(round: Round, minutes: int) -> None:
    """A table's own extensions stay apart: what all get is no extension of one."""
    moved = _deadlines(round).filter(state__in=[*PLAYING, ClockState.STOPPED])
    list(moved.order_by("pk").values_list("pk", flat=True))
    moved.update(due_at=F("due_at") + timedelta(minutes=minutes), left_ms=F("left_ms") + minutes * 60_000)


def call_time_now(round: Round, *, by: Actor, now: datetime, reason: str = "") -> int:
    """Calls time at every table that plays, as the sweep does when it is due; gives at how many. A pause
    ends with it. Twice is once.
    """
    reason = clean_reason(reason, needed=False)
    with transaction.atomic():
        round = locked_round(round)
        require(by, "call_time", round.event)
        newest = newest_of_running(round)
        now = by_kept_clock(now)
        if not _deadlines(round).filter(state__in=PLAYING).exists():
            if round.time_called_at is not None:
                return 0
            raise Conflict(_("No table of this round has a running clock."))
        if newest.kind == "paused":
            resume_held(round, by=by, now=now)
        waiting = _deadlines(round).filter(state__in=[*PLAYING, ClockState.STOPPED])
        waiting.filter(due_at__gt=now).update(due_at=now)
        called = call_tables({round.pk: round}, by=by, now=now)
        text = _("Time was called in round %(n)s by the desk.", n=round.number)
        note(round.event, "call_time", text, by=by, now=now, reason=reason, public=True, topic="clock")
    return called


def _deadlines(round: Round) -> QuerySet[Deadline]:
    return Deadline.objects.select_for_update(no_key=True).filter(round=round)
