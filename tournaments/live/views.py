"""The address where a page without a stream asks what has changed."""

from django.http import Http404, HttpRequest, JsonResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.access import actor_of, may
from tournaments.live.address import live_stream_url
from tournaments.live.queries import versions_of
from tournaments.models.events import Event
from tournaments.models.rounds import Match


@require_safe
@never_cache
def event_live(request: HttpRequest, slug: str) -> JsonResponse:
    """The versions of the event's topics and a fresh address of its stream, for who may see the event; with
    `?match=` those of one of its matches as well.
    """
    event = get_object_or_404(Event, slug=slug)
    if not may(actor_of(request), "view_event", event):
        raise Http404
    versions, match = versions_of(event.pk), _match(event, request.GET.get("match", ""))
    if match is not None:
        versions["match"] = match.version
    return JsonResponse({"versions": versions, "stream": live_stream_url(event, request, match=match)})


def _match(event: Event, number: str) -> Match | None:
    if not number.isdecimal() or len(number) > 18:
        return None
    return Match.objects.filter(pk=int(number), round__event=event).only("version").first()
