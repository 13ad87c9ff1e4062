"""Aisling's demonstration deck: cards forced into play on others, and attacks that feed on them."""

from __future__ import annotations

from rules.herocard.cards.declare import action, attributes, hero_cards
from rules.herocard.core.reading.effects import Amount, Twist, Waste

ATTRIBUTES = attributes("Aisling", body=(5, 8), mind=(8, 11), x=(8, 11))

ACTIONS = hero_cards(
    "Aisling",
    (
        (
            action(
                "Night Terror",
                "attack_mod",
                "x",
                3,
                "fast",
                5,
                where="Multi-player Attack Example",
                given=("kind", "value"),
            ),
            4,
        ),
        (
            action(
                "Panic",
                "miscellaneous",
                "mind",
                1,
                "restricted",
                effects=(Waste(1),),
                where="Card Combos: Aisling",
                summary="The target wastes a card of its choice.",
            ),
            3,
        ),
        (
            action(
                "Phantasm",
                "miscellaneous",
                "x",
                2,
                "restricted",
                effects=(Waste(2),),
                where="Card Combos: Aisling",
                summary="The target wastes two cards of its choice.",
            ),
            3,
        ),
        (
            action(
                "Spite",
                "attack_mod",
                "mind",
                2,
                "fast",
                plus=(Amount("discarded_attack"),),
                where="Card Combos: Aisling",
                summary="Adds the largest value among the Base Attacks on the target's Discard stack.",
            ),
            3,
        ),
        (
            action(
                "Malice",
                "attack_mod",
                "mind",
                3,
                "fast",
                plus=(Amount("wasted_on_target", 2),),
                where="Card Combos: Aisling",
                summary="Adds 2 for each wasted card the target has in play.",
            ),
            3,
        ),
        (action("Stampede", "base_attack", "body", 3, "exclusive", 6), 4),
        (
            action(
                "Dread Gaze",
                "base_attack",
                "mind",
                3,
                "restricted",
                plus=(Amount("target_cost"),),
                summary="Attack 0, and the cost of the target's cards of the Attribute you select.",
            ),
            2,
        ),
        (action("Sidesaddle", "base_block", "body", 2, "fast", 4), 4),
        (action("Phantom Reins", "block_mod", "mind", 1, "fast", 2), 2),
        (
            action(
                "Bridle",
                "special_attack",
                "x",
                1,
                "fast",
                effects=(Twist(),),
                summary="Twist a card the target has in play: clearing it only unwinds it.",
            ),
            2,
        ),
    ),
)
