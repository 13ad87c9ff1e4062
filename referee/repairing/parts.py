"""A further thing that holds no cards, with as much as has to be said of it: a step, a card that counts, a tile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from referee.entering.cards_text import CardText
from referee.entering.spec import Spec
from referee.positions.panel import choices_for
from referee.positions.places import Place, place_at
from referee.positions.touching import AROUND
from referee.repairing.hand import Hand, is_of_parts, is_one_part
from referee.repairing.lying import side_of
from referee.repairing.mentioning import meant, mention
from referee.wording.labels import value_words
from rules.kernel.cards import CardSpec
from rules.kernel.set_facts import mentions

#: The two numbers of the cell in which a tile lies.
CELL = ("q", "r")
#: What is made without anybody saying it: a first value of it, which the judge then mends.
MADE = frozenset({"number", "choice", "flag"})


def is_tile(place: Place) -> bool:
    """Whether it is a thing that lies in a cell."""
    return place.is_thing and set(CELL) <= {field.name for field in place.spec.fields}


def free_cells(tiles: Sequence[Mapping[str, Any]]) -> list[tuple[int, int]]:
    """The cells beside tiles in which none lies, those nearest to the middle first; the middle where there is none."""
    taken = {(int(tile["q"]), int(tile["r"])) for tile in tiles}
    beside = {(q + dq, r + dr) for q, r in taken for dq, dr in AROUND} - taken
    return sorted(beside, key=lambda cell: (abs(cell[0]) + abs(cell[1]), cell)) or [(0, 0)]


def rows(hand: Hand, place: Place) -> list[tuple[str, str]] | None:
    """What one more thing of a list may be, as changes with their words; an empty change's end where nothing has to be
    said of it. None where nothing can be put there."""
    item = place.spec.item if is_of_parts(hand, place) else None
    if item is None:
        begins = is_one_part(hand, place) and hand.fact(place.at) is None
        return [(f"row {place.at}", "")] if begins and _can_be_made(hand, place.spec, place.at) else None
    row = f"row {place.at}"
    if item.kind == "one_of":
        return [(f"{row} {kind}", value_words(kind)) for kind in item.kinds]
    at = f"{place.at}.{len(hand.fact(place.at) or ())}"
    card = _card_of(hand, item, at)
    if card:
        cards = meant(hand.document, hand.catalogue, hand.printed, f"{at}.{card}")
        whose = {one.at: hand.document.name_of(side_of(one.at)) for one in cards}
        return [(f"{row} {one.at}", f"{whose[one.at]}: {one.title}".lstrip(": ")) for one in cards]
    named = next((field for field in item.fields if field.required and field.kind == "word"), None)
    if named is None:
        return [(row, "")]
    there = [one.get(named.name) for one in hand.fact(place.at) or () if isinstance(one, dict)]
    again = () if set(CELL) <= {field.name for field in item.fields} else there
    choices = choices_for(hand.document, hand.catalogue, named)
    free = [(value, words) for value, words in choices if value in again or value not in there]
    return [(f"{row} {value}", words) for value, words in free] or [(row, "")]


def _card_of(hand: Hand, item: Spec, at: str) -> str:
    """The name of the fact by which a thing mentions the card that it tells of; empty where it has none."""
    names = (field.name for field in item.fields if field.kind == "label")
    return next((name for name in names if mentions(hand.run.game, f"{at}.{name}")), "")


def _can_be_made(hand: Hand, spec: Spec, at: str) -> bool:
    """Whether all that has to be said of a thing can be made without asking."""
    return all(field.is_seat or field.kind in MADE for field in spec.fields if field.required)


def made_of(hand: Hand, spec: Spec, at: str, text: str) -> dict[str, Any]:
    """A thing of this kind at an address. ``text``: its kind, the card it tells of, or what it is called. Raises
    ``CardText``."""
    made: dict[str, Any] = {}
    if spec.kind == "one_of":
        if text not in spec.kinds:
            raise CardText(_("There is no such kind: choose one from the list."))
        made, spec, text = {spec.tag_field: text}, spec.kinds[text], ""
    card = _card_of(hand, spec, at)
    if card and text:
        made[card] = mention(hand.document, hand.catalogue, text)
    for field in spec.fields:
        if field.required and field.name not in made:
            made[field.name] = _least(hand, field, text)
    if set(CELL) <= {field.name for field in spec.fields}:
        around = hand.fact(at.rpartition(".")[0]) or ()
        made |= zip(CELL, free_cells(around)[0], strict=True)
    return made


def _least(hand: Hand, field: Spec, text: str) -> Any:
    if field.kind == "number":
        return 1
    if field.kind == "flag":
        return False
    if field.kind == "choice":
        return text if text in field.choices else field.choices[0]
    if field.is_seat:
        seat = side_of(text) or text
        return seat if seat in hand.document.seats else _turn(hand)
    if field.name == "kind" and place_at(hand.document, text) is not None:
        return _kind(hand, text)
    return text


def _turn(hand: Hand) -> str:
    turn = hand.fact("turn")
    return turn if turn in hand.document.seats else hand.document.seats[0]


def _kind(hand: Hand, at: str) -> str:
    """The kind of the card at an address, as its print says; empty where nobody knows the card."""
    name = mention(hand.document, hand.catalogue, at).get("card")
    ref = name if isinstance(name, str | None) else msgspec.convert(name, CardSpec)
    faces = () if ref is None else hand.catalogue.find(ref)
    return str(getattr(hand.catalogue.cards[faces[0]], "kind", "")) if faces else ""
