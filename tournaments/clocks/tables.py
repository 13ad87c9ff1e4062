"""A table's own deadline when its match ends or opens again."""

from datetime import timedelta

from django.db.models import Q

from tournaments.clocks.models import ClockState, Deadline
from tournaments.rounds.models import Match


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
    called = Deadline.objects.filter(match=match, state=ClockState.CALLED, due_at=None).first()
    if minutes and called is not None and called.called_at is not None:
        called.due_at = called.called_at + timedelta(minutes=minutes)
        called.save(update_fields=["due_at"])
