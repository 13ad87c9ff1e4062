"""The page on which a judge reads two logs of one game beside each other, and has them merged."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from referee.alignments.changes import merged_file
from referee.alignments.making import NotAligned, beside
from referee.alignments.merging import merge_or_begin
from referee.alignments.page import PAGE, counted, parting_of, rows_of
from referee.alignments.queries import two_of
from referee.models.alignments import LogPair
from referee.records.listing import whose_log
from referee.replays.page import names_of
from tournaments.access import actor_of
from tournaments.models.jobs import Job
from tournaments.now import now
from tournaments.pages.event_request import EventRequest


@require_safe
@never_cache
def logs_beside(http: HttpRequest, record_id: int, other_id: int) -> HttpResponse:
    """Both logs, what they tell alike and where they part."""
    actor = actor_of(http)
    first, second = two_of(record_id, other_id, actor)
    match = first.match
    request = EventRequest(http, match.round.event, actor)
    seats = list(match.seats.all())
    whose = whose_log(first, seats), whose_log(second, seats)
    context: dict[str, Any] = {
        "match": match,
        "round": match.round,
        "first": first,
        "second": second,
        "whose": whose,
        "names": names_of(first),
    }
    try:
        laid = beside(first, second)
    except NotAligned as error:
        return request.show("referee/alignments/page.html", **context, failed=error.message)
    everything = http.GET.get("show") == "all"
    parting = parting_of(laid, (first, second), whose)
    chains = laid.first.chain, laid.second.chain
    known = LogPair.objects.filter(first__in=[first, second], second__in=[first, second])
    pair = known.select_related("dispute", "stored").first()
    return request.show(
        "referee/alignments/page.html",
        **context,
        laid=laid,
        counts=counted(laid.alignment),
        parting=parting,
        everything=everything,
        page=Paginator(rows_of(laid, first, everything=everything), PAGE).get_page(http.GET.get("page")),
        broken=[
            {"whose": who, "entry": chain[0], "how": chain[1]}
            for who, chain in zip(whose, chains, strict=True)
            if chain is not None
        ],
        pair=pair,
        may_store="rule" in request.can_about(match)
        and parting is None
        and chains == (None, None)
        and bool(first.seat and second.seat)
        and first.replaced_at is None
        and second.replaced_at is None,
    )


@require_safe
@never_cache
def merged_download(http: HttpRequest, record_id: int, other_id: int) -> HttpResponse:
    """What both tell together, as a file."""
    actor = actor_of(http)
    first, second = two_of(record_id, other_id, actor)
    data = merged_file(first, second, by=actor)
    answer = HttpResponse(data, content_type="application/jsonl; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="log-{first.pk}-{second.pk}.jsonl"'
    return answer


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
