"""The sweep of standings that nobody came to keep: whoever changed the facts was ended meanwhile."""

from datetime import datetime, timedelta

from tournaments.rounds.models import StandingsDue
from tournaments.rounds.snapshots import keep_standings

PATIENCE = timedelta(seconds=30)


def keep_due_standings(now: datetime) -> int:
    """Keeps the standings whose change is older than PATIENCE; gives how often something was written."""
    old = StandingsDue.objects.filter(at__lt=now - PATIENCE)
    return sum(
        keep_standings(event) for event in old.order_by().values_list("event_id", flat=True).distinct()
    )
