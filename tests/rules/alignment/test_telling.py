"""Whether two entries tell the same, in the verbs of the games: by what each writer saw."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from rules import registry
from rules.alignment.telling import told
from rules.kernel.log import decoder

Plain = dict[str, Any]


def both(name: str, one: Plain, other: Plain) -> tuple[Plain, int] | None:
    """What two entries by A say together, as a log writes it, and how many cards one of them alone names; None where
    they differ. The same either way."""
    game = registry.load(name)
    read = decoder(game.all_verbs).decode
    entries = [read(json.dumps({"by": "A", **plain})) for plain in (one, other)]
    ways = [told(*pair, game.catalogue) for pair in (entries, entries[::-1])]
    assert (ways[0] is None) == (ways[1] is None)
    if ways[0] is None or ways[1] is None:
        return None
    assert ways[0].bound == ways[1].bound

    plain = msgspec.to_builtins(ways[0].entry)
    return {key: value for key, value in plain.items() if key != "by"}, ways[0].bound


HIGHLANDER, LOONEY, DUEL, DREAM, TOWN = (
    "highlander", "looney_tunes", "herocard_duel", "herocard_nightmare", "nightmare_before_christmas",
)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "one", "other", "bound"),
    [
        # Who drew knows the cards; the other saw how many
        (HIGHLANDER, {"do": "draw", "cards": ["Thrust", "Duck"]}, {"do": "draw", "count": 2}, 2),
        # A hidden attack: its card and the place it goes to are its player's
        (
            HIGHLANDER,
            {"do": "attack", "card": "Thrust", "area": "upper_left", "hidden": True},
            {"do": "attack", "hidden": True},
            1,
        ),
        (
            LOONEY,
            {"do": "send", "plays": [{"card": "Pepper Pott"}], "more": True},
            {"do": "send", "count": 1, "more": True},
            1,
        ),
        (LOONEY, {"do": "draw", "cards": ["Encore"], "count": 1}, {"do": "draw"}, 1),
        (DREAM, {"do": "commit", "scene": "Lake", "killer": "Cultist"}, {"do": "commit"}, 2),
        # Each knows one of two
        (DREAM, {"do": "commit", "scene": "Lake"}, {"do": "commit", "killer": "Cultist"}, 2),
        (DUEL, {"do": "deploy", "attribute": "mind", "card": "Burn"}, {"do": "deploy", "attribute": "mind"}, 1),
        (TOWN, {"do": "commit", "card": "Town Hall", "end": "left"}, {"do": "commit"}, 1),
        # The same word for word; a card spelt otherwise; the same cards in another order
        (HIGHLANDER, {"do": "next_phase"}, {"do": "next_phase", "note": "quickly", "at": 3}, 0),
        (HIGHLANDER, {"do": "discard", "card": "Thrust"}, {"do": "discard", "card": "THRUST"}, 0),
        (
            HIGHLANDER,
            {"do": "turn_over", "cards": ["Thrust", "Duck"]},
            {"do": "turn_over", "cards": ["Duck", "Thrust"]},
            0,
        ),
    ],
)  # fmt: skip
def test_both_tell_the_same(name: str, one: Plain, other: Plain, bound: int) -> None:
    told_together = both(name, one, other)
    assert told_together is not None and told_together[1] == bound


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        (HIGHLANDER, {"do": "discard", "card": "Thrust"}, {"do": "discard", "card": "Duck"}),
        (HIGHLANDER, {"do": "draw", "cards": ["Thrust"]}, {"do": "draw", "count": 2}),
        (HIGHLANDER, {"do": "draw", "cards": ["Thrust"]}, {"do": "draw", "cards": ["Duck"]}),
        (HIGHLANDER, {"do": "attack", "card": "Thrust", "hidden": True}, {"do": "attack", "card": "Thrust"}),
        (HIGHLANDER, {"do": "roll", "seat": "A", "value": 3}, {"do": "roll", "seat": "A", "value": 4}),
        (LOONEY, {"do": "send", "plays": [{"card": "Pepper Pott"}]}, {"do": "send", "count": 2}),
        (LOONEY, {"do": "send", "plays": [{"card": "Pepper Pott"}]}, {"do": "send", "count": 1, "more": True}),
        # One card alone is not one and several others
        (DUEL, {"do": "play", "card": "Burn"}, {"do": "play", "plays": [{"card": "Wrath"}, {"card": "Fervor"}]}),
        (
            TOWN,
            {"do": "commit", "card": "Town Hall", "end": "left"},
            {"do": "commit", "card": "Town Hall", "end": "right"},
        ),
    ],
)  # fmt: skip
def test_they_differ(name: str, one: Plain, other: Plain) -> None:
    assert both(name, one, other) is None


def test_of_a_card_that_one_knows_better_that_is_kept() -> None:
    vague, sure = "Master's Block", {"title": "Master's Block", "sub_title": "Connor"}
    told_together = both(HIGHLANDER, {"do": "discard", "card": vague}, {"do": "discard", "card": sure})
    assert told_together is not None and told_together[0]["card"] == sure
