"""Where cards lie in a position, and where one can be put: by the addresses that a judge's ``move`` names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.entering.cards_text import EMPTY, CardText, card_of
from referee.entering.spec import Spec, struct_spec
from referee.judging.change_words import place_words
from referee.positions.document import Document
from referee.positions.places import (
    CARD,
    DOWN,
    Place,
    cards_at,
    has_card,
    place_at,
    rows_of,
    thing_text,
    title_at,
)
from rules.kernel.cards import Catalogue
from rules.kernel.declared_effects import takes_cards
from rules.kernel.replay import Replay

#: Piles within piles within things are not looked for deeper than this.
DEEPEST = 6


def source_of(document: Document, place: Place) -> str:
    """The address from which a card at this place is moved: its pile, the thing it is, or its place of one card."""
    if place.nth is not None:
        return place.at.rpartition(".")[0]
    around, _dot, last = place.at.rpartition(".")
    above = place_at(document, around) if last in (CARD, DOWN) and around else None
    return around if above is not None and above.is_thing else place.at


def card_there(document: Document, place: Place, catalogue: Catalogue) -> Any:
    """The card that lies at a place, as a log names it: None where none lies there. Raises ``CardText``."""
    if place.nth is not None:
        cards = cards_at(document, place, catalogue)
        return cards[place.nth] if place.nth < len(cards) else None
    text = thing_text(document, place)
    return card_of(text, catalogue) if text else None


def name_of_card(card: Any) -> Any:
    """The card as a change names it: without what only the print says; None where nobody knows which it is."""
    if not isinstance(card, dict):
        return card
    said = {key: value for key, value in card.items() if key != "as"}
    if set(said) == {"card"}:
        return name_of_card(said["card"])
    return None if {"unknown", "more", "one_of"} & set(said) else said


def lying(document: Document, catalogue: Catalogue) -> Iterator[tuple[str, Any]]:
    """Every card of the position with the address from which it is moved."""
    for name in sorted(document.texts):
        place = place_at(document, name[2:]) if name.startswith("p.") else None
        if place is None or place.nth is not None:
            continue
        try:
            if place.spec.kind == "cards":
                yield from ((place.at, card) for card in cards_at(document, place, catalogue))
            elif place.spec.kind == "card" and document.texts[name] not in (EMPTY, "none"):
                yield source_of(document, place), card_of(document.texts[name], catalogue)
        except CardText:
            continue


def holds_unseen(document: Document, at: str, catalogue: Catalogue) -> bool:
    """Whether a pile holds cards that nobody saw, or was never counted."""
    place = place_at(document, at)
    if place is None or not place.is_pile:
        return False
    cards = cards_at(document, place, catalogue)
    uncounted = place.spec.open_zone and place.path not in document.texts
    return uncounted or any(isinstance(card, dict) and name_of_card(card) is None for card in cards)


def destinations(
    document: Document, run: Replay, names: Mapping[str, str], place: Place, often: tuple[str, ...]
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Where a card may be put, each with its words: what is on its own side or used most, and the rest."""
    source = source_of(document, place)
    marked = {one.replace("*", seat) for one in often for seat in document.seats}
    first: list[tuple[str, str]] = []
    rest: list[tuple[str, str]] = []
    for at in zones(document):
        if at == source or not takes_cards(run.game, run.position, at):
            continue
        to = place_at(document, at)
        near = at in marked or (to is not None and to.seat == place.seat and bool(place.seat))
        (first if near else rest).append((at, place_words(at, names)))
    for at in run.game.places_besides(run.position):
        near = side_of(at) == place.seat and bool(place.seat)
        (first if near else rest).append((at, _words_beside(document, at, names)))
    first.sort(key=lambda one: side_of(one[0]) != place.seat)
    return first, rest


def _words_beside(document: Document, at: str, names: Mapping[str, str]) -> str:
    """The words of a place that is part of a card's: with the card's title where there is one."""
    around = place_at(document, at.rpartition(".")[0])
    title = title_at(document, around, document.game.catalogue) if around is not None else ""
    words = place_words(at, names)
    return f"{words} ({title})" if title else words


def side_of(at: str) -> str:
    """The seat on whose side an address is; empty for the table's own."""
    parts = at.split(".")
    return parts[1] if parts[0] == "players" and len(parts) > 1 else ""


def zones(document: Document) -> Iterator[str]:
    """The addresses of all piles, rows of cards and places of one card."""
    yield from _within(document, struct_spec(document.game.position_type), "", 0)


def _within(document: Document, spec: Spec, at: str, depth: int) -> Iterator[str]:
    if depth > DEEPEST:
        return
    for field in spec.fields:
        inner = f"{at}.{field.name}" if at else field.name
        if field.kind in ("cards", "card"):
            yield inner
        elif field.kind == "struct":
            yield from _within(document, field, inner, depth + 1)
        elif field.kind == "map" and field.item is not None:
            for seat in document.seats:
                yield from _within(document, field.item, f"{inner}.{seat}", depth + 1)
        elif field.kind == "list" and field.item is not None:
            if has_card(field.item):
                yield inner
            for n in rows_of(document, f"p.{inner}"):
                yield from _within(document, field.item, f"{inner}.{n}", depth + 1)
