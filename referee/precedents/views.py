"""The precedents of an event's game, for its judges."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from referee.precedents.models import Precedent
from rules.kernel.errors import LogError
from rules.kernel.game import Game
from rules.kernel.scenario import run_scenario
from rules.registry import load
from tournaments.errors import NotFound
from tournaments.pages.here import Here, event_view

A_PAGE = 20


@require_safe
@never_cache
@event_view("view_desk")
def precedents(here: Here) -> HttpResponse:
    """Found by rule, card or any word in them; each is run by the rules as they are now."""
    wanted = here.request.GET.get("q", "").strip()[:80]
    found = Precedent.objects.filter(game=here.event.game)
    for word in wanted.split():
        found = found.filter(words__icontains=word) | found.filter(name__icontains=word)
    page = Paginator(found, A_PAGE).get_page(here.request.GET.get("page"))
    game = load(here.event.game)
    rows = [{"precedent": one, "failures": _failures(game, one)} for one in page]
    return here.show("referee/precedents/list.html", rows=rows, page=page, wanted=wanted)


@require_safe
@never_cache
@event_view("view_desk")
def precedent_file(here: Here, number: int) -> HttpResponse:
    """A precedent as a scenario's file."""
    found = Precedent.objects.filter(pk=number, game=here.event.game).first()
    if found is None:
        raise NotFound("There is no such precedent.")
    answer = HttpResponse(found.text, content_type="application/jsonl; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{found.name}.jsonl"'
    return answer


def _failures(game: Game, precedent: Precedent) -> list[str]:
    try:
        return [failure.message for failure in run_scenario(game, precedent.text.encode())]
    except LogError as error:
        return [str(error)]
