"""What a phone asks for when the site is installed on it, the page it opens then, and what it may keep."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tournaments.access import actor_of
from tournaments.access.rows import entrants_spoken_for
from tournaments.models.entrants import Entrant
from tournaments.models.events import State
from tournaments.pages.context import GROUNDS, reader_of
from tournaments.pages.event_request import EventRequest, event_view, now
from tournaments.phones.own_table import own_table
from tournaments.phones.worker import OFFLINE, worker_text

#: Sides of the icons, and what a phone may do with each: a maskable one is cut to the phone's own shape.
ICONS = (("icon-192", 192, "any"), ("icon-512", 512, "any"), ("icon-maskable-512", 512, "maskable"))


@require_GET
def manifest(request: HttpRequest) -> HttpResponse:
    """The web app manifest, in the reader's language."""
    icons = [
        {
            "src": static(f"img/{name}.png"),
            "sizes": f"{side}x{side}",
            "type": "image/png",
            "purpose": purpose,
        }
        for name, side, purpose in ICONS
    ]
    said = {
        "id": reverse("tournaments:front"),
        "name": _("First Blood: card-game events"),
        "short_name": "First Blood",
        "description": _(
            "Card-game events: pairings, clocks, results, standings, and a referee that reads the log."
        ),
        "lang": get_language(),
        "dir": "ltr",
        "start_url": reverse("tournaments:start"),
        "scope": reverse("tournaments:front"),
        "display": "standalone",
        "theme_color": GROUNDS["light"],
        "background_color": GROUNDS["light"],
        "icons": icons,
    }
    return JsonResponse(said, content_type="application/manifest+json")


@require_GET
def start(request: HttpRequest) -> HttpResponse:
    """Where the installed site begins: the reader's own table where there is one event it can be at, else the front
    page."""
    actor = actor_of(request)
    playing = Entrant.objects.filter(pk__in=actor.claimed)
    if actor.user is not None:
        playing |= Entrant.objects.filter(user=actor.user)
    events = playing.filter(event__state__in=[State.CHECK_IN, State.RUNNING])
    slugs = list(events.values_list("event__slug", flat=True).distinct()[:2])
    if len(slugs) == 1:
        return redirect("tournaments:my_table", slugs[0])
    return redirect("tournaments:front")


@require_GET
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker, asked for anew each time."""
    answer = HttpResponse(worker_text(), content_type="text/javascript; charset=utf-8")
    answer["Cache-Control"] = "no-cache"
    return answer


@require_GET
def offline(request: HttpRequest) -> HttpResponse:
    """The page for no connection. It holds nothing of its reader but language and theme, so that it may be kept."""
    answer = render(request, OFFLINE, {"reader": ""})
    answer["Cache-Control"] = "private, no-cache"
    return answer


@require_GET
@event_view()
def kept_table(request: EventRequest) -> HttpResponse:
    """The reader's pairing and clock, the one answer about a person that a phone may keep."""
    if request.mine is None:
        return JsonResponse({"code": "not_found"}, status=404, headers={"Cache-Control": "no-store, private"})
    said = own_table(request.event, request.mine, now()) | {"reader": reader_of(request.http)}
    return JsonResponse(said, headers={"Cache-Control": "private, no-cache"})


@require_GET
@event_view()
def own_word(request: EventRequest) -> HttpResponse:
    """For a report that waited on the phone: whom this browser speaks for in the event now, and a word against
    forgery to send it with."""
    event, actor = request.event, request.actor
    spoken_for = entrants_spoken_for(event, actor.user_at(event.pk), actor.claimed)
    said = {
        "entrants": sorted(entrant.pk for entrant in spoken_for),
        "reader": reader_of(request.http),
        "csrfmiddlewaretoken": get_token(request.http),
    }
    return JsonResponse(said, headers={"Cache-Control": "no-store, private"})
