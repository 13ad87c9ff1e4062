"""The cards of Lanterns, and what a list of further ones looks like."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import card_list
from rules.kernel.card_list import CardList
from rules.kernel.cards import Card, DeckList
from tests.sixth.lanterns.texts import say


class Lantern(Card, frozen=True, kw_only=True):
    """``light``: what it counts; ``flares``: its text lets it count two more in the last round. A Moth has no light."""

    light: int | None = None
    flares: bool = False


CARDS = (
    *(Lantern(title=f"Lantern of {light}", light=light) for light in range(1, 7)),
    Lantern(title="Paper Lantern", light=2, flares=True, summary="Counts two more in the third round."),
    Lantern(title="Moth", summary="Is no Lantern: it is never laid."),
)
COLUMNS = ("title", "light", "summary", "source")
COLUMN_TEXTS = {"light": say("column_light")}
TEMPLATE = "title,light,summary,source\nStorm Lantern,4,,\nGrey Moth,,It is never laid.,\n"


def read_cards(data: bytes, form: str) -> CardList[Lantern]:
    """The cards of a list and every problem with it, by line."""
    return card_list.read_cards(data, form, Lantern, COLUMNS, row_from_cells, lambda card: None)


def card_of_row(row: dict[str, Any]) -> Lantern:
    """The card of a row. Raises ``ValueError`` in words."""
    return card_list.to_card(row, Lantern)


def row_from_cells(cells: dict[str, str]) -> dict[str, Any]:
    """A row of text as a declaration. Raises ``ValueError`` in words."""
    return {name: card_list.number(name, text) if name == "light" else text for name, text in cells.items()}


def to_cells(card: Lantern, decks: Mapping[str, DeckList]) -> dict[str, str]:
    """The card as a row of a CSV list."""
    plain = {name: getattr(card, name) for name in COLUMNS}
    return {name: str(value) for name, value in plain.items() if value not in (None, "")}
