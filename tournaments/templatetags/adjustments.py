"""Match points given or taken, on the page of an entrant."""

from __future__ import annotations

from typing import Any

from django import template

from tournaments.adjustments.changes import in_signs
from tournaments.models.entrants import Entrant
from tournaments.models.penalties import PointAdjustment
from tournaments.roster.record import newest_round_number

register = template.Library()


@register.inclusion_tag("tournaments/penalties/points.html", takes_context=True)
def points_adjusted(context: dict[str, Any], entrant: Entrant) -> dict[str, Any]:
    """What stands, and the form of those who may give and take."""
    standing = PointAdjustment.objects.filter(entrant=entrant, taken_back_at=None).order_by(
        "round_number", "pk"
    )
    may = "adjust_points" in context["can"] and not (context["mine"] and context["mine"].pk == entrant.pk)
    return {
        "event": context["event"],
        "entrant": entrant,
        "rows": [(row, in_signs(row.match_points)) for row in standing],
        "may_adjust": may,
        "newest": newest_round_number(entrant.event) if may else 0,
        "csrf_token": context.get("csrf_token"),
    }
