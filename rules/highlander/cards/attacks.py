"""Attacks and Special Attacks."""

from __future__ import annotations

from typing import Unpack

from rules.highlander.card import HighlanderCard
from rules.highlander.cards.facts import Facts, beside
from rules.highlander.language.continuous import LeavesWhen
from rules.highlander.language.effects import ExtraDamage, WhenSuccessful
from rules.highlander.language.one_card import Doubles
from rules.highlander.language.requirements import LastDefense

HANDBOOK = "Handbook"


def attack(title: str, grid: str, summary: str, /, **facts: Unpack[Facts]) -> HighlanderCard:
    return HighlanderCard(
        title=title, **beside(facts, grid=grid, summary=summary, type="attack", source=HANDBOOK)
    )


def basic(title: str, grid: str) -> HighlanderCard:
    words = "A Basic Attack; its Grid follows from its name."
    return attack(
        title, grid, words, groups=("Basic",), source="Handbook: Basic Attack (grid by reading B19)"
    )


BASIC_ATTACKS = (
    basic("Upper Left Attack", "AOO/OOO/OOO"),
    basic("Upper Center Attack", "OAO/OOO/OOO"),
    basic("Upper Right Attack", "OOA/OOO/OOO"),
    basic("Middle Left Attack", "OOO/AOO/OOO"),
    basic("Middle Right Attack", "OOO/OOA/OOO"),
    basic("Lower Left Attack", "OOO/OOO/AOO"),
    basic("Lower Center Attack", "OOO/OOO/OAO"),
    basic("Lower Right Attack", "OOO/OOO/OOA"),
    attack(
        "Thrust", "OOO/OAO/OOO", "A Basic Attack that does 1 more damage when successful.", groups=("Basic",),
        on_play=(ExtraDamage(1),),
    ),
)  # fmt: skip

RIPOSTES = tuple(
    attack("Riposte", grid, "May be hidden after a successful Block this turn.", marks=("may_hide_after_block",))
    for grid in (
        "AOO/OOO/OOO", "OAO/OOO/OOO", "OOA/OOO/OOO", "OOO/AOO/OOO", "OOO/OAO/OOO", "OOO/OOA/OOO", "OOO/OOO/AOO",
        "OOO/OOO/OAO", "OOO/OOO/OOA",
    )
)  # fmt: skip

EITHER = (
    *(
        attack(
            "Block And Strike", grid, "A Block; played last it becomes the next Attack, to the area it blocked.",
            type="special_attack_or_block", edition="4H", marks=("becomes_attack",),
        )
        for grid in ("SOO/OSO/OOO", "OOS/OSO/OOO", "OOO/OSO/SOO", "OOO/OSO/OOS")
    ),
    attack(
        "Master Swordsman", "OOO/OOO/OOO", "A Special Attack or Block to an area you choose; Power without Exertion.",
        type="special_attack_or_block", marks=("free_power_blow", "free_power_block"), groups=("Master",),
    ),
)  # fmt: skip

OTHERS = (
    attack("Slash", "AOO/AOO/AOO", "Covers the whole left column.", variant="Left"),
    attack(
        "Flurry Strike",
        "OOO/OAO/OOO",
        "1 more damage for each Flurry Strike this turn.",
        marks=("flurry",),
        source="Handbook: Attacks - Damage (grid assumed)",
    ),
    attack(
        "Leg Sweep",
        "OOO/OOO/OAO",
        "Does 0 damage; if successful the next attack is undodgeable and a Guard leaves.",
        damage=0,
        sub_title="Duncan MacLeod",
        owners=("Duncan",),
        marks=("next_undodgeable", "removes_guard"),
        source="Handbook: Attacks That Modify Later Attacks (grid assumed)",
    ),
    attack(
        "Master's Attack",
        "OOO/OSO/OOO",
        "Cannot be blocked.",
        type="special_attack",
        restriction=2,
        mark="reserved",
        sub_title="Amanda/Ceirdwyn/Connor/Duncan/Gen Katana/Kastagir",
        marks=("unblockable",),
        owners=("Amanda", "Ceirdwyn", "Connor", "Duncan", "Gen Katana", "Kastagir"),
    ),
    attack(
        "Master's Attack",
        "AOO/OAO/OOO",
        "A two-square Attack.",
        sub_title="Caspian",
        owners=("Caspian",),
        restriction=2,
        mark="reserved",
        edition="4H",
    ),
    attack(
        "Master's Attack",
        "OOA/OAO/OOO",
        "A two-square Attack.",
        sub_title="Caspian",
        owners=("Caspian",),
        restriction=2,
        mark="reserved",
        edition="4H",
    ),
    attack(
        "Stalk",
        "OOO/OSO/OOO",
        "Cannot be blocked or dodged.",
        type="special_attack",
        restriction=1,
        mark="reserved",
        sub_title="Xavier",
        owners=("Xavier",),
        marks=("unblockable", "undodgeable"),
    ),
    attack(
        "Shooting Blade",
        "OOO/OSO/OOO",
        "A Ranged Attack of 4 damage.",
        type="special_attack",
        groups=("Ranged",),
        restriction=1,
        mark="reserved",
        sub_title="Slan",
        owners=("Slan",),
        damage=4,
    ),
    attack(
        "Improvised Weapon",
        "OOO/OSO/OOO",
        "A Ranged Attack without damage; 3 cards off the Endurance instead.",
        type="special_attack",
        groups=("Ranged",),
        restriction=3,
        no_damage=True,
        on_play=(WhenSuccessful(3, what="mill", who="opponent"),),
    ),
    *(
        attack(
            "Pistol",
            grid,
            "A Ranged Attack of 1 damage after a Back Away.",
            type="special_attack",
            groups=("Ranged",),
            restriction=3,
            damage=1,
            marks=("while_disarmed",),
            requires=(LastDefense("Back Away"),),
        )
        for grid in ("OSO/OOO/OOO", "OOO/OSO/OOO", "OOO/OOO/OSO")
    ),
    attack(
        "Dirty Trick",
        "OAO/OOO/OOO",
        "No damage, cannot be blocked.",
        variant="Choke",
        restriction=4,
        hand_icons=1,
        groups=("Dirty Trick",),
        no_damage=True,
        edition="AT",
        marks=("stays_when_successful",),
        while_in_play=(Doubles(), LeavesWhen(what="drawn"), LeavesWhen(what="damaged")),
    ),
)

ATTACKS = (*BASIC_ATTACKS, *RIPOSTES, *EITHER, *OTHERS)
