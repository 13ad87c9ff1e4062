"""Blocks, Guards and Dodges."""

from __future__ import annotations

from typing import Unpack

from rules.highlander.card import HighlanderCard
from rules.highlander.cards.facts import Facts, beside

B19 = "Handbook: Basic Block (grid by reading B19)"


def block(title: str, grid: str, /, **facts: Unpack[Facts]) -> HighlanderCard:
    return HighlanderCard(
        title=title, **beside(facts, grid=grid, type="block", source=B19, summary="A Block.")
    )


BASIC_BLOCKS = (
    block(
        "Upper Left Block",
        "BBO/BBO/OOO",
        groups=("Basic",),
        summary="A Basic Block of the upper left corner.",
    ),
    block(
        "Upper Right Block",
        "OBB/OBB/OOO",
        groups=("Basic",),
        summary="A Basic Block of the upper right corner.",
    ),
    block(
        "Lower Left Block",
        "OOO/BBO/BBO",
        groups=("Basic",),
        summary="A Basic Block of the lower left corner.",
    ),
    block(
        "Lower Right Block",
        "OOO/OBB/OBB",
        groups=("Basic",),
        summary="A Basic Block of the lower right corner.",
    ),
    block("Upper Center Block", "BBB/OOO/OOO", groups=("Basic",), summary="A Basic Block of the upper row."),
    block("Lower Center Block", "OOO/OOO/BBB", groups=("Basic",), summary="A Basic Block of the lower row."),
)

GUARDS = (
    block(
        "Upper Guard",
        "BBB/BBB/OOO",
        groups=("Guard", "Standing Defense"),
        summary="A Guard of the upper two rows.",
        source="Handbook: Guards - Dropping to Attack",
    ),
    block(
        "Lower Guard",
        "OOO/BBB/BBB",
        groups=("Guard", "Standing Defense"),
        summary="A Guard of the lower two rows.",
        source="Handbook: Alertness - Defenses In Play (reading B20)",
    ),
    block(
        "Left Guard",
        "BBO/BBO/BBO",
        groups=("Guard", "Standing Defense"),
        summary="A Guard of the left two columns.",
        source="Handbook: Multiple Attacks",
    ),
)

CONNOR = ("Connor", "Duncan", "Luther", "Nefertiri", "Richie", "Xavier")
DODGES = (
    HighlanderCard(
        title="Dodge", type="dodge", grid="DDD/DDD/DDD", owners=CONNOR, marks=("lose_attack",), source="Handbook",
        sub_title="/".join(CONNOR), summary="Avoids any attack; you lose your next attack this turn.",
    ),
    HighlanderCard(
        title="Back Away", type="dodge", grid="DDD/DDD/DDD", source="Handbook",
        owners=("Amanda", *CONNOR, "Slan", "Kane"),
        sub_title="Amanda/" + "/".join(CONNOR) + "/Slan", marks=("not_against_ranged", "only_ranged_after"),
        summary="Avoids all but Ranged Attacks; only Ranged Attacks may be made this turn.",
    ),
)  # fmt: skip

MASTERS = (
    block(
        "Master's Block",
        "BBB/BBB/BBB",
        sub_title="Richie",
        owners=("Richie",),
        restriction=2,
        mark="reserved",
        marks=("attack_anywhere", "may_hide_next"),
        source="Handbook",
        summary="Blocks everything; attack to any area; the next attack may be hidden.",
    ),
)

DEFENSES = (*BASIC_BLOCKS, *GUARDS, *DODGES, *MASTERS)
