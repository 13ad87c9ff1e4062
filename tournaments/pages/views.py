"""The front page, and the reader's own settings."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_GET, require_POST

from tournaments.access import actor_of
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event, State
from tournaments.pages.context import THEME_COOKIE, THEMES

A_YEAR = 60 * 60 * 24 * 365
#: Events listed under each heading of the front page.
MAX_LISTED = 8


@require_GET
def front(request: HttpRequest) -> HttpResponse:
    """The front page: an introduction, the reader's events, and the events on now."""
    actor = actor_of(request)
    events = Event.objects.exclude(state=State.DRAFT)
    on_now = events.filter(state__in=[State.RUNNING, State.CHECK_IN])[:MAX_LISTED]
    open_now = events.filter(state=State.REGISTRATION)[:MAX_LISTED]
    playing = Entrant.objects.none()
    if actor.user is not None:
        playing = Entrant.objects.filter(user=actor.user)
    if actor.claimed:
        playing |= Entrant.objects.filter(pk__in=actor.claimed)
    playing = (
        playing.filter(event__state__in=[State.REGISTRATION, State.CHECK_IN, State.RUNNING])
        .select_related("event")
        .order_by("-event__created_at", "pk")
    )[:MAX_LISTED]
    running = []
    if actor.user is not None:
        running = list(
            Event.objects.filter(staff_roles__user=actor.user, staff_roles__revoked_at=None)
            .exclude(state__in=[State.FINISHED, State.CANCELLED])
            .distinct()[:MAX_LISTED]
        )
    context = {"on_now": on_now, "open_now": open_now, "playing": playing, "running": running}
    return render(request, "tournaments/front.html", context)


@require_POST
def change_settings(request: HttpRequest) -> HttpResponse:
    """Keeps the language and the theme the reader chose, in cookies."""
    wanted = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(wanted, {request.get_host()}):
        wanted = reverse("tournaments:front")
    answer = HttpResponseRedirect(wanted)
    answer.status_code = 303
    language, theme = request.POST.get("language"), request.POST.get("theme")
    cookie: dict[str, Any] = {"max_age": A_YEAR, "samesite": "Lax", "path": "/", "httponly": True}
    cookie["secure"] = settings.SESSION_COOKIE_SECURE
    if language in dict(settings.LANGUAGES):
        answer.set_cookie(settings.LANGUAGE_COOKIE_NAME, str(language), **cookie)
    if theme in THEMES:
        answer.set_cookie(THEME_COOKIE, str(theme), **cookie)
    elif theme == "":
        answer.delete_cookie(THEME_COOKIE)
    return answer
