"""Card declarations: four Heroes' demonstration decks, and Nightmare's Scenes and Killers.

The rulebook names some cards and gives a few of their facts; costs, Attributes, Action Types and most texts stand
only in pictures that are lost. What the project chose in their place is listed in each card's ``assumed``.
"""

from __future__ import annotations

from functools import lru_cache

from rules.herocard.cards import aisling, deon, isis, nightmare, will
from rules.herocard.cards.declare import Listed
from rules.herocard.core.reading.card import HeroCard
from rules.kernel.cards import DeckLine, DeckList, declared

HEROES: dict[str, tuple[tuple[HeroCard, ...], tuple[Listed, ...]]] = {
    "Will": (will.ATTRIBUTES, will.ACTIONS),
    "Isis": (isis.ATTRIBUTES, isis.ACTIONS),
    "Deon": (deon.ATTRIBUTES, deon.ACTIONS),
    "Aisling": (aisling.ATTRIBUTES, aisling.ACTIONS),
}


@lru_cache(maxsize=1)
def catalogue_cards() -> tuple[HeroCard, ...]:
    """Every card the project declares."""
    cards: list[HeroCard] = []
    for attributes, actions in HEROES.values():
        cards += [*attributes, *(card for card, _ in actions)]
    return declared((*cards, *nightmare.SCENES, *nightmare.KILLERS))


@lru_cache(maxsize=8)
def hero_deck(name: str) -> DeckList:
    """A Hero's demonstration deck: three Attribute cards and thirty Action cards."""
    attributes, actions = HEROES[name]
    sections = {
        "attributes": tuple(DeckLine(card.title) for card in attributes),
        "actions": tuple(DeckLine(card.title, count) for card, count in actions),
    }
    return DeckList(name, sections)
