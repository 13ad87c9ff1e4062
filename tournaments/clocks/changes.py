"""Pausing, resuming, stopping a round's clock; time for one table; the emergency reveal."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Case, F, QuerySet, Value, When

from tournaments.access import Actor, require
from tournaments.clocks.rounds import ADDED
from tournaments.errors import Conflict
from tournaments.journal import note
from tournaments.jumps.base import by_kept_clock
from tournaments.live.changes import mark_changed, mark_tables
from tournaments.locks import check_standing, locked_match, locked_round
from tournaments.messages import message as _
from tournaments.models.clocks import ClockEvent, ClockState, Deadline, RandomEnd
from tournaments.models.events import Event
from tournaments.models.rounds import Match, MatchState, Round, RoundState
from tournaments.text import clean_int, clean_reason

MAX_MINUTES = 120


#: States as a pause leaves them, and its end; those that are no running and no paused one stay.
_PAUSED = Case(When(state=ClockState.RUNNING, then=Value(ClockState.PAUSED.value)), default=F("state"))
_RUNNING = Case(When(state=ClockState.PAUSED, then=Value(ClockState.RUNNING.value)), default=F("state"))


def pause_clock(round: Round, *, by: Actor, now: datetime, reason: str = "") -> ClockEvent:
    """Stops time for the whole round; every table keeps what it has left. Twice is once."""
    reason = clean_reason(reason, needed=False)
    with transaction.atomic():
        round = locked_round(round)
        require(by, "pause_clock", round.event)
        newest = newest_of_running(round)
        if newest.kind == "paused":
            return newest
        return _pause(round, by=by, now=now, reason=reason)


def _pause(round: Round, *, by: Actor, now: datetime, reason: str) -> ClockEvent:
    """Calls what is due by now all the same; everything later is held."""
    now = by_kept_clock(now)
    held = Deadline.objects.filter(round=round, due_at__gt=now)
    # Thousands of tables have the same few ends: a statement for each end, not for each table.
    for due in _locked(held, "due_at"):
        held.filter(due_at=due).update(left_ms=round_ms(due - now), due_at=None, state=_PAUSED)
    mark_changed(round.event_id, "clock")
    return ClockEvent.objects.create(round=round, kind="paused", reason=reason, at=now, **by.fact)


def resume_clock(round: Round, *, by: Actor, now: datetime) -> ClockEvent:
    """Lets time run on. Twice is once."""
    with transaction.atomic():
        round = locked_round(round)
        require(by, "pause_clock", round.event)
        newest = newest_of_running(round)
        if newest.kind != "paused":
            return newest
        return resume_held(round, by=by, now=by_kept_clock(now))


def resume_held(round: Round, *, by: Actor, now: datetime) -> ClockEvent:
    """Sets running what a pause held. The round is locked, and `now` by the kept clock."""
    held = Deadline.objects.filter(round=round, left_ms__isnull=False)
    for left in _locked(held, "left_ms"):
        due = now + timedelta(milliseconds=left)
        held.filter(left_ms=left).update(due_at=due, left_ms=None, state=_RUNNING)
    mark_changed(round.event_id, "clock")
    return ClockEvent.objects.create(round=round, kind="resumed", at=now, **by.fact)


def _locked(held: QuerySet[Deadline], column: str) -> set[Any]:
    """The values of a column in these rows, each once; the rows are locked."""
    return set(held.select_for_update(no_key=True).order_by("pk").values_list(column, flat=True))


def extend_match(match: Match, minutes: int, *, by: Actor, now: datetime, reason: str = "") -> ClockEvent:
    """Gives one table more time and moves that table's deadline only; also after its time was called."""
    clean_int(minutes, "minutes", 1, MAX_MINUTES)
    reason = clean_reason(reason, needed=False)
    with transaction.atomic():
        match = locked_match(match)
        require(by, "extend_match", match.round.event, match)
        check_standing(match.round)
        deadline = Deadline.objects.select_for_update(no_key=True).filter(match=match).first()
        if match.round.state != RoundState.RUNNING or deadline is None:
            raise Conflict(_("This table has no running clock."))
        if match.state == MatchState.DECIDED or deadline.state == ClockState.STOPPED:
            raise Conflict(_("This table has ended its match, or the clock was stopped."))
        now = by_kept_clock(now)
        _extend(deadline, minutes * 60, now, paused=newest_of_running(match.round).kind == "paused")
        mark_tables(match.round.event_id, [match.pk])
        return ClockEvent.objects.create(
            round=match.round,
            match=match,
            kind="extended",
            seconds=minutes * 60,
            reason=reason,
            at=now,
            **by.fact,
        )


def _extend(deadline: Deadline, seconds: int, now: datetime, *, paused: bool) -> None:
    more = timedelta(seconds=seconds)
    if deadline.state in (ClockState.CALLED, ClockState.OVER):
        deadline.occasion += 1
        deadline.state = ClockState.PAUSED if paused else ClockState.RUNNING
        deadline.left_ms = seconds * 1000 if paused else None
        deadline.due_at = None if paused else now + more
    elif deadline.state == ClockState.PAUSED:
        deadline.left_ms = (deadline.left_ms or 0) + seconds * 1000
    else:
        assert deadline.due_at is not None
        deadline.due_at += more
    deadline.extended_seconds += seconds
    deadline.save()


def stop_clock(round: Round, *, reason: str, by: Actor, now: datetime) -> ClockEvent:
    """Takes the round's clock away: no time is called any more."""
    reason = clean_reason(reason)
    with transaction.atomic():
        round = locked_round(round)
        require(by, "stop_clock", round.event)
        newest = _newest(round)
        if newest is not None and newest.kind == "stopped":
            return newest
        newest_of_running(round)
        now = by_kept_clock(now)
        Deadline.objects.filter(round=round).update(due_at=None, left_ms=None)
        still = Deadline.objects.filter(round=round, state__in=[ClockState.RUNNING, ClockState.PAUSED])
        still.update(state=ClockState.STOPPED)
        text = _("The clock of round %(n)s was stopped.", n=round.number)
        note(round.event, "stop_clock", text, by=by, now=now, reason=reason, public=True, topic="clock")
        return ClockEvent.objects.create(round=round, kind="stopped", reason=reason, at=now, **by.fact)


def reveal_end(round: Round, *, reason: str, by: Actor, now: datetime) -> int:
    """Tells everybody when a random end comes, in an emergency; gives its minutes. Logged and announced."""
    reason = clean_reason(reason)
    with transaction.atomic():
        round = locked_round(round)
        require(by, "reveal_end", round.event)
        drawn = RandomEnd.objects.select_for_update(no_key=True).filter(round=round).first()
        if drawn is None:
            raise Conflict(_("This round has no random end."))
        minutes = ADDED + drawn.roll
        if drawn.revealed_at is not None:
            return minutes
        drawn.revealed_at = now
        drawn.save(update_fields=["revealed_at"])
        ClockEvent.objects.create(round=round, kind="revealed", reason=reason, at=now, **by.fact)
        text = _("The end of round %(n)s was revealed: %(m)s minutes.", n=round.number, m=minutes)
        note(round.event, "reveal_end", text, by=by, now=now, reason=reason, public=True, topic="clock")
    return minutes


def pause_running_clocks(event: Event, *, by: Actor, now: datetime, reason: str) -> None:
    """Holds every clock of an event that is being cancelled. The event is locked."""
    for round in event.rounds.select_for_update(no_key=True).filter(state=RoundState.RUNNING):
        round.event = event
        newest = _newest(round)
        if newest is not None and newest.kind in ("started", "resumed"):
            _pause(round, by=by, now=now, reason=reason)


def round_ms(span: timedelta) -> int:
    """A span in whole milliseconds."""
    return round(span.total_seconds() * 1000)


def _newest(round: Round) -> ClockEvent | None:
    whole = ClockEvent.objects.filter(round=round, match=None)
    return whole.filter(kind__in=["started", "paused", "resumed", "stopped"]).order_by("-id").first()


def newest_of_running(round: Round) -> ClockEvent:
    """The last thing that happened to the round's clock. Raises Conflict where none runs or is paused."""
    newest = _newest(round)
    if round.state != RoundState.RUNNING or newest is None or newest.kind == "stopped":
        raise Conflict(_("Round %(n)s has no running clock.", n=round.number))
    return newest
