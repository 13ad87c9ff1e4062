"""Deck construction, and the decks of self-play."""

from __future__ import annotations

from typing import cast

from rules.kernel.cards import Catalogue, DeckLine, DeckList
from rules.kernel.chance import Source
from rules.kernel.enforce import enforces
from rules.kernel.game import DeckViolation
from rules.kernel.log import Header, Player
from rules.nightmare_before_christmas.cards.card import NightmareCard
from rules.nightmare_before_christmas.cards.decks import DECKS
from rules.nightmare_before_christmas.texts import say

MIN_MAIN_DECK, COPIES, LOCALES = 40, 4, 5
SECTIONS = ("main", "locales")


def sample_header(players: int, source: Source) -> Header:
    """Seats A, B, … with demonstration decks drawn by lot."""
    seats = tuple(Player(seat=seat, deck=source.choice(DECKS)) for seat in "ABCDEF"[:players])
    return Header(log=1, game="nightmare_before_christmas", rules="1", players=seats)


def check_deck(deck: DeckList, catalogue: Catalogue) -> list[DeckViolation]:
    """Every rule of deck construction that a list breaks."""
    violations = [
        DeckViolation("deck-construction", say("unknown_deck_section", name=name[:40]))
        for name in deck.sections
        if name not in SECTIONS
    ]
    for section in SECTIONS:
        for line in deck.lines(section):
            if not catalogue.find(line.card):
                violations.append(DeckViolation.unknown_card(line.card))
    return [*violations, *_locale_deck(deck, catalogue), *_main_deck(deck, catalogue)]


def _known(lines: tuple[DeckLine, ...], catalogue: Catalogue) -> list[tuple[NightmareCard, int]]:
    """The first card each line fits, with its copies."""
    cards = []
    for line in lines:
        numbers = catalogue.find(line.card)
        if numbers:
            cards.append((cast("NightmareCard", catalogue.cards[numbers[0]]), line.count))
    return cards


@enforces("deck-construction.locale-deck")
def _locale_deck(deck: DeckList, catalogue: Catalogue) -> list[DeckViolation]:
    rule = "deck-construction.locale-deck"
    cards = _known(deck.lines("locales"), catalogue)
    violations = [
        DeckViolation(rule, say("title_not_locale", title=card.title), (card.title,))
        for card, _ in cards
        if card.type != "Locale"
    ]
    starting = sum(count for card, count in cards if card.starting)
    others: dict[str, int] = {}
    for card, count in cards:
        if card.type == "Locale" and not card.starting:
            others[card.title] = others.get(card.title, 0) + count
    if starting != 1:
        titles = tuple(card.title for card, _ in cards if card.starting)
        violations.append(
            DeckViolation(
                f"{rule}.starting", say("wrong_number_of_starting_locales", starting=starting), titles
            )
        )
    if sum(others.values()) != LOCALES:
        total = sum(others.values())
        violations.append(DeckViolation(f"{rule}.five", say("wrong_number_of_locales", total=total)))
    violations += [
        DeckViolation(f"{rule}.distinct", say("locale_more_than_once", title=title, count=count), (title,))
        for title, count in others.items()
        if count > 1
    ]
    return violations


@enforces("deck-construction.main-deck", "reading.a19")
def _main_deck(deck: DeckList, catalogue: Catalogue) -> list[DeckViolation]:
    rule = "deck-construction.main-deck"
    cards = _known(deck.lines("main"), catalogue)
    violations = [
        DeckViolation(rule, say("not_main_deck_card", title=card.title, type=card.type), (card.title,))
        for card, _ in cards
        if card.type not in ("Character", "Creation", "Surprise")
    ]
    total = sum(line.count for line in deck.lines("main"))
    if total < MIN_MAIN_DECK:
        violations.append(DeckViolation(f"{rule}.forty", say("main_deck_too_small", total=total)))
    copies: dict[str, int] = {}
    for card, count in cards:
        copies[card.title] = copies.get(card.title, 0) + count
    violations += [
        DeckViolation(f"{rule}.copies", say("more_than_four_copies", title=title, count=count), (title,))
        for title, count in copies.items()
        if count > COPIES
    ]
    return violations
