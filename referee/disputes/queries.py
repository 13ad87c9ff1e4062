"""Asking for disputes."""

from django.db.models import QuerySet

from referee.disputes.models import Dispute
from tournaments.events.models import Event
from tournaments.rounds.models import Match


def disputes_of(event: Event, *, is_open: bool | None = None) -> QuerySet[Dispute]:
    """An event's disputes, oldest first; open or resolved ones only where asked."""
    found = Dispute.objects.filter(event=event).select_related("match__round", "record")
    found = found.prefetch_related("match__seats__entrant")
    if is_open is None:
        return found
    return found.filter(resolved_at__isnull=is_open)


def open_disputes(match: Match) -> QuerySet[Dispute]:
    """What waits for a judge at this match."""
    return Dispute.objects.filter(match=match, resolved_at=None)
