"""Where a page without a stream asks what has changed."""

from django.http import Http404, HttpRequest, JsonResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.access import actor_of, may
from tournaments.events.models import Event
from tournaments.live.address import live_stream_url
from tournaments.live.queries import versions_of


@require_safe
@never_cache
def event_live(request: HttpRequest, slug: str) -> JsonResponse:
    """The versions of the event's topics and a fresh address of its stream, for who may see the event."""
    event = get_object_or_404(Event, slug=slug)
    if not may(actor_of(request), "view_event", event):
        raise Http404
    return JsonResponse({"versions": versions_of(event.pk), "stream": live_stream_url(event, request)})
