"""The forms on an entrant's page: match points given or taken."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.adjustments.changes import adjust_points, clean_points, take_back_adjustment
from tournaments.errors import Invalid, NotFound
from tournaments.models.penalties import PointAdjustment
from tournaments.pages.event_request import EventRequest, event_view, now, whole_number


@require_POST
@event_view("adjust_points")
def adjust(request: EventRequest, entrant_id: int) -> HttpResponse:
    """Gives or takes points."""
    entrant = request.event.entrants.filter(pk=entrant_id).first()
    if entrant is None:
        raise NotFound(_("There is no such player in this event."))
    sent = request.http.POST
    number = whole_number(sent.get("round"), _("The round"), 1, 1_000)
    points = _points(sent.get("match_points", ""))
    adjust_points(entrant, number, points, reason=sent.get("reason", ""), by=request.actor, now=now())
    return request.then(request.url("entrant", entrant_id), _("The points are changed."))


@require_POST
@event_view("adjust_points")
def take_back(request: EventRequest, entrant_id: int, fact_id: int) -> HttpResponse:
    """As if nothing had been given or taken."""
    known = PointAdjustment.objects.filter(pk=fact_id, entrant=entrant_id, entrant__event=request.event)
    adjustment = known.select_related("entrant").first()
    if adjustment is None:
        raise NotFound(_("There is no such adjustment in this event."))
    take_back_adjustment(adjustment, by=request.actor, now=now())
    return request.then(request.url("entrant", entrant_id), _("The points are as before."))


def _points(text: str) -> float:
    try:
        return clean_points(float(text.strip().replace(",", ".").replace("−", "-")))
    except ValueError:
        raise Invalid(
            _("Points are a number, as -1 or 0.5."), fields={"match_points": _("A number.")}
        ) from None
