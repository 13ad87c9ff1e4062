"""The pages of precedents: those of an event's game, for its staff, and those that are open to everybody."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from referee.models.precedents import Precedent
from referee.precedents.exchange import exported
from referee.precedents.pages import page_of, rows_of
from referee.precedents.queries import found_precedents, of_event, precedent_of, readable, text_for
from referee.searching import MAX_LETTERS
from rules.registry import games, title
from tournaments.access import actor_of
from tournaments.pages.event_request import EventRequest, event_view

A_PAGE = 20
JSONL = "application/jsonl; charset=utf-8"


@require_safe
@never_cache
@event_view("view_desk")
def precedents(request: EventRequest) -> HttpResponse:
    """Found by rule, card or any word in them, with what came of them by the rules as they are now."""
    listed = _listed(request.http, of_event(request.actor, request.event))
    return request.show("referee/precedents/list.html", **listed)


@require_safe
@never_cache
@event_view("view_desk")
def precedent_file(request: EventRequest, number: int) -> HttpResponse:
    """A precedent as a scenario's file, as far as the reader may see it."""
    precedent = precedent_of(of_event(request.actor, request.event), number)
    return _file(text_for(precedent).encode(), f"{precedent.name}.jsonl")


@require_safe
@never_cache
@event_view("view_desk")
def precedents_file(request: EventRequest) -> HttpResponse:
    """The open copies of all precedents of the event's game, as a file for another site."""
    return _file(
        exported(of_event(request.actor, request.event).order_by("pk")),
        f"precedents-{request.event.game}.jsonl",
    )


@require_safe
@never_cache
def all_precedents(request: HttpRequest) -> HttpResponse:
    """The precedents that are open to the reader, of one game or all."""
    game = request.GET.get("game", "")
    game = game if game in games() else ""
    listed = _listed(request, readable(actor_of(request), game))
    choices = [(name, title(name)) for name in games()]
    context = {**listed, "game": game, "games": choices, "title": title(game) if game else ""}
    return render(request, "referee/precedents/all.html", context)


@require_safe
@never_cache
def one_precedent(request: HttpRequest, number: int) -> HttpResponse:
    """A precedent: what happens in it, what is expected, the rules it is about, whether it holds."""
    precedent = precedent_of(readable(actor_of(request)), number)
    return render(request, "referee/precedents/page.html", page_of(precedent))


@require_safe
@never_cache
def open_precedent_file(request: HttpRequest, number: int) -> HttpResponse:
    """The same as a scenario's file."""
    precedent = precedent_of(readable(actor_of(request)), number)
    return _file(text_for(precedent).encode(), f"{precedent.name}.jsonl")


def _listed(http: HttpRequest, precedents: Any) -> dict[str, Any]:
    wanted = http.GET.get("q", "").strip()[:MAX_LETTERS]
    page: Any = Paginator(found_precedents(precedents, wanted), A_PAGE).get_page(http.GET.get("page"))
    rows: list[Precedent] = list(page)
    return {"rows": rows_of(rows), "page": page, "wanted": wanted}


def _file(data: bytes, name: str) -> HttpResponse:
    answer = HttpResponse(data, content_type=JSONL)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
