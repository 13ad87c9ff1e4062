"""The cards: the facts the rulebooks give, the demonstration set, and the names effects use."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rules import registry
from rules.nightmare_before_christmas import effects
from rules.nightmare_before_christmas.cards import rulebook
from rules.nightmare_before_christmas.cards.card import NightmareCard
from rules.nightmare_before_christmas.cards.catalogue import CARDS
from rules.nightmare_before_christmas.steps import BEGIN

OWN = [card for card in CARDS if card.own]
#: title, alias → type, Scare Number (by hand from both printings; None: not given)
NAMED: dict[tuple[str, str], tuple[str, int | None]] = {
    ("Jack's House", ""): ("Locale", None), ("Oogie's Lair", ""): ("Locale", None), ("Town Hall", ""): ("Locale", None),
    ("Sally's Room", ""): ("Locale", None), ("Town Square", ""): ("Locale", None), ("Laboratory", ""): ("Locale", None),
    ("Scary Bed", ""): ("Locale", None), ("Pumpkin Patch", ""): ("Locale", None),
    ("Jack Skellington", "The Pumpkin King"): ("Character", 3),
    ("Jack Skellington", "Master of Fright"): ("Character", 5),
    ("The Mayor", "Elected Official"): ("Character", 2), ("The Mayor", ""): ("Character", None),
    ("Mr. Hyde", "Covert Fellow"): ("Character", 1), ("Sally", "Shy Creature"): ("Character", 2),
    ("Zero", ""): ("Character", None), ("Dr. Finklestein", ""): ("Character", None), ("Igor", ""): ("Character", None),
    ("Oogie Boogie", "Meanest Guy Around"): ("Character", 4), ("Wolfman", ""): ("Character", None),
    ("Behemoth", ""): ("Character", None), ("Devil", ""): ("Character", None),
    ("Vampire (any)", ""): ("Character", None), ("Corpse Dad", ""): ("Character", None),
    ("Corpse Mom", ""): ("Character", None), ("Sandy Claws Outfit", ""): ("Creation", None),
    ("My Fantasies", ""): ("Surprise", None), ("Fetch", ""): ("Surprise", 0),
    ("Master! The Plans!", ""): ("Surprise", 1), ("That's our Job", ""): ("Surprise", 2),
    ("Mad Genius", ""): ("Surprise", 1), ("The Best I Can", ""): ("Surprise", 1),
    ("Pull Yourself Together", ""): ("Surprise", None), ("Halloweentown Gates", ""): ("Surprise", None),
    ("Twilight Sun", ""): ("Surprise", None), ("Pumpkin King Card", ""): ("Game card", None),
    ("Pumpkin Points Card", ""): ("Game card", None),
}  # fmt: skip


def named(title: str, alias: str = "") -> NightmareCard:
    return next(card for card in rulebook.CARDS if (card.title, card.sub_title) == (title, alias))


def test_all_thirty_six_named_cards_with_their_numbers() -> None:
    assert len(NAMED) == 36
    assert {(c.title, c.sub_title): (c.type, c.scare_number) for c in rulebook.CARDS} == NAMED
    assert not any(card.own for card in rulebook.CARDS) and all(card.source for card in rulebook.CARDS)


def test_the_named_locales() -> None:
    house, lair, hall, room = (
        named(t) for t in ("Jack's House", "Oogie's Lair", "Town Hall", "Sally's Room")
    )
    assert (house.starting, house.starting_hand) == (True, 7) and (lair.starting, lair.starting_hand) == (
        True,
        5,
    )
    assert [[(type(e).__name__, e.count) for e in f] for f in house.functions] == [  # type: ignore[union-attr]
        [("DrawCards", 2)], [("AddPoints", 2)], [("MoveCards", 4)],
    ]  # fmt: skip
    assert lair.functions == ((effects.DrawCards(count=2),), (), ()) and not lair.executed
    assert (hall.scare_threshold, room.scare_threshold) == (3, 2)
    assert hall.functions == ((effects.DrawCards(count=1), effects.AddPoints(count=3)),)
    assert room.functions == ((effects.AddPoints(count=2), effects.MoveCards(count=3)),)


def test_the_demonstration_set() -> None:
    titles = {card.title for card in OWN}
    assert len(titles) >= 60
    assert not titles & {card.title for card in rulebook.CARDS}
    assert sum(card.starting for card in OWN) >= 2
    assert all("assumed" in card.source and card.executed for card in OWN)
    kinds = Counter(card.type for card in OWN)
    assert all(kinds[kind] >= 10 for kind in ("Locale", "Character", "Creation", "Surprise"))
    assert max(Counter((c.title, c.sub_title) for c in CARDS).values()) == 1


def used(card: NightmareCard) -> list[Any]:
    found = [effect for function in card.functions for effect in function]
    found += [effect for ability in card.abilities for effect in ability.effects]
    return found + [effect for choice in card.choices for effect in choice.effects]


def test_each_kind_of_function_surprise_and_effect_is_there() -> None:
    every = {kind for kind in effects.Effect.__subclasses__() if "Pending only" not in (kind.__doc__ or "")}
    assert {type(effect) for card in OWN for effect in used(card)} == every
    functions = {type(e) for card in OWN if card.type == "Locale" for e in used(card)}
    assert {effects.DrawCards, effects.AddPoints, effects.MoveCards} < functions
    surprises = [card for card in OWN if card.type == "Surprise"]
    assert any(card.placed for card in surprises)
    assert any(isinstance(effect, effects.StackOn) for card in surprises for effect in used(card))
    assert any(card.on_others_turns and card.defends for card in surprises)
    assert any(len(card.choices) == 2 for card in surprises)
    assert any(ability.hex for card in OWN for ability in card.abilities)
    assert {ability.on for card in OWN for ability in card.abilities} == {
        "use",
        "played",
        "discarded",
        "creation",
    }


@pytest.mark.parametrize("card", CARDS, ids=lambda card: f"{card.title} {card.sub_title}".strip())
def test_every_effect_is_one_the_engine_carries_out(card: NightmareCard) -> None:
    for effect in used(card):
        assert effect.__struct_config__.tag in BEGIN
        for title in getattr(effect, "titles", ()):
            assert title in {other.title for other in CARDS}
        for group in (*getattr(effect, "groups", ()), getattr(effect, "group", "")):
            assert not group or any(group in other.groups for other in CARDS)
    locales = {other.title for other in CARDS if other.type == "Locale"}
    assert all(leaving.locale in locales for leaving in card.leaving)
    assert not card.gathers or card.gathers in locales
    assert all(not discount.at or discount.at in locales for discount in card.discounts)


def test_a_title_with_versions_is_told_apart_by_its_alias() -> None:
    catalogue = registry.load("nightmare_before_christmas").catalogue
    assert len(catalogue.find("Jack Skellington")) == 2
    assert len(catalogue.find("Sally")) == 1
