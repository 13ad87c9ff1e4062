"""Who holds the browser at a live table: by account or claim link, and on a phone passed around, whose cards it shows
just now."""

from __future__ import annotations

from django.http import HttpRequest

from referee.live.asking import Asking
from referee.live.handing_over import taken_over
from referee.live.phones import WordOld, phone_of_word
from tournaments.access import actor_of
from tournaments.errors import DomainError


def asking_of(request: HttpRequest, table_id: int) -> Asking:
    """The phone that this browser is: by the seat word its script sends, else by who is signed in. Raises NotFound."""
    kind, _space, sent = request.headers.get("Authorization", "").partition(" ")
    if kind == "Seat":
        try:
            return Asking.by_word(table_id, sent)
        except WordOld:
            pass  # the session says it as well, a little slower
    asking = Asking.by_actor(table_id, actor_of(request))
    word = request.session.get(_slot(table_id))
    if not word:
        return asking
    try:
        phone = phone_of_word(word, asking.table)
    except DomainError:
        hide_cards(request, table_id)
        return asking
    return Asking(asking.table, phone)


def show_cards(request: HttpRequest, asking: Asking, seat: str, code: str) -> None:
    """On a phone passed around: shows a seat's cards from now on, where the code is that seat's. Raises NotAllowed."""
    phone = taken_over(asking.table, asking.phone, seat, code)
    request.session[_slot(asking.table.pk)] = Asking(asking.table, phone).word()


def hide_cards(request: HttpRequest, table_id: int) -> None:
    """Before the phone is handed on."""
    request.session.pop(_slot(table_id), None)


def _slot(table_id: int) -> str:
    return f"cards-at:{table_id}"
