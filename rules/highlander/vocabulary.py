"""The words in which a card's text is declared, and which of a declaration are none of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from rules.highlander.card import Effect, HighlanderCard
from rules.highlander.cards import CARDS
from rules.highlander.changes.carrying_out import FORMER
from rules.highlander.effects import EFFECTS

#: lists of effects that are carried out by their verb; the others are looked up while a card lies there
DONE = ("on_play", "when_over", "on_leave")
LISTS = (*DONE, "while_in_play", "discard_to_use", "conjunction", "requires")
#: words that rules ask for and no card of the catalogue has
MORE = {"marks": frozenset({"stacks"}), "deck": frozenset({"unreleased", "misprinted"})}


@cache
def words(name: str) -> frozenset[str]:
    """The words that a field of a declaration may hold: those of the catalogue, which are all there are, and what
    rules ask for besides."""
    if name in MORE:
        return MORE[name] | {word for card in CARDS for word in getattr(card, name)}
    found = {effect.do for card in CARDS for effect in getattr(card, name)}
    return frozenset(found | set(EFFECTS) | {FORMER} if name in DONE or name == "discard_to_use" else found)


def unknown(card: HighlanderCard) -> tuple[str, ...]:
    """The words of a declaration that mean nothing in this game: whoever wrote them would wait in vain."""
    return tuple(dict.fromkeys(_unknown(card)))


def _unknown(card: HighlanderCard) -> Iterator[str]:
    for name in LISTS:
        effects: tuple[Effect, ...] = getattr(card, name)
        for effect in effects:
            if effect.do not in words(name):
                yield effect.do
            elif effect.do == "chance" and effect.does not in EFFECTS:
                yield effect.does or effect.do
    for name in MORE:
        said: tuple[str, ...] = getattr(card, name)
        yield from (word for word in said if word not in words(name))
