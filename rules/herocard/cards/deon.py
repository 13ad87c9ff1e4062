"""Deon's demonstration deck: attacks that punish cards in play and Blocks, and prayers."""

from __future__ import annotations

from rules.herocard.cards.declare import action, attributes, hero_cards
from rules.herocard.core.reading.effects import Amount, ClearCards, DrawCards, Unwind

ATTRIBUTES = attributes("Deon", body=(6, 9), mind=(7, 10), x=(8, 11))

ACTIONS = hero_cards(
    "Deon",
    (
        (
            action(
                "Judgment",
                "base_attack",
                "x",
                3,
                "exclusive",
                1,
                plus=(Amount("target_in_play", 2),),
                where="Card Combos: Deon",
                summary="Attack 1, and 2 more for each card the target has in play.",
            ),
            3,
        ),
        (action("Wrath", "base_attack", "body", 4, "exclusive", 7), 3),
        (
            action(
                "Damnation",
                "attack_mod",
                "x",
                2,
                "fast",
                plus=(Amount("active_blocks", 2),),
                where="Attack and Block Value",
                given=("kind", "value", "effects"),
                summary="Adds 2 for each active Block.",
            ),
            4,
        ),
        (action("Fervor", "attack_mod", "mind", 2, "fast", 3), 3),
        (
            action(
                "Deliverance",
                "base_block",
                "mind",
                3,
                "fast",
                5,
                where="Multi-player Attack Example",
                given=("value",),
            ),
            4,
        ),
        (action("Sanctify", "block_mod", "x", 1, "fast", 2), 3),
        (
            action(
                "Prayer",
                "miscellaneous",
                "mind",
                1,
                "fast",
                effects=(DrawCards(3),),
                where="Multi-player Attack Example",
                given=("kind", "value", "effects"),
                summary="Draw up to three cards.",
            ),
            3,
        ),
        (
            action(
                "Guardian Angel",
                "miscellaneous",
                "x",
                2,
                "fast",
                effects=(ClearCards(3),),
                where="Card Combos: Deon",
                summary="Clear up to three of your cards.",
            ),
            3,
        ),
        (
            action(
                "Vow of Silence",
                "special_block",
                "body",
                2,
                "fast",
                effects=(ClearCards(1, "attacker"),),
                summary="Clear a card of the attacker.",
            ),
            2,
        ),
        (
            action(
                "Penance",
                "miscellaneous",
                "body",
                1,
                "restricted",
                effects=(Unwind(), DrawCards(1)),
                summary="Unwind your twisted cards, then draw a card.",
            ),
            2,
        ),
    ),
)
