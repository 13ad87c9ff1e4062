"""Which match points were given or taken."""

from __future__ import annotations

from django.db.models import QuerySet

from tournaments.models.events import Event
from tournaments.models.penalties import PointAdjustment
from tournaments.projection import VOID


def adjustments_of(event: Event) -> QuerySet[PointAdjustment]:
    """Those that stand, by round."""
    standing = PointAdjustment.objects.filter(entrant__event=event, taken_back_at=None).exclude(VOID)
    return standing.select_related("entrant").order_by("round_number", "pk")
