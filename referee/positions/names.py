"""The cards of a game as lines that choose them, with what tells them apart for the eye."""

from __future__ import annotations

from functools import lru_cache

from referee.boards.scene import facts_of
from referee.entering.cards_text import line_of
from rules.kernel.game import Game
from rules.registry import load


def names_of_cards(game: Game) -> list[list[str]]:
    """``[line, facts]`` for every card, by title."""
    return _names(game.name)


@lru_cache(maxsize=8)
def _names(name: str) -> list[list[str]]:
    catalogue = load(name).catalogue
    found = []
    for number, card in enumerate(catalogue.cards):
        facts = " · ".join(value for _name, value in facts_of(card)[:3])
        found.append([line_of(catalogue.reference(number)), facts])
    return sorted(found)
