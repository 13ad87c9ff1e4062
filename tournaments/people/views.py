"""A person's page, and agreeing to it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from tournaments.access import actor_of
from tournaments.now import now
from tournaments.people import changes
from tournaments.people.queries import entries_of, met, opponents_of, person_of, played
from tournaments.ratings.queries import ratings_of, steps_of_rating

EVENTS, OPPONENTS, STEPS = 10, 20, 30


@never_cache
@require_GET
def person(request: HttpRequest, code: str) -> HttpResponse:
    """What finished events say of somebody who agreed to be shown: the events, with `?opponents` whom he met, with
    `?ratings` the ratings."""
    shown = person_of(code)
    at = request.GET.get("page")
    rated = ratings_of(shown)
    context: dict[str, Any] = {
        "person": shown,
        "of_opponents": "opponents" in request.GET,
        "of_ratings": "ratings" in request.GET,
    }
    if context["of_ratings"]:
        context["ratings"] = [(rating, steps_of_rating(rating, STEPS)) for rating in rated]
    elif context["of_opponents"]:
        page = Paginator(opponents_of(shown), OPPONENTS).get_page(at)
        rows = met(shown, page.object_list)
        context |= {"page": page, "rows": rows, "pods": any(row.pods for row in rows)}
    else:
        events = Paginator(entries_of(shown), EVENTS).get_page(at)
        context |= {"page": events, "rows": played(events.object_list)}
    answer = render(request, "tournaments/people/person.html", context)
    answer["X-Robots-Tag"] = "noindex"
    return answer


@login_required
@require_POST
def show_page(request: HttpRequest) -> HttpResponse:
    """The reader agrees to a public page."""
    changes.show_page(by=actor_of(request), now=now())
    messages.success(request, _("Your page is public."))
    return _to_profile()


@login_required
@require_POST
def hide_page(request: HttpRequest) -> HttpResponse:
    """The reader takes it back."""
    changes.hide_page(by=actor_of(request))
    messages.success(request, _("Your page is gone."))
    return _to_profile()


def _to_profile() -> HttpResponse:
    answer = HttpResponseRedirect(reverse("tournaments:profile"))
    answer.status_code = 303
    return answer
