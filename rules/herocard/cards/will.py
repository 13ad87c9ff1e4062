"""Will's demonstration deck: heavy attacks and what adds to them."""

from __future__ import annotations

from rules.herocard.cards.declare import action, attributes, hero_cards
from rules.herocard.core.reading.effects import ClearCards, Forbid, ForceDiscard

ATTRIBUTES = attributes("Will", body=(9, 12), mind=(5, 9), x=(5, 9))

ACTIONS = hero_cards(
    "Will",
    (
        (
            action(
                "Shotgun",
                "base_attack",
                "body",
                5,
                "exclusive",
                9,
                where="Multi-player Attack Example",
                given=("kind", "value"),
            ),
            4,
        ),
        (action("Warning Shot", "base_attack", "body", 2, "restricted", 4), 3),
        (action("Both Barrels", "attack_mod", "body", 3, "fast", 5), 3),
        (action("Badge and Belt", "attack_mod", "mind", 4, "fast", 5), 3),
        (action("Grim Resolve", "attack_mod", "x", 4, "fast", 6), 3),
        (
            action(
                "Self Defense",
                "base_block",
                "body",
                3,
                "fast",
                5,
                where="Sample Attack",
                given=("kind", "value"),
            ),
            4,
        ),
        (action("Dig In", "block_mod", "body", 2, "fast", 3), 3),
        (
            action(
                "Lockdown",
                "special_attack",
                "mind",
                2,
                "fast",
                effects=(Forbid(("block_mod",)),),
                summary="While it is active opponents may play no Block Mods.",
            ),
            2,
        ),
        (
            action(
                "Steady Hand",
                "miscellaneous",
                "x",
                1,
                "fast",
                effects=(ClearCards(2),),
                summary="Clear up to two of your cards.",
            ),
            2,
        ),
        (
            action(
                "Interrogate",
                "miscellaneous",
                "mind",
                2,
                "restricted",
                effects=(ForceDiscard(1),),
                summary="The target discards a card of its choice.",
            ),
            3,
        ),
    ),
)
