"""Pages of audits: one log against the lists of its players, and all logs of an event."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from referee.audits.changes import audit_waiting, dispute_audit
from referee.audits.making import contradictions_of
from referee.audits.queries import event_audits, seat_audits, tally_of
from referee.models.audits import DeckAudit
from referee.records.listing import whose_log
from referee.records.queries import record_of
from tournaments.access import actor_of
from tournaments.now import now
from tournaments.pages.event_request import EventRequest, event_view

PAGE = 40


@require_safe
@never_cache
def record_audit(http: HttpRequest, record_id: int) -> HttpResponse:
    """What a log shows of each player's cards, against the list."""
    actor = actor_of(http)
    record = record_of(record_id, actor)
    request = EventRequest(http, record.match.round.event, actor)
    seats = seat_audits(record, by=actor, now=now())
    return request.show(
        "referee/audits/record.html",
        record=record,
        match=record.match,
        round=record.match.round,
        whose=whose_log(record, list(record.match.seats.all())),
        seats=[{"seat": one, "audit": one.audit, "contradictions": _told(one.audit)} for one in seats],
        may_ask="rule" in request.can_about(record.match) and record.replaced_at is None,
    )


@require_POST
def audit_dispute(http: HttpRequest, record_id: int) -> HttpResponse:
    """A judge asks about what contradicts the list of a seat."""
    actor = actor_of(http)
    record = record_of(record_id, actor)
    request = EventRequest(http, record.match.round.event, actor)
    dispute = dispute_audit(record, http.POST.get("seat", "")[:1], by=actor, now=now())
    address = reverse("referee:dispute", args=[request.event.slug, dispute.pk])
    return request.then(address, _("The dispute is open, for the judges alone."))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@event_view("audit_decks")
def deck_audits(request: EventRequest) -> HttpResponse:
    """All logs of the event against the lists: what is contradicted first; a button audits those that wait."""
    if request.http.method == "POST":
        tally = audit_waiting(request.event, by=request.actor, now=now())
        if tally.job is not None:
            return request.then(reverse("tournaments:job", args=[tally.job]))
        left = len(tally.waiting)
        said = ngettext("%s log is still waiting.", "%s logs are still waiting.", left) % left
        return request.then(
            reverse("referee:deck_audits", args=[request.event.slug]),
            said if left else _("All logs are audited."),
        )
    everything = request.http.GET.get("show") == "all"
    rows = event_audits(request.event, by=request.actor, contradicted=not everything)
    page = Paginator(rows, PAGE).get_page(request.http.GET.get("page"))
    return request.show(
        "referee/audits/event.html",
        tally=tally_of(request.event, by=request.actor),
        page=page,
        rows=[{"audit": row, "contradictions": _told(row)} for row in page],
        everything=everything,
    )


def _told(audit: DeckAudit | None) -> list[Any]:
    """The contradictions of an audit, each with the entries that prove it but for the header."""
    return (
        []
        if audit is None
        else [
            {"one": one, "entries": _entries(one.entries), "by_header": 0 in one.entries}
            for one in contradictions_of(audit)
        ]
    )


def _entries(numbers: Iterable[int]) -> list[int]:
    return [number for number in numbers if number]
