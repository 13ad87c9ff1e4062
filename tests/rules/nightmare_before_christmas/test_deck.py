"""Deck construction: the four demonstration decks are legal and differ; each rule is broken once and named."""

from __future__ import annotations

import msgspec
import pytest

from rules import registry
from rules.kernel.cards import DeckLine, DeckList
from rules.nightmare_before_christmas.cards.decks import DECKS, GATEHOUSE
from rules.nightmare_before_christmas.deck import check_deck

GAME = registry.load("nightmare_before_christmas")
LOCALES = ("Jack's House", "Town Hall", "Sally's Room", "Lantern Row", "Bell Tower", "Cobweb Loft")
MAIN = {
    "Fetch": 4, "Sally": 4, "Mr. Hyde": 4, "Exorcism": 4, "Weeping Candle": 4, "Rummage": 4, "Pickpocket": 4,
    "Blueprints": 4, "Stone Ogre": 4, "Oogie Boogie": 4,
}  # fmt: skip


def deck(locales: tuple[str, ...] = LOCALES, main: dict[str, int] | None = None, **more: int) -> DeckList:
    lines = {**(MAIN if main is None else main), **more}
    return DeckList(
        sections={
            "locales": tuple(DeckLine(card=title) for title in locales),
            "main": tuple(DeckLine(card=title, count=count) for title, count in lines.items()),
        }
    )


def rules(made: DeckList) -> list[str]:
    found = [violation.rule for violation in check_deck(made, GAME.catalogue)]
    assert all(GAME.rulebook.entry(rule) is not None for rule in found)
    return found


def test_forty_cards_and_six_locales_are_a_legal_deck() -> None:
    assert sum(MAIN.values()) == 40
    assert rules(deck()) == []
    assert rules(deck(main={**MAIN, "Iron Beadle": 4, "Lady Thistle": 4, "Borrowed Time": 2})) == []


def test_four_different_legal_decks() -> None:
    assert len(DECKS) == 4
    assert [rules(made) for made in DECKS] == [[], [], [], []]
    sections = {msgspec.json.encode(made.sections) for made in DECKS}
    assert len(sections) == 4
    assert len({made.lines("locales")[0].card for made in DECKS}) == 4


def test_thirty_nine_cards_are_too_few() -> None:
    assert rules(deck(main={**MAIN, "Fetch": 3})) == ["deck-construction.main-deck.forty"]


def test_five_of_a_title_whatever_the_alias() -> None:
    assert rules(deck(main={**MAIN, "Fetch": 5})) == ["deck-construction.main-deck.copies"]
    pipers = (
        {"title": "Grim Piper", "sub_title": "Street Player"},
        {"title": "Grim Piper", "sub_title": "Silent Grave"},
    )
    lines = tuple(msgspec.convert({"card": piper, "count": 3}, DeckLine) for piper in pipers)
    made = deck()
    both = msgspec.structs.replace(made, sections={**made.sections, "main": (*made.lines("main"), *lines)})
    assert rules(both) == ["deck-construction.main-deck.copies"]


@pytest.mark.parametrize(
    ("locales", "wanted"),
    [
        (LOCALES[1:], ["deck-construction.locale-deck.starting"]),
        ((*LOCALES, "Old Gatehouse"), ["deck-construction.locale-deck.starting"]),
        (LOCALES[:-1], ["deck-construction.locale-deck.five"]),
        ((*LOCALES, "Dusty Vault"), ["deck-construction.locale-deck.five"]),
        ((*LOCALES[:-1], "Town Hall"), ["deck-construction.locale-deck.distinct"]),
        ((*LOCALES, "Sally"), ["deck-construction.locale-deck"]),
        ((*LOCALES, "Nowhere"), ["log.card"]),
    ],
)
def test_locale_decks(locales: tuple[str, ...], wanted: list[str]) -> None:
    assert rules(deck(locales)) == wanted


def test_no_locale_and_no_game_card_in_the_main_deck() -> None:
    assert rules(deck(main={**MAIN, "Dusty Vault": 1})) == ["deck-construction.main-deck"]
    assert rules(deck(main={**MAIN, "Pumpkin King Card": 1})) == ["deck-construction.main-deck"]


def test_unknown_sections_are_named() -> None:
    made = msgspec.structs.replace(GATEHOUSE, sections={**GATEHOUSE.sections, "side": ()})
    assert rules(made) == ["deck-construction"]
