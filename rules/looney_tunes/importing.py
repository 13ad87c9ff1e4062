"""An organiser's own card list, as CSV or JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import card_list
from rules.kernel.card_list import CardList
from rules.kernel.cards import DeckList
from rules.looney_tunes.cards.card import Effect, LooneyCard

#: the columns of a CSV list; all but the first two may be left out
COLUMNS = (
    "title", "type", "color", "rank", "points", "sub_title", "variant", "edition", "effect", "summary", "source",
)  # fmt: skip
TEMPLATE = """\
title,type,color,rank,points,sub_title,variant,edition,effect,summary,source
The Midnight Laundry,scene,blue,5,4,,,,,,
Wobbly Waiter,actor,red,4,,,,,,,
Twin Cousin,actor,green,2,,,left hand,,,,
Bucket of Paint,special effect,yellow,,,,,,paint_scene red + raise_rank 2,,
Letter from Home,special effect,blue,,,,,,,A judge says what it did.,
"""
TYPES = {"scene": "scene", "actor": "actor", "effect": "effect", "special effect": "effect"}


def read_cards(data: bytes, form: str) -> CardList[LooneyCard]:
    """The cards of a list and every problem with it, by line; ``form`` is ``csv`` or ``json``.

    In CSV ``effect`` holds parts like ``raise_rank 2`` or ``paint_scene red``, with ``+`` between them.
    """
    return card_list.read_cards(data, form, LooneyCard, COLUMNS, _from_cells, _wrong)


def _wrong(card: LooneyCard) -> str | None:
    """What the types alone do not say of a card."""
    if card.type != "scene" and card.points is not None:
        return "only Scenes have points"
    if card.type == "effect" and card.rank is not None:
        return "Special Effects have no rank"
    if card.type != "effect" and card.effect:
        return "only Special Effects have an effect"
    if any(part.do.startswith("paint") and not part.color for part in card.effect):
        return "an effect that paints needs a color"
    return None


def _from_cells(cells: dict[str, str]) -> dict[str, Any]:
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
        card["effect"] = [_part(part.split()) for part in cells["effect"].split("+")]
    return card


def _part(words: list[str]) -> dict[str, Any]:
    if not words or len(words) > 2:
        raise ValueError("an effect is a verb, perhaps with a number or a color: raise_rank 2 + draw_cards 1")
    part: dict[str, Any] = {"do": words[0].lower()}
    if len(words) == 2:
        digits = words[1].removeprefix("-")
        if digits.isascii() and digits.isdecimal() and len(digits) < 5:
            part["amount"] = int(words[1])
        else:
            part["color"] = words[1].lower()
    return part


def to_cells(card: LooneyCard, decks: Mapping[str, DeckList]) -> dict[str, str]:
    """The card as a row of a CSV list."""
    plain = {name: getattr(card, name, None) for name in COLUMNS}
    cells = {name: str(value) for name, value in plain.items() if value not in (None, "")}
    cells["effect"] = " + ".join(" ".join(_words(part)) for part in card.effect)
    return cells


def _words(part: Effect) -> list[str]:
    return [part.do, *([str(part.amount)] if part.amount else []), *([part.color] if part.color else [])]
