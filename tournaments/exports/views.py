"""The page that lists what can be downloaded of an event."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.exports.listing import listed_for
from tournaments.pages.event_request import EventRequest, event_view


@require_safe
@never_cache
@event_view()
def exports(request: EventRequest) -> HttpResponse:
    """Every file that the reader may have, with what it holds."""
    listed = [
        {
            "title": one.title,
            "holds": one.holds,
            "more": more,
            "links": [(form, reverse(door, args=[request.event.slug])) for form, door in one.doors],
        }
        for one, more in listed_for(request.event, request.can)
    ]
    return request.show("tournaments/events/all_exports.html", listed=listed)
