"""The browser's part at a live table: by account or claim link, and on a phone passed around, whose cards it shows
now."""

from __future__ import annotations

from django.http import HttpRequest

from referee.live.handing_over import taken_over
from referee.live.seat_tokens import TokenOld, phone_of_token
from referee.live.table_request import LiveTableRequest
from tournaments.access import actor_of
from tournaments.errors import DomainError


def live_request_of(request: HttpRequest, table_id: int) -> LiveTableRequest:
    """The phone that this browser is: by the seat token its script sends, else by who is signed in. Raises NotFound."""
    kind, _space, sent = request.headers.get("Authorization", "").partition(" ")
    if kind == "Seat":
        try:
            return LiveTableRequest.by_token(table_id, sent)
        except TokenOld:
            pass  # the session says it as well, a little slower
    live_request = LiveTableRequest.by_actor(table_id, actor_of(request))
    token = request.session.get(_slot(table_id))
    if not token:
        return live_request
    try:
        phone = phone_of_token(token, live_request.table)
    except DomainError:
        hide_cards(request, table_id)
        return live_request
    return LiveTableRequest(live_request.table, phone)


def show_cards(request: HttpRequest, live_request: LiveTableRequest, seat: str, code: str) -> None:
    """On a phone passed around: shows a seat's cards from now on, where the code is that seat's. Raises NotAllowed."""
    phone = taken_over(live_request.table, live_request.phone, seat, code)
    request.session[_slot(live_request.table.pk)] = LiveTableRequest(live_request.table, phone).token()


def hide_cards(request: HttpRequest, table_id: int) -> None:
    """Before the phone is handed on."""
    request.session.pop(_slot(table_id), None)


def _slot(table_id: int) -> str:
    return f"cards-at:{table_id}"
