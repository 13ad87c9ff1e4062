"""An organiser's own card list, as CSV or JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import card_list
from rules.kernel.card_list import CardList
from rules.kernel.cards import DeckList
from rules.looney_tunes.cards.card import Effect, LooneyCard
from rules.looney_tunes.steps import FOR_ACTORS, FOR_SEATS, whose
from rules.looney_tunes.text_cells import text_from, text_of

#: the columns of a CSV list; all but the first two may be left out
COLUMNS = (
    "title", "type", "color", "rank", "points", "sub_title", "variant", "edition", "effect", "summary", "source",
)  # fmt: skip
TEMPLATE = """\
title,type,color,rank,points,sub_title,variant,edition,effect,summary,source
The Midnight Laundry,scene,blue,5,4,,,,,,
Wobbly Waiter,actor,red,4,,,,,,,
Twin Cousin,actor,green,2,,,left hand,,,,
Bucket of Paint,special effect,yellow,,,,,,paint_scene red + lower_rank 2 rivals if active yes,,
Letter from Home,special effect,blue,,,,,,,A judge says what it did.,
"""
TYPES = {"scene": "scene", "actor": "actor", "effect": "effect", "special effect": "effect"}


def read_cards(data: bytes, form: str) -> CardList[LooneyCard]:
    """The cards of a list and every problem with it, by line; ``form`` is ``csv`` or ``json``.

    In CSV ``effect`` holds the card's text as ``text_cells`` reads it.
    """
    return card_list.read_cards(data, form, LooneyCard, COLUMNS, row_from_cells, _wrong)


def _wrong(card: LooneyCard) -> str | None:
    """What the types alone do not say of a card."""
    if card.type != "scene" and card.points is not None:
        return "only Scenes have points"
    if card.type == "effect" and card.rank is not None:
        return "Special Effects have no rank"
    if card.effect and card.choices:
        return "a card has one text (effect), or several to choose among (choices), not both"
    return next((wrong for part in parts_of(card) if (wrong := _wrong_part(part))), None)


def parts_of(card: LooneyCard) -> tuple[Effect, ...]:
    """Every part of a card's text."""
    return card.effect + tuple(part for text in card.choices for part in text)


def _wrong_part(part: Effect) -> str | None:
    if part.do.startswith("paint") and not part.color:
        return "an effect that paints needs a color"
    if part.whose is not None and part.do not in FOR_SEATS | FOR_ACTORS:
        return f"{part.do} is for nobody in particular: leave {part.whose} out"
    if part.do == "peek_hand" and whose(part) in ("own", "all"):
        return "a hand that is looked at is a rival's: rival or rivals"
    if part.how is not None and part.do != "lose_card":
        return f"only lose_card says how: leave {part.how} out"
    return None


def card_of_row(row: dict[str, Any]) -> LooneyCard:
    """The card of a row. Raises ``ValueError`` in words."""
    return card_list.to_card(row, LooneyCard)


def row_from_cells(cells: dict[str, str]) -> dict[str, Any]:
    """A row of text as a declaration. Raises ``ValueError`` in words."""
    card: dict[str, Any] = dict(cells)
    kind = cells.get("type", "").lower()
    if kind not in TYPES:
        raise ValueError(f"the type is one of {', '.join(TYPES)}, not “{kind[: card_list.QUOTED]}”")
    card["type"] = TYPES[kind]
    for name in ("rank", "points"):
        if name in cells:
            card[name] = card_list.number(name, cells[name])
    if "color" in cells:
        card["color"] = cells["color"].lower()
    if "effect" in cells:
        del card["effect"]
        card |= text_from(cells["effect"])
    return card


def to_cells(card: LooneyCard, decks: Mapping[str, DeckList]) -> dict[str, str]:
    """The card as a row of a CSV list."""
    plain = {name: getattr(card, name, None) for name in COLUMNS}
    cells = {name: str(value) for name, value in plain.items() if value not in (None, "")}
    cells["effect"] = text_of(card)
    return cells
