"""Conditions and filters of card texts: whether a condition holds of a Halloweentown, and whether a card is one of
those meant.

Each fact of ``When`` is a condition of its own, asked by the function of its name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from rules.kernel.enforce import enforces
from rules.nightmare_before_christmas.cards.card import NightmareCard
from rules.nightmare_before_christmas.effects import When
from rules.nightmare_before_christmas.position import Player
from rules.nightmare_before_christmas.town import KnowsCards, place_of, title_of, with_title

#: Asks one condition of a Halloweentown, for the card whose text it is where that is in play.
Asked = Callable[[KnowsCards, Player, When, int | None], bool]
#: The name of a condition → what asks it, where the card says it.
CONDITIONS: dict[str, Asked] = {}


def condition(function: Asked) -> Asked:
    """Marks what asks the condition of its name."""
    CONDITIONS[function.__name__] = function
    return function


@enforces("other-rules.character-card-text", "reading.a13")
def holds(knowledge: KnowsCards, player: Player, when: When | None, me: int | None = None) -> bool:
    """Whether a condition holds of a player's own Halloweentown; ``me`` is the Character whose text asks."""
    if when is None:
        return True
    return all(
        asked(knowledge, player, when, me) for name, asked in CONDITIONS.items() if getattr(when, name)
    )


def _at(knowledge: KnowsCards, player: Player, title: str) -> int | None:
    """The place of the Locale at which a Character of that title is."""
    card = with_title(knowledge, player, title)
    return None if card is None else place_of(player, card)


@condition
def present(knowledge: KnowsCards, player: Player, when: When, me: int | None) -> bool:
    """These Characters are in the Halloweentown."""
    return all(with_title(knowledge, player, title) is not None for title in when.present)


@condition
def absent(knowledge: KnowsCards, player: Player, when: When, me: int | None) -> bool:
    """None of these Characters is in the Halloweentown."""
    return all(with_title(knowledge, player, title) is None for title in when.absent)


@condition
def creations(knowledge: KnowsCards, player: Player, when: When, me: int | None) -> bool:
    """So many Creations at least are in the Halloweentown."""
    return len(player.creations) >= when.creations


@condition
def together(knowledge: KnowsCards, player: Player, when: When, me: int | None) -> bool:
    """These Characters are at one Locale."""
    places = {_at(knowledge, player, title) for title in when.together}
    return len(places) == 1 and None not in places


@condition
def who(knowledge: KnowsCards, player: Player, when: When, me: int | None) -> bool:
    """This Character is at the Locale that ``where`` names."""
    there = _at(knowledge, player, when.who)
    return there is not None and title_of(knowledge, player.locales[there].card) == when.where


@condition
def here(knowledge: KnowsCards, player: Player, when: When, me: int | None) -> bool:
    """The card itself is at this Locale."""
    mine = None if me is None else place_of(player, me)
    return mine is not None and title_of(knowledge, player.locales[mine].card) == when.here


@condition
def beside(knowledge: KnowsCards, player: Player, when: When, me: int | None) -> bool:
    """The card itself is at one Locale with a Character of this title."""
    mine = None if me is None else place_of(player, me)
    return mine is not None and any(
        title_of(knowledge, other) == when.beside for other in player.locales[mine].characters if other != me
    )


class Filter(Protocol):
    """A filter of cards: those of these titles, groups or types; any where none is said."""

    @property
    def titles(self) -> tuple[str, ...]: ...
    @property
    def groups(self) -> tuple[str, ...]: ...
    @property
    def types(self) -> tuple[str, ...]: ...


def matches(cards: Filter, face: NightmareCard) -> bool:
    """Whether a card is one of those that a text means."""
    if not (cards.titles or cards.groups or cards.types):
        return True
    return (
        face.title in cards.titles
        or face.type in cards.types
        or any(group in cards.groups for group in face.groups)
    )
