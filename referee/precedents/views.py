"""The precedents of an event's game, for its judges."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from referee.precedents.queries import MAX_WORDS, failures_of, found_precedents, precedent_of, text_for
from tournaments.pages.event_request import EventRequest, event_view

A_PAGE = 20


@require_safe
@never_cache
@event_view("view_desk")
def precedents(request: EventRequest) -> HttpResponse:
    """Found by rule, card or any word in them; each is run by the rules as they are now."""
    wanted = request.http.GET.get("q", "").strip()[:MAX_WORDS]
    page = Paginator(found_precedents(request.actor, request.event, wanted), A_PAGE).get_page(
        request.http.GET.get("page")
    )
    rows = [{"precedent": one, "failures": failures_of(one)} for one in page]
    return request.show("referee/precedents/list.html", rows=rows, page=page, wanted=wanted)


@require_safe
@never_cache
@event_view("view_desk")
def precedent_file(request: EventRequest, number: int) -> HttpResponse:
    """A precedent as a scenario's file, as far as the reader may see it."""
    precedent = precedent_of(request.actor, request.event, number)
    answer = HttpResponse(text_for(precedent), content_type="application/jsonl; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{precedent.name}.jsonl"'
    return answer
