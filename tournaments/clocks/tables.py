"""A table's own deadline when its match ends or opens again."""

from datetime import datetime, timedelta

from django.db.models import Q

from tournaments.access import Actor
from tournaments.clocks.changes import round_ms
from tournaments.clocks.rounds import ADDED
from tournaments.jumps.base import by_kept_clock
from tournaments.live.changes import mark_changed
from tournaments.models.clocks import ClockEvent, ClockState, Deadline, RandomEnd
from tournaments.models.rounds import Match, Round, RoundState

HOLDING = ("paused", "resumed", "stopped", "jumped")


def release_table(match: Match) -> None:
    """No time is called any more at a table that has reported. What was called stays called."""
    Deadline.objects.filter(match=match, state__in=[ClockState.RUNNING, ClockState.PAUSED]).update(
        state=ClockState.STOPPED
    )
    Deadline.objects.filter(match=match, state=ClockState.CALLED).update(due_at=None, left_ms=None)


def restart_table(match: Match) -> None:
    """The table plays again, against the deadline it had: its time, or after the call its hard stop."""
    stopped = Deadline.objects.filter(match=match, state=ClockState.STOPPED)
    stopped.filter(left_ms__isnull=False).update(state=ClockState.PAUSED)
    stopped.filter(Q(due_at__isnull=False)).update(state=ClockState.RUNNING)
    minutes = match.round.event.hard_stop_minutes
    called = Deadline.objects.filter(match=match, state=ClockState.CALLED, due_at=None, left_ms=None).first()
    if minutes and called is not None and called.called_at is not None:
        _set_hard_stop(called, called.called_at + timedelta(minutes=minutes))


def _set_hard_stop(called: Deadline, due: datetime) -> None:
    """The hard stop of a table that plays again after its call: held while the round's clock was or is paused, and gone
    where that was stopped. A pause that began when it had passed holds it no more than one that had been waited for."""
    since: datetime | None = None
    whole = ClockEvent.objects.filter(round=called.round_id, match=None, kind__in=HOLDING)
    own = ClockEvent.objects.filter(match=called.match_id, kind="time_called").order_by("-id")
    after = whole.filter(id__gt=own.values_list("id", flat=True).first() or 0)
    events = list(after.order_by("id").values_list("kind", "at", "seconds"))
    # each event was written by the clock of its time: the stop goes back to that of the call, and moves with each jump
    due -= sum(
        (timedelta(seconds=seconds or 0) for kind, _, seconds in events if kind == "jumped"), timedelta()
    )
    for kind, at, seconds in events:
        if kind == "stopped":
            return
        if kind == "paused" and at < due:
            since = at
        elif kind == "jumped":
            moved = timedelta(seconds=seconds or 0)
            due, since = due + moved, since + moved if since is not None else None
        elif since is not None and kind == "resumed":
            due += max(at - since, timedelta())
            since = None
    if since is None:
        called.due_at = due
    else:
        called.left_ms = max(0, round((due - since).total_seconds() * 1000))
    called.save(update_fields=["due_at", "left_ms"])


def give_full_clock(round: Round, match: Match, *, by: Actor, now: datetime) -> None:
    """The whole time of the round for a table whose match begins now; held where the round's clock is. Nothing before
    the start of the round, and nothing where no clock runs."""
    whole = ClockEvent.objects.filter(round=round, match=None)
    newest = whole.filter(kind__in=["started", "paused", "resumed", "stopped"]).order_by("-id").first()
    if round.state != RoundState.RUNNING or newest is None or newest.kind == "stopped":
        return
    now, paused = by_kept_clock(now), newest.kind == "paused"
    drawn = RandomEnd.objects.filter(round=round).first()
    length = timedelta(minutes=round.minutes if drawn is None else ADDED + drawn.roll)
    before = Deadline.objects.select_for_update(no_key=True).filter(match=match).first()
    deadline = before or Deadline(match=match, round=round)
    if deadline.called_at is not None:
        deadline.occasion += 1
    deadline.state = ClockState.PAUSED if paused else ClockState.RUNNING
    deadline.due_at = None if paused else now + length
    deadline.left_ms = round_ms(length) if paused else None
    deadline.extended_seconds, deadline.called_at = 0, None
    deadline.save()
    # No length stands in it: with a random end nobody learns it before the round's own end has come.
    ClockEvent.objects.create(round=round, match=match, kind="full_time", at=now, **by.fact)
    mark_changed(round.event_id, "clock")
