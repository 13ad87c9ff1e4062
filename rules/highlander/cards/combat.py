"""Cards about attacks, Defenses and weapons that the Handbook prints or names in its entries and examples. Where it
names a card without printing it, ``source`` says what of it is assumed."""

from __future__ import annotations

from typing import Unpack

from rules.highlander.card import HighlanderCard
from rules.highlander.cards.facts import Facts, beside, card
from rules.highlander.language.conjunction import Extend, GivesMark, Joining, Partner, With
from rules.highlander.language.continuous import BasicBlocks, PlayAs, Prevent
from rules.highlander.language.effects import (
    Choose,
    ExertForAttacks,
    InsteadOfAttack,
    LoseAbility,
    MustDiscard,
    NextAttack,
)
from rules.highlander.language.requirements import InPhase, Pending


def with_attack(title: str, summary: str, /, *effects: Joining, **facts: Unpack[Facts]) -> HighlanderCard:
    conjunction = (With("attack"), *effects)
    return card(
        title, "edge", summary, **beside(facts, conjunction=conjunction, requires=(InPhase("attack"),))
    )


def with_defense(
    title: str, what: Partner, summary: str, /, *effects: Joining, **facts: Unpack[Facts]
) -> HighlanderCard:
    conjunction = (With(what), *effects)
    return card(
        title, "edge", summary, **beside(facts, conjunction=conjunction, requires=(InPhase("defense"),))
    )


RAGES = (
    card(
        "Battle Rage", "event", "An Exertion for an Attack: up to 5 from it and from the hand.",
        sub_title="Connor/Duncan/Khan/Nefertiri/Richie", owners=("Connor", "Duncan", "Khan", "Nefertiri", "Richie"),
        restriction=4, mark="reserved", requires=(InPhase("attack"),), on_play=(
            InsteadOfAttack(), LoseAbility(1),
            ExertForAttacks(5, plays=5, from_hand=True, marks=("single_dodge",)),
        ),
    ),
    card(
        "Berserk", "event", "A 10-card Exertion: every Attack in it is played.", sub_title="Slan", owners=("Slan",),
        edition="SE", restriction=2, mark="reserved", requires=(InPhase("attack"),), on_play=(
            InsteadOfAttack(), ExertForAttacks(10, marks=("single_dodge",)),
        ),
    ),
    card(
        "Bloodlust", "event", "A 15-card Exertion: up to 15 Attacks of 1 damage, none a Power Blow.",
        sub_title="Kurgan", owners=("Kurgan",), edition="ME", restriction=2, mark="reserved",
        requires=(InPhase("attack"),), on_play=(
            InsteadOfAttack(), LoseAbility(4),
            ExertForAttacks(15, plays=15, from_hand=True, marks=("single_dodge_group", "no_power_blow", "does_1")),
        ),
    ),
)  # fmt: skip

EDGES = (
    *(
        card(
            "Alertness", "edge", f"A {word} against an attack that no {word} defends otherwise.", variant=word,
            source="Handbook: Alertness - Defenses In Play (type assumed)",
            requires=(InPhase("defense"), Pending("attack")),
            on_play=(chosen,),
        )
        for word, chosen in (
            ("Block", Choose(what="attack", until="allow_block")),
            ("Dodge", Choose(what="attack", until="allow_dodge")),
        )
    ),
    with_defense(
        "Bait and Switch", "defense", "The Defense counts as pulled from an Exertion.",
        GivesMark("from_exertion"), edition="TG",
    ),
    with_defense(
        "Weapon Bind", "block", "If the Block succeeds you do not attack this turn, nor the opponent next turn.",
        GivesMark("bind"), edition="ME",
    ),
    with_attack(
        "Flamboyant Attack", "The Attack does no damage; the rest of its Text stands.",
        GivesMark("no_damage"), source="Handbook: Flamboyant Attack (type assumed)",
    ),
)  # fmt: skip

KIM = card(
    "Master's Attack", "special_attack", "An Attack of Yung Dol Kim.", grid="SSS/OSO/OOO", sub_title="Yung Dol Kim",
    owners=("Yung Dol Kim",), mark="reserved", source="Handbook: Attacks as Blocks (grid and type assumed)",
)  # fmt: skip

OTHERS = (
    KIM,
    card(
        "Parrying Blade", "object", "You may play Attacks as Blocks.", variant="Object",
        while_in_play=(PlayAs("attack_as_block"),), source="Handbook: Attacks as Blocks",
    ),
    card(
        "Charm", "event", "The opponent discards all Blocks.", on_play=(MustDiscard(200, "block", who="opponent"),),
        source="Handbook: Attacks as Blocks (type assumed)",
    ),
    card(
        "Cover", "situation", "Nobody attacks to the middle row.",
        source="Handbook: Special Attack or Block and Prevention",
        while_in_play=(Prevent("middle attacks", who="all"),),
    ),
    card(
        "Deflect", "block", "An additional Attack if the last one played held.", grid="BBB/BBB/OOO",
        sub_title="Gladius", weapon="Gladius", marks=("additional_if_held",),
        source="Handbook: Deflect: Gladius and Additional Attacks (grid assumed)",
    ),
)  # fmt: skip

JUMP = card(
    "Jump", "dodge", "Avoids Middle and Lower Attacks; the next attack may be hidden and cannot be dodged.",
    grid="OOO/DDD/DDD", marks=("may_hide_next", "next_undodgeable"),
    source="Handbook: Hidden Attacks - Declaring (grid assumed)",
)  # fmt: skip

DUCK = card(
    "Duck", "dodge", "Avoids Upper and Middle Attacks.", grid="DDD/DDD/OOO",
    source="Handbook: Improper Defenses (grid assumed)",
)  # fmt: skip

MASTERS_BLOCK = card(
    "Master's Block", "block", "Blocks everything; the next attack cannot be blocked.", grid="BBB/BBB/BBB",
    sub_title="Connor", owners=("Connor",), mark="reserved", marks=("next_unblockable",),
    source="Handbook: Improper Defenses (grid assumed)",
)  # fmt: skip

MASTERS_HEAD_SHOT = card(
    "Master's Head Shot", "attack", "A Head Shot, unless a Special card is played that turn.", grid="OAO/OOO/OOO",
    sub_title="Duncan", owners=("Duncan",), mark="reserved", marks=("head_shot_alone",),
    source="Handbook: Power Blows - Making Power Blows (grid assumed)",
)  # fmt: skip

DUAL_ATTACK = card(
    "Dual Attack", "special_attack", "The opponent's next attack cannot be blocked.", grid="OOO/SOS/OOO",
    sub_title="Parrying Blade", weapon="Parrying Blade",
    on_play=(NextAttack("unblockable", who="opponent"),),
    source="Handbook: Next Attack (type and grid assumed)",
)  # fmt: skip

FORMS = (
    card(
        "Quality Blade", "object", "A Basic Block covers one adjoining area more.", sub_title="War Axe",
        weapon="War Axe", while_in_play=(BasicBlocks("extend"),), marks=("one_in_play",),
        source="Handbook: Silas and Combining Basic Blocks",
    ),
    with_defense(
        "Feint", "defense", "The Defense covers one adjoining area more in that Defense Phase.", Extend(),
        sub_title="Duncan", owners=("Duncan",),
        source="Handbook: Feint: Duncan MacLeod and Guards (type assumed)",
    ),
    card(
        "Master's Stance", "situation", "Blocks may be made Guards.", groups=("Standing Defense",),
        while_in_play=(PlayAs("block_as_guard"),), source="Handbook: Master's Stance (type assumed)",
    ),
)  # fmt: skip

COMBAT = (*FORMS, JUMP, DUCK, MASTERS_BLOCK, MASTERS_HEAD_SHOT, DUAL_ATTACK, *RAGES, *EDGES, *OTHERS)
