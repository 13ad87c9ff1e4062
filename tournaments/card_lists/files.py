"""An event's card list as files that can be sent in again."""

from __future__ import annotations

from rules import card_lists
from tournaments.decks.own_cards import cards_of, decks_of
from tournaments.errors import Conflict
from tournaments.messages import message as _
from tournaments.models.card_lists import CardList

MAX_NAMED = 5


def csv_of(card_list: CardList) -> bytes:
    """The list as CSV, with the mark by which a spreadsheet knows UTF-8. Raises Conflict where a card says more than
    columns can: half a card is no card."""
    text, left_out = card_lists.as_csv(card_list.event.game, cards_of(card_list), decks_of(card_list))
    if left_out:
        named = ", ".join(f"“{title}”" for title in left_out[:MAX_NAMED])
        raise Conflict(
            _(
                "%(n)s cards of this list say more than CSV columns can: %(which)s. Use the JSON file.",
                n=len(left_out),
                which=named,
            )
        )
    return text.encode("utf-8-sig")


def json_of(card_list: CardList) -> bytes:
    """The list as JSON, a card a line."""
    return card_lists.as_json(card_list.event.game, cards_of(card_list), decks_of(card_list))
