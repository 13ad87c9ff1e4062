"""The position of a dispute: laid out and confirmed on a phone, stored by a judge."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from referee.dispute_pages.story import called
from referee.disputes.reading import Reader, dispute_of, is_asked, rows_for
from referee.entering.spec import struct_spec
from referee.games.presentation import presentation_of
from referee.judging.judged import Unreadable
from referee.models.disputes import Dispute
from referee.positions.agreeing import full_header, store_position, tell_position, told_to
from referee.positions.document import MAX_TEXT, Document, document_from, document_of_log, header_of
from referee.positions.inputs import Layout
from referee.positions.listed import known_cards, list_of_match
from referee.positions.opening import position_at
from referee.positions.page import board_of
from referee.positions.playing import Table, lay_out
from referee.records.queries import record_of
from referee.spending import counted
from rules.kernel.entries import PUBLIC
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
    """The form of a position: what the reader's own side tells of it, to be laid out, mended and confirmed."""
    dispute, reader = dispute_of(request.event, dispute_id, request.actor)
    if not is_asked(rows_for(dispute, reader)):
        raise NotFound(message("There is no such dispute."))
    require(request.actor, "state_side" if reader.seat else "rule", request.event, dispute.match)
    if request.http.method != "POST":
        return _page(request, dispute, reader, _opened(request, dispute, reader))
    sent = {name: text[:MAX_TEXT] for name, text in request.http.POST.items() if isinstance(text, str)}
    document = document_from(load(request.event.game), sent | {"seats": str(dispute.match.seats.count())})
    document.listed = known_cards(standing_list(request.event))
    if sent.get("do") not in ("tell", "anew"):
        return _page(request, dispute, reader, document)
    header = header_of(document)
    table = lay_out(document, header)
    if table.run is None or table.errors or table.wrong:
        return _page(request, dispute, reader, document, table, status=400)
    try:
        tell_position(dispute, header.raw, anew=sent["do"] == "anew", by=request.actor, now=now())
    except NotAllowed:
        raise
    except DomainError as error:
        table.wrong = in_words(error)
        return _page(request, dispute, reader, document, table, status=error.status)
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


def _opened(request: EventRequest, dispute: Dispute, reader: Reader) -> Document:
    """The form as it opens: what was told, as this reader may see it; else the entry in question; else an empty
    table."""
    game = load(request.event.game)
    seat = reader.seat or (None if reader.judges else PUBLIC)
    header = (
        told_to(dispute, seat) or _from_log(request, dispute) or full_header(dispute.match, {"position": {}})
    )
    document = document_of_log(game, {**header, "cards": []})
    document.listed = known_cards(standing_list(request.event))
    return document


def _from_log(request: EventRequest, dispute: Dispute) -> dict[str, Any] | None:
    """The header with the position at the entry in question, as the reader may see the log."""
    if dispute.record_id is None:
        return None
    try:
        record = record_of(dispute.record_id, request.actor)
        entry = "" if dispute.entry is None else str(dispute.entry)
        header, _n = position_at(record, entry, request.actor)
    except (NotFound, Unreadable):
        return None
    return full_header(dispute.match, header)


def _page(
    request: EventRequest,
    dispute: Dispute,
    reader: Reader,
    document: Document,
    table: Table | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    table = table or lay_out(document, header_of(document))
    shown = presentation_of(document.game.name)
    layout = Layout(document.texts, table.errors, document.seats, shown.first_fields)
    spec = struct_spec(document.game.position_type)
    players = next(field for field in spec.fields if field.name == "players")
    assert players.item is not None
    names = {seat.letter: seat.entrant.name for seat in dispute.match.seats.all()}
    seats = sorted(document.seats, key=lambda seat: (seat != reader.seat, seat))
    return request.show(
        "referee/dispute_pages/position.html",
        status,
        dispute=dispute,
        match=dispute.match,
        reader=reader,
        called=called(dispute, reader),
        document=document,
        game=document.game,
        table=table,
        errors=table.errors,
        whole=layout.group(spec.fields, "p", _("The table"), 0, skip="players"),
        options=layout.group(
            struct_spec(document.game.options_type).fields, "o", _("The event's choices"), 2
        ),
        sides=[
            (seat, names.get(seat, ""), layout.of(players.item, f"p.players.{seat}", seat)) for seat in seats
        ],
        board=board_of(table.run, names) if table.run else "",
        begun=told_to(dispute, PUBLIC) is not None,
        listed=list_of_match(dispute.match),
        refused=status >= 400,
        still=True,
    )
