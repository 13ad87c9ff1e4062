"""The page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.operating.state import site_state
from referee.rejudging.of_site import check_operator
from tournaments.access import actor_of
from tournaments.now import now


@require_safe
@never_cache
def operating(http: HttpRequest) -> HttpResponse:
    """How the site is, for who runs it; to all others there is no such page."""
    check_operator(actor_of(http))
    return render(http, "operating/page.html", site_state(now()) | {"still": True})
