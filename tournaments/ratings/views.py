"""The rating list of each game."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from tournaments.ratings.queries import games_with_ratings, rating_list

PAGE = 50


@never_cache
@require_GET
def ratings(request: HttpRequest) -> HttpResponse:
    """The games that have a list."""
    return _without_index(render(request, "tournaments/ratings/games.html", {"games": games_with_ratings()}))


@never_cache
@require_GET
def ratings_of_game(request: HttpRequest, game: str) -> HttpResponse:
    """Everybody at one game who agreed to be shown."""
    page = Paginator(rating_list(game), PAGE).get_page(request.GET.get("page"))
    return _without_index(render(request, "tournaments/ratings/list.html", {"game": game, "page": page}))


def _without_index(answer: HttpResponse) -> HttpResponse:
    answer["X-Robots-Tag"] = "noindex"
    return answer
