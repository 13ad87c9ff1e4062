"""Facts that mention cards lying elsewhere (wasted, twisted, hexed), touched: which cards may be meant, which are, and
what a change says of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from referee.positions.document import Document
from referee.positions.places import CARD, Place, card_title, cards_at, has_card, place_at, rows_of
from referee.repairing.lying import card_there, name_of_card
from rules.kernel.cards import Catalogue
from rules.kernel.expectations import fact as fact_at
from rules.kernel.game import Game
from rules.kernel.set_facts import NUMBER, SEAT, may_mention, mentions

Change = dict[str, Any]


class Meant(msgspec.Struct, frozen=True):
    """A card that a fact may mention: its address, its title, whether it does."""

    at: str
    title: str
    on: bool


def card_address(document: Document, place: Place, catalogue: Catalogue) -> str:
    """The address of the card at a place as a log counts it, card by card; empty where it is not one card."""
    if place.nth is not None:
        around = place.at.rpartition(".")[0]
        cards = cards_at(document, place, catalogue)[: place.nth]
        return f"{around}.{sum(_count(card) for card in cards)}"
    if place.spec.kind == "card":
        return place.at
    return f"{place.at}.{CARD}" if place.is_thing and has_card(place.spec) else ""


def _count(card: object) -> int:
    return int(card.get("count", 1)) if isinstance(card, dict) else 1


def facts_that_mention(game: Game, at: str) -> list[str]:
    """The facts that may mention the card at an address, but for those that are one of a list."""
    seat = at.split(".")[1] if at.startswith("players.") else ""
    facts = (fact.replace(SEAT, seat) for fact in game.mentions if NUMBER not in fact)
    return [fact for fact in facts if at and may_mention(game, fact, at)]


def is_mentioned(printed: Mapping[str, Any], fact: str, label: str | None) -> bool:
    """Whether a fact mentions the card of that label."""
    said = fact_at(printed, fact)
    return label is not None and (label in said if isinstance(said, list) else said == label)


def label_of(card: object) -> str | None:
    """The label of a printed card."""
    return card.get("as") if isinstance(card, dict) else None


def meant(document: Document, catalogue: Catalogue, printed: Mapping[str, Any], fact: str) -> list[Meant]:
    """The cards that a fact may mention, in the order in which they lie."""
    game, seat = document.game, fact.split(".")[1] if fact.startswith("players.") else ""
    seats = [seat] if seat else document.seats
    made: dict[str, Meant] = {}
    for pattern in mentions(game, fact):
        for one in seats if SEAT in pattern else [""]:
            for place in _places(document, catalogue, pattern.replace(SEAT, one).split("."), ""):
                card = card_there(document, place, catalogue)
                at = card_address(document, place, catalogue)
                if card is not None and at:
                    made[at] = Meant(at, card_title(card), is_mentioned(printed, fact, label_of(card)))
    return list(made.values())


def _places(document: Document, catalogue: Catalogue, names: list[str], at: str) -> Iterator[Place]:
    """The places that a pattern's names lead to, from an address on."""
    if not names:
        place = place_at(document, at)
        if place is not None:
            yield place
        return
    name, *rest = names
    if name != NUMBER:
        yield from _places(document, catalogue, rest, f"{at}.{name}" if at else name)
        return
    above = place_at(document, at)
    if above is None:
        return
    numbers = (
        range(len(cards_at(document, above, catalogue))) if above.is_pile else rows_of(document, above.path)
    )
    for n in numbers:
        yield from _places(document, catalogue, rest, f"{at}.{n}")


def mention(document: Document, catalogue: Catalogue, at: str) -> dict[str, Any]:
    """The card at an address as a change mentions it: by where it lies, with its name where anybody knows it."""
    around, _dot, number = at.rpartition(".")
    pile = place_at(document, around)
    place = place_at(document, at)
    if pile is not None and pile.is_pile and number.isdecimal():
        card = _nth(cards_at(document, pile, catalogue), int(number))
    else:
        card = None if place is None else card_there(document, place, catalogue)
    name = name_of_card(card)
    return {"at": at} if name is None else {"at": at, "card": name}


def _nth(cards: list[Any], number: int) -> Any:
    """The card of a printed pile that is that one, counted card by card."""
    for card in cards:
        if number < _count(card):
            return card
        number -= _count(card)
    return None


def with_toggled(
    document: Document, catalogue: Catalogue, printed: Mapping[str, Any], fact: str, at: str
) -> list[dict[str, Any]] | dict[str, Any] | None:
    """What a fact mentions when the card at an address is mentioned too, or no more where it was."""
    there = meant(document, catalogue, printed, fact)
    now = [one.at for one in there if one.on]
    place = place_at(document, fact)
    if place is not None and place.spec.kind == "label":
        return None if at in now else mention(document, catalogue, at)
    kept = [one for one in now if one != at] if at in now else [*now, at]
    return [mention(document, catalogue, one) for one in kept]
