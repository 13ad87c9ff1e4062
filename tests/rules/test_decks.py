"""What every game says alike of a deck list."""

from __future__ import annotations

import pytest

from rules.herocard.cards import hero_deck
from rules.kernel.cards import CardSpec, DeckLine, DeckList
from rules.registry import games, load

SECTION = {"looney_tunes": "personal", "highlander": "deck", "nightmare_before_christmas": "main"}


@pytest.mark.parametrize("name", games())
def test_a_card_nobody_knows_is_named_as_the_list_names_it(name: str) -> None:
    game = load(name)
    lines = (DeckLine("Nobody's Card"), DeckLine(CardSpec(title="Other", variant="red"), 2))
    deck = DeckList(sections={SECTION.get(name, "actions"): lines})
    found = game.check_deck(deck, game.options_type(), game.catalogue)
    unknown = [(violation.message, violation.cards) for violation in found if violation.rule == "log.card"]
    assert unknown == [
        ("no card is called “Nobody's Card”", ("Nobody's Card",)),
        ("no card is called “Other · red”", ("Other · red",)),
    ]


def test_a_deck_goes_by_its_persona_or_its_hero_and_else_by_nothing() -> None:
    highlander, heroes = load("highlander"), load("herocard_duel")
    duncan = DeckList(sections={"pre_game": (DeckLine("Duncan MacLeod"),)})
    assert highlander.built_around(duncan, highlander.catalogue) == "Duncan MacLeod"
    both = DeckList(sections={"pre_game": (DeckLine("Duncan MacLeod"), DeckLine("Connor MacLeod"))})
    assert highlander.built_around(both, highlander.catalogue) == ""
    aisling, deon = hero_deck("Aisling"), hero_deck("Deon")
    assert heroes.built_around(deon, heroes.catalogue) == "Deon"
    mixed = (*aisling.lines("attributes")[:1], *deon.lines("attributes")[1:])
    assert heroes.built_around(DeckList(sections={"attributes": mixed}), heroes.catalogue) == ""
    for name in ("looney_tunes", "nightmare_before_christmas"):
        game = load(name)
        named = DeckList("Any name", {SECTION[name]: (DeckLine("Nobody's Card"),)})
        assert game.built_around(named, game.catalogue) == ""
