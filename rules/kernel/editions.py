"""Editions of a game's rules, by name or by the day on which they are in force; and corrections of cards."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules.kernel.cards import IDENTITY, Catalogue, convert_cards
from rules.kernel.errors import LogError
from rules.kernel.game import Game
from rules.kernel.json_types import JsonObject
from rules.kernel.rulebook import check_edition
from rules.kernel.texts import say

#: a day as ISO 8601 writes it: two of them compare as texts
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def edition_on(game: Game, day: str) -> str:
    """The newest edition in force on a day; one that has no day of its own always was. Raises ``LogError`` before the
    first."""
    for edition in reversed(game.editions):
        if game.edition_days.get(edition, "") <= day:
            return edition
    raise LogError(1, say("no_edition_by_then", title=game.title, day=day))


def edition_named(game: Game, name: str) -> str:
    """The edition that is meant by its name or by a day. Raises ``LogError``."""
    return edition_on(game, name) if DAY.fullmatch(name) else check_edition(name, game.editions)


def corrected(game: Game, cards: Sequence[JsonObject], errata: Sequence[JsonObject]) -> list[JsonObject]:
    """Declared cards with corrections in their place, and after them those of cards that are not among them. What a
    correction leaves unsaid of a card's identity it takes over. Raises ``msgspec.ValidationError``."""
    listed = Catalogue(convert_cards(game.card_type, list(cards)))
    rows = list(cards)
    more: list[JsonObject] = []
    for row, card in zip(errata, convert_cards(game.card_type, list(errata)), strict=True):
        place = listed.meant(card)
        if place is None:
            more.append(row)
        else:
            said = {name: getattr(listed.cards[place], name) for name in IDENTITY}
            rows[place] = {**{name: value for name, value in said.items() if value}, **row}
    return rows + more
