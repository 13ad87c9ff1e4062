"""What every game says alike of a deck list."""

from __future__ import annotations

import pytest

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
