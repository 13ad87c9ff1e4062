"""The position of a dispute: laid out and confirmed on a phone, stored by a judge."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from referee.dispute_pages.position_begin import opened
from referee.dispute_pages.position_page import PositionPage, laid_by
from referee.disputes.reading import dispute_of, is_asked, rows_for
from referee.positions.agreeing import store_position, tell_position
from referee.positions.document import MAX_TEXT, header_of
from referee.positions.listed import known_cards
from referee.positions.playing import lay_out
from referee.spending import counted
from rules.registry import load
from tournaments.access import require
from tournaments.decks.own_cards import standing_list
from tournaments.errors import DomainError, NotAllowed, NotFound
from tournaments.messages import message
from tournaments.now import now
from tournaments.pages.event_request import EventRequest, event_view
from tournaments.pages.translation import in_words


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@counted
@event_view()
def dispute_position(request: EventRequest, dispute_id: int) -> HttpResponse:
    """The table of a position: what the reader's own side tells of it, to be laid out by touch or typed, mended and
    confirmed."""
    dispute, reader = dispute_of(request.event, dispute_id, request.actor)
    if not is_asked(rows_for(dispute, reader)):
        raise NotFound(message("There is no such dispute."))
    require(request.actor, "state_side" if reader.seat else "rule", request.event, dispute.match)
    page = PositionPage(request, dispute, reader)
    if request.http.method != "POST":
        document = opened(dispute, reader, request.actor, request.http.GET.dict())
        if request.http.GET.get("by") == "typing":
            document.texts["by"] = "typing"
        return page.show(document)
    sent = {name: text[:MAX_TEXT] for name, text in request.http.POST.items() if isinstance(text, str)}
    document = laid_by(sent, load(request.event.game), dispute.match.seats.count())
    document.listed = known_cards(standing_list(request.event))
    if sent.get("do") not in ("tell", "anew"):
        return page.touched(document, sent)
    header = header_of(document)
    table = lay_out(document, header)
    if table.run is None or table.errors or table.wrong:
        return page.show(document, table, status=400)
    try:
        tell_position(dispute, header.raw, anew=sent["do"] == "anew", by=request.actor, now=now())
    except NotAllowed:
        raise
    except DomainError as error:
        table.wrong = in_words(error)
        return page.show(document, table, status=error.status)
    address = reverse("referee:dispute", args=[request.event.slug, dispute.pk])
    return request.then(address, _("Your side of the position is written down."))


@require_POST
@event_view()
def store(request: EventRequest, dispute_id: int) -> HttpResponse:
    """A judge stores the position as a log."""
    dispute, _reader = dispute_of(request.event, dispute_id, request.actor)
    record = store_position(dispute, by=request.actor, now=now())
    return request.then(
        reverse("referee:record_page", args=[record.pk]), _("The position is stored as a log.")
    )
