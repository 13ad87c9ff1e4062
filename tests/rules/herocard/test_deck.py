"""Deck construction: three Attribute cards, 20 Action cards or more, six copies at most, 30 build points."""

from __future__ import annotations

import msgspec
import pytest

from rules.herocard.cards import HEROES, hero_deck
from rules.herocard.core.game import HeroOptions
from rules.herocard.core.reading.card import ACTIONS, HeroCard
from rules.herocard.duel.game import HeroCardDuel
from rules.kernel.cards import DeckLine, DeckList

GAME = HeroCardDuel()
THREE = ("Will: Body", "Will: Mind", "Will: Soul")


def rules(deck: DeckList, **options: int) -> list[str]:
    found = GAME.check_deck(deck, HeroOptions(**options), GAME.catalogue)
    return [violation.rule for violation in found]


def deck(actions: dict[str, int], attributes: tuple[str, ...] = THREE) -> DeckList:
    sections = {
        "attributes": tuple(DeckLine(title) for title in attributes),
        "actions": tuple(DeckLine(title, count) for title, count in actions.items()),
    }
    return DeckList("mine", sections)


TWENTY = {"Shotgun": 6, "Dig In": 6, "Prayer": 6, "Burn": 2}


@pytest.mark.parametrize("hero", sorted(HEROES))
def test_the_demonstration_decks_are_legal_and_hold_thirty(hero: str) -> None:
    listed = hero_deck(hero)
    assert sum(line.count for line in listed.lines("actions")) == 30
    assert rules(listed) == []


def test_twenty_action_cards_are_enough_and_nineteen_are_not() -> None:
    assert rules(deck(TWENTY)) == []
    assert rules(deck({**TWENTY, "Burn": 1})) == ["creating-your-own-decks.minimum"]


def test_six_copies_and_no_seventh() -> None:
    assert rules(deck({**TWENTY, "Burn": 6})) == []
    assert rules(deck({**TWENTY, "Burn": 7})) == ["creating-your-own-decks.copies"]


def test_attribute_cards_of_different_heroes_one_of_each() -> None:
    assert rules(deck(TWENTY, ("Will: Body", "Isis: Mind", "Will: Soul")), build_limit=40) == []
    assert rules(deck(TWENTY, ("Will: Body", "Will: Mind"))) == ["creating-your-own-decks.attributes"]
    doubled = rules(deck(TWENTY, ("Will: Body", "Will: Mind", "Isis: Mind")), build_limit=40)
    assert doubled == ["creating-your-own-decks.attributes"] * 2


def test_build_points_stay_within_the_limit() -> None:
    """Will's Body 12, Isis's Mind 11 and Deon's Soul 11 come to 34."""
    mixed = deck(TWENTY, ("Will: Body", "Isis: Mind", "Deon: Soul"))
    assert rules(mixed) == ["balancing-customized-heroes.limit"]
    assert rules(mixed, build_limit=34) == []


def test_unknown_cards_sections_and_kinds_are_named() -> None:
    odd = DeckList("odd", {**deck(TWENTY).sections, "extra": (DeckLine("Shotgun"),)})
    assert rules(odd) == ["creating-your-own-decks.sections"]
    assert rules(deck({**TWENTY, "No Such Card": 1})) == ["log.card"]
    assert rules(deck({**TWENTY, "Farm": 1})) == ["creating-your-own-decks.actions"]
    assert "creating-your-own-decks.attributes" in rules(deck(TWENTY, (*THREE, "Shotgun")))


def test_every_declared_card_is_whole() -> None:
    for card in GAME.catalogue.cards:
        assert isinstance(card, HeroCard)
        assert card.summary and card.source
        if card.kind in ACTIONS:
            assert card.own and card.attribute and card.action
        if card.kind == "scene":
            assert len(set(card.exits)) == 3


def test_the_facts_the_rulebook_gives() -> None:
    """Values and kinds named in the rulebook's text."""
    given = {
        "Shotgun": ("base_attack", 9),
        "Self Defense": ("base_block", 5),
        "Premonition": ("base_block", 2),
        "Retouch": ("block_mod", 4),
        "Deliverance": ("base_block", 5),
        "Night Terror": ("attack_mod", 5),
    }
    for title, facts in given.items():
        (number,) = GAME.catalogue.find(title)
        card = GAME.catalogue.cards[number]
        assert isinstance(card, HeroCard)
        assert (card.kind, card.value) == facts
        assert "value" not in card.assumed
    kinds = {card.kind for card in GAME.catalogue.cards if isinstance(card, HeroCard)}
    assert kinds == set(msgspec.inspect.type_info(HeroCard).fields[_kind_field()].type.values)  # type: ignore[attr-defined]


def _kind_field() -> int:
    names = [field.name for field in msgspec.inspect.type_info(HeroCard).fields]  # type: ignore[attr-defined]
    return names.index("kind")
