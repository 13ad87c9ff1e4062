"""Deck construction: each rule is broken alone, and named with the cards by which it is broken."""

from __future__ import annotations

from typing import Any

import pytest

from rules.highlander.card import HighlanderCard
from rules.highlander.cards import CARDS
from rules.highlander.deck.built import BASICS
from rules.highlander.deck.samples import NO_PERSONA, personas, sample_deck
from rules.highlander.event_options import HighlanderOptions
from rules.highlander.game import HighlanderGame
from rules.kernel.cards import CardSpec, Catalogue, DeckLine, DeckList
from rules.kernel.chance import Source

GAME = HighlanderGame()
OTHERS = (
    HighlanderCard(title="Watcher", variant="Hunter", groups=("Watcher",)),
    HighlanderCard(title="Big and Bad", type="event"),
    HighlanderCard(title="Slice", type="attack", grid="AOO/OAO/OOO", weapon="Rapier"),
    HighlanderCard(title="Power Blow", sub_title="Connor", owners=("Connor",), type="event"),
    HighlanderCard(title="Power Blow", sub_title="Duncan", owners=("Duncan",), type="event"),
    HighlanderCard(title="Master Head Shot", type="event"),
    HighlanderCard(title="Master's Head Shot", type="attack", grid="OAO/OOO/OOO"),
)
CATALOGUE = Catalogue((*CARDS, *OTHERS))
TREATMENT = CardSpec(title="Watcher", variant="Treatment")
HUNTER = CardSpec(title="Watcher", variant="Hunter")
OF_CONNOR = CardSpec(title="Power Blow", sub_title="Connor")
OF_DUNCAN = CardSpec(title="Power Blow", sub_title="Duncan")
CASPIANS = CardSpec(title="Master's Attack", sub_title="Caspian", grid="AOO/OAO/OOO")
STALK = CardSpec(title="Stalk", sub_title="Xavier")
PUNK = CardSpec(title="Street Punk", edition="SE")


def rules(
    *more: tuple[Any, int], before: tuple[Any, ...] = (), without: str = "", **options: Any
) -> list[str]:
    """What a deck of the Basic cards and ``more`` breaks."""
    main = [DeckLine(title) for title in BASICS if title != without]
    main += [DeckLine(card, count) for card, count in more]
    deck = DeckList("mine", {"deck": tuple(main), "pre_game": tuple(DeckLine(title) for title in before)})
    return [v.rule for v in GAME.check_deck(deck, HighlanderOptions(**options), CATALOGUE)]


def test_the_basic_cards_alone_are_a_deck() -> None:
    """Nine Basic Attacks and six Basic Blocks; the Handbook names no smallest size."""
    assert len(BASICS) == 15
    assert rules() == []


@pytest.mark.parametrize("title", BASICS)
def test_each_basic_card_is_wanted(title: str) -> None:
    assert rules(without=title) == ["basic-cards"]


def test_the_event_may_ask_for_a_size() -> None:
    assert rules(("Reporter", 5), min_deck=20) == []
    assert rules(("Reporter", 4), min_deck=20) == ["reading.b1"]


@pytest.mark.parametrize(("copies", "size"), [(1, 90), (2, 100), (3, 110), (4, 120), (5, 130), (6, 140)])
def test_big_and_bad_asks_for_more(copies: int, size: int) -> None:
    fill = [HighlanderCard(title=f"Card {n}", type="event") for n in range(30)]
    catalogue = Catalogue((*CARDS, *OTHERS, *fill))

    def found(total: int) -> list[str]:
        left = total - len(BASICS) - copies
        lines = [DeckLine(title) for title in BASICS] + [DeckLine("Big and Bad", copies)]
        for n in range(30):
            lines += [DeckLine(f"Card {n}", min(6, left - 6 * n))] if left > 6 * n else []
        deck = DeckList("big", {"deck": tuple(lines)})
        return [v.rule for v in GAME.check_deck(deck, HighlanderOptions(), catalogue)]

    assert found(size) == []
    assert found(size - 1) == ["big-and-bad-calculating-minimum-deck-size"]


def test_six_of_a_title_whatever_the_text() -> None:
    """HL-158: 2 Treatments and 4 Hunters, not 2 and 6."""
    assert rules((TREATMENT, 2), (HUNTER, 4)) == []
    assert rules((TREATMENT, 2), (HUNTER, 6)) == ["restriction-by-title"]


def test_titles_that_only_look_alike_are_two() -> None:
    """HL-159: Master Head Shot and Master's Head Shot, six each; six Masters are Duncan's limit."""
    assert rules(("Master Head Shot", 6), ("Master's Head Shot", 6), before=("Duncan MacLeod",)) == [
        "master-limit"
    ]


def test_a_restriction_number_holds_for_the_same_card() -> None:
    """HL-160: three Street Punks."""
    assert rules((PUNK, 3)) == []
    assert rules((PUNK, 4)) == ["restriction-number"]
    assert rules((TREATMENT, 3)) == ["restriction-number"]


def test_without_a_persona_one_of_each_persona_card() -> None:
    """HL-079 to HL-081."""
    assert rules((OF_CONNOR, 1), ("Back Away", 1)) == []
    assert rules((OF_CONNOR, 1), (OF_DUNCAN, 1)) == []
    assert rules((OF_CONNOR, 2)) == ["generic-persona"]
    assert rules((CASPIANS, 1)) == ["reserved-cards", "master"]


def test_signature_cards_go_with_their_persona_alone() -> None:
    """HL-166 in kind: Fast Talk is Fitzcairn's Signature card."""
    assert rules(("Fast Talk", 1)) == ["signature-cards"]
    assert rules(("Fast Talk", 1), before=("Duncan MacLeod",)) == ["signature-cards"]


def test_reserved_cards_go_with_their_persona_alone() -> None:
    assert rules((STALK, 1), before=("Xavier St. Cloud",)) == []
    assert rules((STALK, 1), before=("Duncan MacLeod",)) == ["reserved-cards"]


def test_persona_cards_want_their_persona() -> None:
    assert rules((OF_DUNCAN, 6), before=("Duncan MacLeod",)) == []
    assert rules((OF_CONNOR, 1), before=("Duncan MacLeod",)) == ["persona-specific"]


def test_the_persona_says_how_many_masters() -> None:
    """HL-115 and HL-117: six for Duncan, none without a Persona."""
    assert rules(("Master Head Shot", 6), before=("Duncan MacLeod",)) == []
    swordsman = ("Master Swordsman", 1)
    assert rules(("Master Head Shot", 6), swordsman, before=("Duncan MacLeod",)) == ["master-limit"]
    assert rules(("Master Head Shot", 1)) == ["master"]


def test_weapon_cards_want_their_weapon() -> None:
    assert rules(("Slice", 2), before=("Rapier",)) == []
    assert rules(("Slice", 2), before=("War Axe",)) == ["weapon-specific"]
    assert rules(before=("Rapier", "War Axe")) == ["weapon-of-choice"]


def test_pre_game_cards() -> None:
    """HL-139 in kind: one of each; six at most; they stand apart from the deck, and one Persona."""
    assert rules(before=("Duncan MacLeod", "Thunder Castle Games", "Rapier")) == []
    assert rules(before=("Thunder Castle Games", "Thunder Castle Games")) == ["pre-game-cards"]
    assert rules(before=("Reporter",)) == ["pre-game-cards"]
    assert rules(("Thunder Castle Games", 1)) == ["pre-game-cards"]
    assert rules(before=("Duncan MacLeod", "Luther")) == ["persona"]


def test_six_pre_game_cards_are_associated() -> None:
    premiums = tuple(HighlanderCard(title=f"Premium {n}", type="premium") for n in range(7))
    catalogue = Catalogue((*CARDS, *premiums))

    def found(number: int) -> list[str]:
        before = tuple(DeckLine(f"Premium {n}") for n in range(number))
        deck = DeckList("mine", {"deck": tuple(DeckLine(t) for t in BASICS), "pre_game": before})
        return [v.rule for v in GAME.check_deck(deck, HighlanderOptions(), catalogue)]

    assert found(6) == []
    assert found(7) == ["associate"]


def test_unknown_cards_and_sections_are_named() -> None:
    deck = DeckList("mine", {"deck": tuple(DeckLine(t) for t in (*BASICS, "Nobody's Card")), "side": ()})
    found = GAME.check_deck(deck, HighlanderOptions(), CATALOGUE)
    assert [(v.rule, v.cards) for v in found] == [
        ("log.card", ("Nobody's Card",)),
        ("deck-construction", ()),
    ]


def test_every_violation_says_what_is_wrong() -> None:
    deck = DeckList("mine", {"deck": (DeckLine("Fast Talk", 7),)})
    for violation in GAME.check_deck(deck, HighlanderOptions(), CATALOGUE):
        assert violation.message
        assert GAME.rulebook.entry(violation.rule) is not None


def test_the_sample_decks_are_legal() -> None:
    for seed in range(120):
        deck = sample_deck(Source(f"deck {seed}"))
        assert GAME.check_deck(deck, HighlanderOptions(), GAME.catalogue) == []


def test_there_is_a_sample_deck_for_each_persona_and_for_none() -> None:
    """Each is another deck, so that different decks meet in self-play."""
    decks = {}
    for persona in personas():
        name = persona.title if persona else NO_PERSONA
        deck = sample_deck(Source("one of each"), name)
        assert GAME.check_deck(deck, HighlanderOptions(), GAME.catalogue) == []
        decks[name] = deck.sections
        titles = [line.card for line in deck.lines("pre_game")]
        assert (persona is None) == (name not in titles)
    printed = {
        card.title for card in CARDS if card.type == "persona" and card.source == "Handbook" and card.owners
    }
    assert len(printed) == 8
    assert {*printed, NO_PERSONA} <= set(decks)
    assert len({str(sections) for sections in decks.values()}) == len(decks)


def substituted(*more: tuple[Any, int], before: tuple[Any, ...], without: tuple[str, ...]) -> list[str]:
    main = [DeckLine(title) for title in BASICS if title not in without]
    main += [DeckLine(card, count) for card, count in more]
    lists = {"deck": tuple(main), "pre_game": tuple(DeckLine(card) for card in before)}
    return [v.rule for v in GAME.check_deck(DeckList("mine", lists), HighlanderOptions(), CATALOGUE)]


def crystal(name: str) -> CardSpec:
    return CardSpec(title="Crystal", variant=name)


def test_a_crystal_lets_one_card_stand_in() -> None:
    """An Attack that is no Special Attack for a Basic Attack, a Defense for a Basic Block; a Crystal for each."""
    calliope, clio = crystal("Calliope"), crystal("Clio")
    slash = (CardSpec(title="Slash"), 1)
    assert substituted(slash, before=(), without=("Thrust",)) == ["basic-cards"]
    assert substituted(slash, before=(calliope,), without=("Thrust",)) == []
    assert substituted(before=(calliope,), without=("Thrust",)) == ["crystal"]
    weapon = ("Improvised Weapon", 1)
    assert substituted(weapon, before=(calliope,), without=("Thrust",)) == ["crystal"]
    assert substituted(("Upper Guard", 1), before=(calliope,), without=("Lower Center Block",)) == []
    assert substituted(slash, before=(calliope,), without=("Lower Center Block",)) == ["crystal"]
    both = ("Thrust", "Lower Center Block")
    assert substituted(slash, ("Upper Guard", 1), before=(calliope,), without=both) == ["basic-cards"]
    assert substituted(slash, ("Upper Guard", 1), before=(calliope, clio), without=both) == []


def test_crystals_follow_one_another_and_do_not_count() -> None:
    """Reading B37: “in play” means associated."""
    names = ("Calliope", "Euterpe", "Terpsichore", "Clio", "Melpomene", "Erato")
    every = tuple(crystal(name) for name in names)
    assert substituted(before=every, without=()) == []
    assert substituted(before=(crystal("Euterpe"),), without=()) == ["reading.b37"]
    assert substituted(before=(crystal("Terpsichore"), crystal("Calliope")), without=()) == ["reading.b37"]
    premiums = ("Thunder Castle Games", "Duncan MacLeod", CardSpec(title="Darius", variant="Pre-Game"))
    arms = [
        CardSpec(title="Arms and Tactics", variant=name) for name in ("Break Glass", "Head Shot", "Discard 5")
    ]
    assert substituted(before=(*every, *premiums, *arms), without=()) == []
    assert substituted(before=(*premiums, *arms, "Rapier"), without=()) == ["associate"]


def test_rips_are_the_same_card() -> None:
    """All Thunder Castle Games cards are one, whatever is printed on them."""
    rips = [
        HighlanderCard(title="Thunder Castle Games", variant=v, type="pre_game", marks=("ripped",))
        for v in "ab"
    ]
    deck = DeckList("rips", {"deck": tuple(DeckLine(t) for t in BASICS), "pre_game": tuple(
        DeckLine(CardSpec(title="Thunder Castle Games", variant=v)) for v in "ab")})  # fmt: skip
    found = GAME.check_deck(deck, HighlanderOptions(), Catalogue((*CARDS, *rips)))
    assert [v.rule for v in found] == ["pre-game-cards"]


def test_darius_lets_in_one_card_of_another_persona_each() -> None:
    """But no Signature card."""
    darius = CardSpec(title="Darius", variant="Event")
    assert rules((STALK, 1), (darius, 1), before=("Duncan MacLeod",)) == []
    assert rules((STALK, 1), (OF_CONNOR, 1), (darius, 1), before=("Duncan MacLeod",)) in (
        ["reserved-cards"], ["persona-specific"],
    )  # fmt: skip
    assert rules((STALK, 1), (OF_CONNOR, 1), (darius, 2), before=("Duncan MacLeod",)) == []
    assert rules(("Fast Talk", 1), (darius, 1), before=("Duncan MacLeod",)) == ["signature-cards"]


def test_quickenings_let_in_cards_of_other_personas() -> None:
    bob = CardSpec(title="Quickening", variant="Bob")
    masters = CardSpec(title="Quickening", variant="Masters")
    assert rules((OF_CONNOR, 1), before=("Xavier St. Cloud", bob)) == []
    assert rules((OF_CONNOR, 2), before=("Xavier St. Cloud", bob)) == ["persona-specific"]
    assert rules((CASPIANS, 1), before=("Xavier St. Cloud", bob)) == ["reserved-cards"]
    assert rules((CASPIANS, 2), before=("Xavier St. Cloud", masters)) == []
    assert rules((STALK, 1), before=("Duncan MacLeod", masters)) == ["reserved-cards"]


def test_weapons_go_together() -> None:
    """HL-185 and HL-186; a Secondary weapon goes beside another."""
    blade = CardSpec(title="Parrying Blade", variant="")
    assert rules(before=(blade, "Shield")) == []
    assert rules(before=(blade, blade)) == ["pre-game-cards", "weapon-of-choice"]
    assert rules(before=(blade, "Rapier")) == []
    assert rules(before=("Shield",)) == ["weapon-of-choice"]
    assert rules(before=("Shield", "War Axe")) == ["weapon-of-choice"]
    assert rules(before=("Shield", "War Axe", "Kanwulf")) == []


def test_announced_and_unreleased_cards() -> None:
    """The Eyes Have It; Illegal Cards. What is no Sanctioned event may allow them."""
    eyes = ("The Eyes Have It", 1)
    assert rules(eyes) == ["the-eyes-have-it"]
    assert rules(eyes, announced=("The Eyes Have It",)) == []
    assert rules(eyes, sanctioned=False) == []
    promo = HighlanderCard(title="New Promo", type="event", deck=("unreleased",))
    deck = DeckList("new", {"deck": tuple(DeckLine(t) for t in (*BASICS, "New Promo"))})
    catalogue = Catalogue((*CARDS, promo))
    found = [v.rule for v in GAME.check_deck(deck, HighlanderOptions(), catalogue)]
    assert found == ["illegal-cards"]
    assert GAME.check_deck(deck, HighlanderOptions(sanctioned=False), catalogue) == []


def test_pre_game_cards_are_part_of_the_deck() -> None:
    """Deck: they count for its size."""
    assert rules(("Reporter", 4), before=("Duncan MacLeod",), min_deck=20) == []
    assert rules(("Reporter", 4), min_deck=20) == ["reading.b1"]


def test_cards_know_the_editions_they_were_printed_in() -> None:
    """Ancestral Blade [Promo], Thrust [SE][ME][AT], Riposte [ME][TG], the two Street Punks."""
    by_title: dict[str, set[tuple[str, ...]]] = {}
    for card in CARDS:
        by_title.setdefault(card.title, set()).add(card.editions)
    assert by_title["Ancestral Blade"] == {("Promo",)}
    assert by_title["Thrust"] == {("SE", "ME", "AT")}
    assert by_title["Riposte"] == {("ME", "TG")}
    assert by_title["Street Punk"] == {("SE",), ("ME",)}
