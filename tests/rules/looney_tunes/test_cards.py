"""The cards of the project: the rulebook's four and the demonstration set; decks."""

from __future__ import annotations

from collections import Counter

from rules import registry
from rules.kernel.cards import DeckLine, DeckList
from rules.looney_tunes.cards import CARDS, actors, rulebook, scenes, special_effects
from rules.looney_tunes.deck import check_deck, movie_deck

GAME = registry.load("looney_tunes")


def rules_broken(**sections: tuple[DeckLine, ...]) -> list[str]:
    return [found.rule for found in check_deck(DeckList(sections=sections), GAME.catalogue)]


def test_the_rulebooks_four_cards_say_what_it_says() -> None:
    hare, transylvania, opera, bunny = rulebook.CARDS
    assert (hare.title, hare.type, hare.color, hare.rank, hare.points) == (
        "Long-Haired Hare",
        "scene",
        "red",
        5,
        None,
    )
    assert [(c.title, c.type) for c in (transylvania, opera)] == [
        ("Transylvania 6-5000", "scene"),
        ("What's Opera, Doc?", "scene"),
    ]
    assert (bunny.title, bunny.type, bunny.color, bunny.rank) == ("Bugs Bunny", "actor", None, None)


def test_the_demonstration_set_has_its_size_and_is_marked() -> None:
    own = [card for card in CARDS if card.own]
    assert Counter(card.type for card in own) == {"scene": 50, "actor": 100, "effect": 40}
    assert len(own) + 4 == len(CARDS)
    assert len({type(part) for card in own for part in card.effect}) >= 12
    assert len(scenes.CARDS) == 50
    assert all(card.points for card in scenes.CARDS)
    assert all(card.rank and 1 <= card.rank <= 9 for card in actors.CARDS)
    assert Counter(card.color for card in special_effects.CARDS) == dict.fromkeys(
        ("red", "blue", "green", "yellow"), 10
    )


def test_no_two_cards_are_the_same() -> None:
    assert len({(card.title, card.variant) for card in CARDS}) == len(CARDS)


def test_any_assortment_is_a_personal_deck() -> None:
    assert rules_broken() == []
    assert (
        rules_broken(
            personal=(DeckLine("Bugs Bunny", 60), DeckLine("Stilts"), DeckLine("Long-Haired Hare", 3))
        )
        == []
    )


def test_a_movie_deck_is_fifty_scenes() -> None:
    assert check_deck(movie_deck(), GAME.catalogue) == []
    assert rules_broken(movie=(DeckLine("Long-Haired Hare", 49),)) == ["building.movie-deck"]
    assert rules_broken(movie=(DeckLine("Long-Haired Hare", 49), DeckLine("Stilts"))) == [
        "building.movie-deck"
    ]


def test_unknown_cards_and_decks_are_named() -> None:
    assert rules_broken(personal=(DeckLine("Nobody"),)) == ["log.card"]
    assert rules_broken(main=(DeckLine("Bugs Bunny"),)) == ["setting-up.three-decks"]
