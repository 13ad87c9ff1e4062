"""The page on which a judge reads two logs of one game beside each other, and has them merged."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from referee.alignments.long_pairs import KeptRefusal, answer_beside, answer_merged, as_file, whose_logs
from referee.alignments.making import NotAligned
from referee.alignments.merging import merge_or_begin
from referee.alignments.page import Laid, places_shown, rows_at
from referee.alignments.queries import two_of
from referee.models.alignments import LogPair
from referee.models.records import Record
from rules.kernel.json_types import JsonObject
from tournaments.access import actor_of
from tournaments.models.jobs import Job
from tournaments.now import now
from tournaments.pages.event_request import EventRequest

#: Rows on a page.
PAGE = 100


@require_safe
@never_cache
def logs_beside(http: HttpRequest, record_id: int, other_id: int) -> HttpResponse:
    """Both logs, what they tell alike and where they part."""
    actor = actor_of(http)
    first, second = two_of(record_id, other_id, actor)
    asked = {name: http.GET[name] for name in ("show", "page") if name in http.GET}
    query = "".join(f"&{urlencode({name: value})}" for name, value in asked.items())
    try:
        return answer_beside(
            http, (first, second), actor, lambda laid: _page(http, first, second, laid), query
        )
    except KeptRefusal as error:
        return _page(http, first, second, None, error.said)
    except NotAligned as error:
        return _page(http, first, second, None, error.message)


def _page(
    http: HttpRequest, first: Record, second: Record, laid: Laid | None, failed: str = ""
) -> HttpResponse:
    match = first.match
    request = EventRequest(http, match.round.event, actor_of(http))
    whose = whose_logs(first, second)
    context: dict[str, Any] = {
        "match": match,
        "round": match.round,
        "first": first,
        "second": second,
        "whose": whose,
    }
    if laid is None:
        return request.show("referee/alignments/page.html", **context, failed=failed)
    known = LogPair.objects.filter(first__in=[first, second], second__in=[first, second])
    return request.show(
        "referee/alignments/page.html",
        **context,
        **_rows(laid, http.GET.get("show") == "all", http.GET.get("page")),
        counts=_counted(laid.figures),
        parting=laid.parting,
        broken=[
            {"whose": who, "entry": chain[0], "how": chain[1]}
            for who, chain in zip(whose, laid.chains, strict=True)
            if chain is not None
        ],
        pair=known.select_related("dispute", "stored").first(),
        may_store="rule" in request.can_about(match)
        and laid.parting is None
        and laid.chains == (None, None)
        and bool(first.seat and second.seat)
        and first.replaced_at is None
        and second.replaced_at is None,
    )


def _rows(laid: Laid, everything: bool, number: str | None) -> dict[str, Any]:
    """The rows of one page."""
    places = places_shown(laid, everything=everything)
    page = Paginator(places, PAGE).get_page(number)
    start = (page.number - 1) * PAGE
    rows = rows_at(laid, places[start : start + PAGE], places[start - 1] if start else -1)
    return {"everything": everything, "page": page, "rows": rows}


def _counted(figures: JsonObject) -> dict[str, Any]:
    """What the page says in figures."""
    alone = {name: len(figures[name]) for name in ("only_in_first", "only_in_second")}
    return {
        **alone,
        "same": figures["same"],
        "bound": figures["bound"],
        "status": figures["merged"]["status"],
    }


@require_safe
@never_cache
def merged_download(http: HttpRequest, record_id: int, other_id: int) -> HttpResponse:
    """What both tell together, as a file."""
    actor = actor_of(http)
    first, second = two_of(record_id, other_id, actor)
    return answer_merged(http, (first, second), actor, lambda body: as_file(first, second, body))


@require_POST
def merge_logs(http: HttpRequest, record_id: int, other_id: int) -> HttpResponse:
    """Stores what both tell together as the game's log; of long ones, begins the job that does."""
    actor = actor_of(http)
    first, second = two_of(record_id, other_id, actor)
    made = merge_or_begin(first, second, by=actor, now=now())
    request = EventRequest(http, first.match.round.event, actor)
    if isinstance(made, Job):
        return request.then(reverse("tournaments:job", args=[made.pk]))
    return request.then(
        reverse("referee:record_page", args=[made.pk]), _("The merged log is stored and judged.")
    )
