"""An event's card list in the position editor: named by its row, so that the form need not carry it to and fro."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.models.records import Record
from rules.kernel.cards import Card, identity
from tournaments.access import Actor, may
from tournaments.decks.own_cards import cards_of
from tournaments.errors import DomainError
from tournaments.models.card_lists import CardList
from tournaments.models.rounds import Match

FIELD = "list"


def list_for(texts: Mapping[str, str], game_name: str, actor: Actor) -> CardList | None:
    """The card list that the form names, where it belongs to an event of this game that the actor may see; None
    otherwise."""
    text = texts.get(FIELD, "")
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        return None
    card_list = CardList.objects.select_related("event").filter(pk=int(text), event__game=game_name).first()
    return card_list if card_list is not None and may(actor, "view_event", card_list.event) else None


def known_cards(card_list: CardList | None) -> list[Card]:
    """The cards of the list; none where it can no longer be read."""
    try:
        return [] if card_list is None else cards_of(card_list)
    except DomainError:
        return []


def list_of_match(match: Match) -> str:
    """How the form names the list that the match's event has now; empty without one."""
    event = match.round.event
    return str(event.card_lists.filter(replaced_at=None).values_list("pk", flat=True).first() or "")


def list_of_log(record: Record, header: Mapping[str, Any]) -> str:
    """How the form names the list, of those its event has or had, that this log was begun with; empty where its cards
    are none of them."""
    declared = list(header.get("cards") or ())
    if declared:
        for card_list in record.match.round.event.card_lists.filter(count=len(declared)).order_by("-pk"):
            if card_list.cards == declared:
                return str(card_list.pk)
    return ""


def together(listed: list[Card], declared: list[Card]) -> list[Card]:
    """The list's cards and those declared besides, which go before one of the same name."""
    own = {identity(card) for card in declared}
    return [*(card for card in listed if identity(card) not in own), *declared]
