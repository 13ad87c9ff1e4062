"""What other sites may show in a frame. It is made for a visitor whoever asks: no session is read, no cookie set,
nothing can be sent; and a frame of it is allowed here and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from tournaments.access import Actor, may
from tournaments.errors import NotFound
from tournaments.kept_standings.kept import chain_of
from tournaments.models.events import Event
from tournaments.rounds.standings_views import kept_rows, with_entrants
from tournaments.stage_pages.brackets import bracket_stands, drawing_of
from tournaments.stages.queries import stages_of, title_of
from tournaments.stages.titles import round_title
from tournaments.tables.lines import lines_of, newest_round

#: Rows of a page, seconds for which an answer may be kept, and after which an open frame asks again.
PAGE, KEPT, AGAIN = 100, 20, 60
#: Styles and pictures of this site, and the one script that asks for the same part again; nothing is sent; any site may
#: frame it.
POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "connect-src": "'self'",
    "style-src": "'self'",
    "style-src-attr": "'unsafe-inline'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "*",
}


@xframe_options_exempt
@require_safe
def embed(request: HttpRequest, slug: str, part: str) -> HttpResponse:
    """A part of an event as it is now. An event that a visitor may not see does not exist."""
    event = Event.objects.filter(slug=slug).first()
    if event is None or not may(Actor.anonymous(), "view_event", event):
        raise NotFound(_("There is no event at this address."))
    if part not in PARTS:
        raise NotFound(_("There is nothing to embed at this address."))
    context = {"event": event, "part": part, "again": AGAIN} | PARTS[part](request, event)
    answer = render(request, f"tournaments/embeds/{part}.html", context)
    answer["Content-Security-Policy"] = "; ".join(f"{name} {value}" for name, value in POLICY.items())
    answer["Cache-Control"] = f"public, max-age={KEPT}"
    return answer


def _standings(request: HttpRequest, event: Event) -> dict[str, Any]:
    round, kept, table = kept_rows(event)
    page = Paginator(table, PAGE).get_page(request.GET.get("page"))
    chain = chain_of(kept, table)
    return {
        "round": round,
        "page": page,
        "chain": chain,
        "rows": with_entrants(event, kept, list(page.object_list)),
    }


def _pairings(request: HttpRequest, event: Event) -> dict[str, Any]:
    round = newest_round(event)
    if round is None:
        return {"round": None}
    page = Paginator(
        round.matches.order_by("is_bye", "table", "pk").values_list("pk", flat=True), PAGE
    ).get_page(request.GET.get("page"))
    return {
        "round": round,
        "round_title": round_title(round),
        "page": page,
        "lines": lines_of(round, only=list(page.object_list)),
    }


def _bracket(_request: HttpRequest, event: Event) -> dict[str, Any]:
    drawn = [stage for stage in stages_of(event) if bracket_stands(stage)]
    if not drawn:
        return {"stage": None}
    stage = drawn[-1]
    stage.event = event
    return {"stage": stage, "stage_title": title_of(stage), "drawing": drawing_of(stage, "fit")}


PARTS: dict[str, Callable[[HttpRequest, Event], dict[str, Any]]] = {
    "standings": _standings,
    "pairings": _pairings,
    "bracket": _bracket,
}
