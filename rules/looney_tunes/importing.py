"""An organiser's own card list, as CSV or JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from rules.kernel import card_list
from rules.kernel.card_list import CardList
from rules.kernel.cards import DeckList, identity
from rules.kernel.json_types import JsonObject
from rules.looney_tunes.cards.card import LooneyCard
from rules.looney_tunes.cards.language import KINDS, ForActors, ForSeats, How, PeekHand, Whose
from rules.looney_tunes.text_cells import text_from, text_of
from rules.looney_tunes.texts import say

#: the columns of a CSV list; all but the first two may be left out
COLUMNS = (
    "title", "type", "color", "rank", "points", "sub_title", "variant", "edition", "effect", "summary", "source",
)  # fmt: skip
#: what stands in the columns that mean something of their own here
COLUMN_TEXTS = {
    "type": say("column_type"),
    "color": say("column_color"),
    "rank": say("column_rank"),
    "points": say("column_points"),
    "effect": (say("column_effect")),
}
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
    return card_list.read_list(data, form, LooneyCard, COLUMNS, row_from_cells, card_of_row, identity)


def _wrong(card: LooneyCard) -> str | None:
    """The first problem of a card that its types alone do not show; None where there is none."""
    if card.type != "scene" and card.points is not None:
        return say("only_scenes_have_points")
    if card.type == "effect" and card.rank is not None:
        return say("special_effects_have_no_rank")
    if card.effect and card.choices:
        return say("effect_and_choices")
    return None


def _check_parts(row: JsonObject) -> None:
    """Refuses, in plainer words than the types have, what a part says that its verb does not take. Raises
    ``ValueError``."""
    texts = row.get("choices") if isinstance(row.get("choices"), list) else []
    for text in (row.get("effect"), *(texts or ())):
        for part in text if isinstance(text, list) else ():
            wrong = _wrong_part(part) if isinstance(part, dict) else None
            if wrong:
                raise ValueError(wrong)


def _wrong_part(part: JsonObject) -> str | None:
    kind = KINDS.get(str(part.get("do")))
    if kind is None:
        return None
    facts, whose, how = kind.__struct_fields__, part.get("whose"), part.get("how")
    if "color" in facts and not part.get("color"):
        return say("paint_needs_color")
    if whose in get_args(Whose) and not issubclass(kind, ForActors | ForSeats):
        return say("whose_not_allowed", part=part["do"], whose=whose)
    if whose in ("own", "all") and kind is PeekHand:
        return say("only_rivals_hand_looked_at")
    if how in get_args(How) and "how" not in facts:
        return say("how_not_allowed", how=how)
    return None


def card_of_row(row: JsonObject) -> LooneyCard:
    """The card of a row. Raises ``ValueError`` in words."""
    _check_parts(row)
    card = card_list.to_card(row, LooneyCard)
    wrong = _wrong(card)
    if wrong:
        raise ValueError(wrong)
    return card


def row_from_cells(cells: dict[str, str]) -> JsonObject:
    """A row of text as a declaration. Raises ``ValueError`` in words."""
    card: JsonObject = dict(cells)
    kind = cells.get("type", "").lower()
    if kind not in TYPES:
        raise ValueError(say("unknown_type", types=", ".join(TYPES), kind=kind[: card_list.QUOTED]))
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
