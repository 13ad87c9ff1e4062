"""A deck list read with the catalogue."""

from __future__ import annotations

from collections import Counter

from rules.highlander.card import HighlanderCard
from rules.highlander.cards import CARDS
from rules.kernel.cards import Catalogue, DeckList
from rules.kernel.game import DeckViolation

BASIC_ATTACKS = tuple(card.title for card in CARDS if card.is_basic and card.is_attack)
BASIC_BLOCKS = tuple(card.title for card in CARDS if card.is_basic and card.is_defense)
BASICS = (*BASIC_ATTACKS, *BASIC_BLOCKS)
SECTIONS = ("deck", "pre_game", "in_play")
TITLE_LIMIT = 6


class Built:
    """A deck list read with the catalogue: cards of each section with their copies. ``names``: those under which the
    Persona includes cards (its own and its Factions'); ``powers``: what associated cards change of the rules."""

    def __init__(self, deck: DeckList, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.main: Counter[int] = Counter()
        self.pre_game: Counter[int] = Counter()
        self.in_play: Counter[int] = Counter()
        self.unknown: list[DeckViolation] = []
        self.names: set[str] = set()
        self._read(deck, "pre_game", self.pre_game)
        self.personas = [card for card, _ in self.of(self.pre_game) if card.type == "persona"]
        self.persona = self.personas[0] if len(self.personas) == 1 else None
        self.names = {*self.persona.owners, *self.persona.factions} if self.persona else set()
        self._read(deck, "deck", self.main)
        self._read(deck, "in_play", self.in_play)
        self.powers = Counter(power for card, count in self.of(self.pre_game) for power in card.deck * count)

    def _read(self, deck: DeckList, section: str, counts: Counter[int]) -> None:
        """Read the lines of a section. Where one fits several cards, one that the Persona includes is meant, else a
        Generic one."""
        for line in deck.lines(section):
            numbers = sorted(self.catalogue.find(line.card), key=self._strangeness)
            if numbers:
                counts[numbers[0]] += line.count
            else:
                self.unknown.append(DeckViolation.unknown_card(line.card))

    def _strangeness(self, number: int) -> int:
        card = self.card(number)
        return 0 if self.names & set(card.owners) else 1 + bool(card.owners) + bool(card.mark)

    def card(self, number: int) -> HighlanderCard:
        card = self.catalogue.cards[number]
        assert isinstance(card, HighlanderCard)
        return card

    def of(self, counts: Counter[int]) -> list[tuple[HighlanderCard, int]]:
        return [(self.card(number), count) for number, count in counts.items()]

    def in_game(self) -> list[tuple[HighlanderCard, int]]:
        """The cards that are shuffled into the Endurance, and those that begin in play without being Pre-Game cards,
        each with its number."""
        return self.of(self.main + self.in_play)

    def cards(self) -> list[tuple[HighlanderCard, int]]:
        """The whole deck: Pre-Game cards are part of it (Deck)."""
        return self.of(self.main + self.in_play + self.pre_game)
