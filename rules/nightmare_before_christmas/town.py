"""The contents and worth of a Halloweentown: Scare Numbers, Active Locales, titles in play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from msgspec.structs import replace

from rules.kernel.cards import Card, Catalogue
from rules.kernel.enforce import enforces
from rules.kernel.knowledge import OPEN, Knowledge
from rules.nightmare_before_christmas.cards.card import NightmareCard
from rules.nightmare_before_christmas.position import Locale, Player, Stack


class KnowsCards(Protocol):
    """Whatever knows the faces of cards."""

    def card(self, card: int, /) -> Card | None: ...


class FaceTable:
    """Faces by a table of knowledge, where there is no judgment at hand."""

    def __init__(self, known: Knowledge, catalogue: Catalogue) -> None:
        self.faces, self.cards = known.faces, catalogue.cards

    def card(self, card: int, /) -> Card | None:
        face = self.faces.get(card)
        return None if face is None else self.cards[face]


def face_of(knowledge: KnowsCards, card: int | None) -> NightmareCard | None:
    """A card's face, where there is one and it is known."""
    return None if card is None else knowledge.card(card)  # type: ignore[return-value]  # a cast costs a call


def stacked(player: Player, card: int) -> tuple[int, ...]:
    """The Surprises beneath a Character."""
    for stack in player.stacks:
        if stack.on == card:
            return stack.cards
    return ()


def with_stacked_card(player: Player, character: int, card: int) -> Player:
    """The player with a card stacked on a Character, beneath what is stacked there already."""
    stacks = tuple(stack for stack in player.stacks if stack.on != character)
    return replace(player, stacks=(*stacks, Stack(on=character, cards=(*stacked(player, character), card))))


def characters(player: Player) -> Iterator[int]:
    """Every Character of a Halloweentown, from left to right."""
    for locale in player.locales:
        yield from locale.characters


def place_of(player: Player, card: int) -> int | None:
    """The number in the row of the Locale a Character is at."""
    for number, locale in enumerate(player.locales):
        if card in locale.characters:
            return number
    return None


def in_play(player: Player) -> Iterator[int]:
    """The cards of a Halloweentown apart from its Locales; what lies face down beneath a Locale is not in play."""
    yield from characters(player)
    yield from player.creations
    yield from player.placed
    for stack in player.stacks:
        yield from stack.cards


def number_of(knowledge: KnowsCards, card: int) -> int | None:
    """A card's printed Scare Number; None where it is not known."""
    face = face_of(knowledge, card)
    return None if face is None else face.scare_number


def strength(knowledge: KnowsCards, player: Player, locale: Locale) -> tuple[int, bool]:
    """The Scare Numbers at a Locale with what is stacked there, and whether all of them are known."""
    total, sure = 0, True
    for character in locale.characters:
        for card in (character, *stacked(player, character)):
            if card == OPEN:
                sure = False
                continue
            number = number_of(knowledge, card)
            if number is None:
                sure = False
            else:
                total += number
    return total, sure


@enforces("player-turn.active", "player-turn.starting-locale", "reading.a12")
def active(knowledge: KnowsCards, player: Player, locale: Locale) -> bool | None:
    """Whether a Locale is Active; None where that cannot be known."""
    face = face_of(knowledge, locale.card)
    if face is None:
        return None
    if face.starting or face.scare_threshold == 0:
        return True
    total, sure = strength(knowledge, player, locale)
    if face.scare_threshold is None:
        return None
    if total >= face.scare_threshold:
        return True
    return False if sure else None


@enforces("winning.tally", "winning.thresholds-do-not-count")
def scare_points(knowledge: KnowsCards, player: Player) -> tuple[int, bool]:
    """The Scare Points of a Halloweentown, and whether all its Scare Numbers are known."""
    total, sure = 0, True
    for card in in_play(player):
        number = None if card == OPEN else number_of(knowledge, card)
        if number is None:
            sure = False
        else:
            total += number
    return total, sure


def active_locales(knowledge: KnowsCards, player: Player) -> tuple[int, int]:
    """How many Locales are Active, and the sum of their Scare Thresholds."""
    count = thresholds = 0
    for locale in player.locales:
        if active(knowledge, player, locale):
            count += 1
            face = face_of(knowledge, locale.card)
            if face is not None and not face.starting:
                thresholds += face.scare_threshold or 0
    return count, thresholds


def title_of(knowledge: KnowsCards, card: int | None) -> str:
    """A card's title, or nothing where it is not known."""
    face = face_of(knowledge, card)
    return "" if face is None else face.title


def with_title(knowledge: KnowsCards, player: Player, title: str) -> int | None:
    """The Character of that title in a Halloweentown."""
    for card in characters(player):
        if title_of(knowledge, card) == title:
            return card
    return None


def unknown_in(knowledge: KnowsCards, player: Player) -> tuple[int, ...]:
    """The Characters in play whose faces nobody knows (a position may be given that way)."""
    return tuple(card for card in characters(player) if card == OPEN or knowledge.card(card) is None)


def town_titles(knowledge: KnowsCards, player: Player) -> frozenset[str]:
    """The titles of everything in play in a Halloweentown but its Locales."""
    return frozenset(title_of(knowledge, card) for card in in_play(player))
