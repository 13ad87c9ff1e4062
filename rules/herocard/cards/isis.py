"""Isis's demonstration deck: attacks that grow with the attack cards she leaves in play."""

from __future__ import annotations

from rules.herocard.cards.declare import action, attributes, hero_cards
from rules.herocard.core.reading.effects import Amount, Convert, Purge

ATTRIBUTES = attributes("Isis", body=(6, 9), mind=(8, 11), x=(7, 10))

ACTIONS = hero_cards(
    "Isis",
    (
        (action("Soul Capture", "base_attack", "x", 2, "restricted", 2, where="Card Combos: Isis"), 4),
        (action("Burn", "attack_mod", "mind", 1, "fast", 3, where="Card Combos: Isis"), 4),
        (action("Knife Ritual", "attack_mod", "body", 2, "fast", 3, where="Card Combos: Isis"), 4),
        (
            action(
                "Blood Rite",
                "attack_mod",
                "mind",
                3,
                "fast",
                plus=(Amount("own_attacks"),),
                where="Card Combos: Isis",
                summary="Adds 1 for each attack card you have in play, old ones as well.",
            ),
            3,
        ),
        (action("Camera Flash", "base_attack", "body", 3, "exclusive", 6), 3),
        (
            action(
                "Premonition",
                "base_block",
                "mind",
                1,
                "fast",
                2,
                where="Multi-player Attack Example",
                given=("kind", "value"),
            ),
            4,
        ),
        (
            action(
                "Retouch",
                "block_mod",
                "x",
                2,
                "fast",
                4,
                where="Multi-player Attack Example",
                given=("kind", "value"),
            ),
            3,
        ),
        (
            action(
                "Double Exposure",
                "special_block",
                "x",
                2,
                "fast",
                effects=(Convert(1),),
                summary="An opponent's active card with a value is read as if its value were 1.",
            ),
            2,
        ),
        (
            action(
                "Negative",
                "special_block",
                "mind",
                3,
                "fast",
                effects=(Purge(),),
                summary="Purge the last card played in this Attack Sequence.",
            ),
            1,
        ),
        (
            action(
                "Trick Shutter",
                "base_block",
                "body",
                2,
                "fast",
                4,
                deploy=True,
                summary="Block 4. May be deployed.",
            ),
            2,
        ),
    ),
)
