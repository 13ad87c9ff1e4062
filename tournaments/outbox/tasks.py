"""What was told, and how long it is kept."""

from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from tournaments.models.outbox import OutboxRow
from tournaments.reading import delete_piece

KEPT = timedelta(days=7)
UNTAKEN = timedelta(days=30)


def old_rows(now: datetime) -> QuerySet[OutboxRow]:
    """The rows taken more than a week ago, and those that nobody has taken in a month: no part of the site listens to
    them."""
    told = Q(taken_at__lt=now - KEPT) | Q(taken_at=None, created_at__lt=now - UNTAKEN)
    return OutboxRow.objects.filter(told)


def clear_taken(now: datetime) -> int:
    """Deletes some of them; gives how many."""
    return delete_piece(old_rows(now))
