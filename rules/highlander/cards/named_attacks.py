"""Attacks and Defenses of which only facts are known; Grids are assumed where no entry gives them."""

from __future__ import annotations

from rules.highlander.cards.facts import named

ATTACKS = (
    named("Slice", "attack", "Covers an upper corner and the center.", "Attacks to Specific Areas",
          grid="AOO/OAO/OOO", weapon="Rapier", sub_title="Rapier", declared=False),
    named("Slice", "attack", "Covers an upper corner and the center.", "Attacks to Specific Areas",
          grid="OOA/OAO/OOO", weapon="Rapier", sub_title="Rapier", declared=False),
)  # fmt: skip

DEFENSES = (
    named("Distract", "dodge", "A Dodge without Text.", "Superior Tactics", grid="DDD/DDD/DDD", owners=("Amanda",),
          declared=False),
    named("Master's Dodge", "dodge", "A Dodge without Text.", "Superior Tactics", grid="DDD/DDD/DDD",
          owners=("Cassandra",), declared=False),
    named("Master's Block", "block", "A Block of the Katana.", "Countering Cards", grid="BBB/BBB/BBB",
          owners=("Gen Katana",), sub_title="Katana"),
)  # fmt: skip

NAMED = (*ATTACKS, *DEFENSES)
