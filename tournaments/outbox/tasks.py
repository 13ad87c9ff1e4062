"""The sweep of what was told."""

from datetime import datetime, timedelta

from django.db.models import Q

from tournaments.models.outbox import OutboxRow

KEPT = timedelta(days=7)
UNTAKEN = timedelta(days=30)
AT_ONCE = 5000


def clear_taken(now: datetime) -> int:
    """Deletes the rows taken more than a week ago, and those that nobody has taken in a month: no part of the site
    listens to them. Gives how many."""
    told = Q(taken_at__lt=now - KEPT) | Q(taken_at=None, created_at__lt=now - UNTAKEN)
    old = OutboxRow.objects.filter(told).order_by("pk").values_list("pk", flat=True)
    return OutboxRow.objects.filter(pk__in=list(old[:AT_ONCE])).delete()[0]
