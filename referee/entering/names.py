"""The cards of a game as lines that choose them, with what tells them apart for the eye."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from referee.boards.scene import facts_of
from referee.entering.cards_text import line_of
from rules.kernel.cards import Catalogue
from rules.kernel.game import Game
from rules.registry import load


def names_of_cards(game: Game) -> list[list[str]]:
    """``[line, facts]`` for every card, by title."""
    return _names(game.name)


@lru_cache(maxsize=8)
def _names(name: str) -> list[list[str]]:
    catalogue = load(name).catalogue
    return names_in(catalogue, catalogue.everything)


def names_in(catalogue: Catalogue, numbers: Iterable[int]) -> list[list[str]]:
    """The same for these cards of a catalogue."""
    lines = []
    for number in numbers:
        facts = " · ".join(value for _name, value in facts_of(catalogue.cards[number])[:3])
        lines.append([line_of(catalogue.reference(number)), facts])
    return sorted(lines)


def pickable(game: Game, catalogue: Catalogue) -> list[int]:
    """The cards to choose among, those that a log or an event adds first. Where some are added, cards the project made
    up for demonstration are left out: nobody plays them beside real ones."""
    if catalogue is game.catalogue:
        return list(catalogue.everything)
    known = set(map(id, game.catalogue.cards))
    own = [n for n, card in enumerate(catalogue.cards) if id(card) not in known]
    return own + [n for n, card in enumerate(catalogue.cards) if id(card) in known and not card.own]
