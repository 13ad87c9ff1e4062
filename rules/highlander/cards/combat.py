"""Cards about attacks, Defenses and weapons that the Handbook prints or names in its entries and examples. Where it
names a card without printing it, ``source`` says what of it is assumed."""

from __future__ import annotations

from typing import Unpack

from rules.highlander.card import Effect, HighlanderCard
from rules.highlander.cards.facts import Facts, beside, card


def with_attack(title: str, summary: str, /, *effects: Effect, **facts: Unpack[Facts]) -> HighlanderCard:
    conjunction = (Effect("with", what="attack"), *effects)
    return card(
        title, "edge", summary, **beside(facts, conjunction=conjunction, requires=(Effect("attack_phase"),))
    )


def with_defense(
    title: str, what: str, summary: str, /, *effects: Effect, **facts: Unpack[Facts]
) -> HighlanderCard:
    conjunction = (Effect("with", what=what), *effects)
    return card(
        title, "edge", summary, **beside(facts, conjunction=conjunction, requires=(Effect("defense_phase"),))
    )


RAGES = (
    card(
        "Battle Rage", "event", "An Exertion for an Attack: up to 5 from it and from the hand.",
        sub_title="Connor/Duncan/Khan/Nefertiri/Richie", owners=("Connor", "Duncan", "Khan", "Nefertiri", "Richie"),
        restriction=4, mark="reserved", requires=(Effect("attack_phase"),), on_play=(
            Effect("instead_of_attack"), Effect("lose_ability", "you", 1),
            Effect("exert_for_attacks", count=5, what="5 hand single_dodge"),
        ),
    ),
    card(
        "Berserk", "event", "A 10-card Exertion: every Attack in it is played.", sub_title="Slan", owners=("Slan",),
        edition="SE", restriction=2, mark="reserved", requires=(Effect("attack_phase"),), on_play=(
            Effect("instead_of_attack"), Effect("exert_for_attacks", count=10, what="all single_dodge"),
        ),
    ),
    card(
        "Bloodlust", "event", "A 15-card Exertion: up to 15 Attacks of 1 damage, none a Power Blow.",
        sub_title="Kurgan", owners=("Kurgan",), edition="ME", restriction=2, mark="reserved",
        requires=(Effect("attack_phase"),), on_play=(
            Effect("instead_of_attack"), Effect("lose_ability", "you", 4),
            Effect("exert_for_attacks", count=15, what="15 hand single_dodge_group no_power_blow does_1"),
        ),
    ),
)  # fmt: skip

EDGES = (
    *(
        card(
            "Alertness", "edge", f"A {word} against an attack that no {word} defends otherwise.", variant=word,
            source="Handbook: Alertness - Defenses In Play (type assumed)",
            requires=(Effect("defense_phase"), Effect("attacked")),
            on_play=(Effect("choose", what="attack", until=f"allow_{word.lower()}"),),
        )
        for word in ("Block", "Dodge")
    ),
    with_defense(
        "Bait and Switch", "defense", "The Defense counts as pulled from an Exertion.",
        Effect("mark", what="from_exertion"), edition="TG",
    ),
    with_defense(
        "Weapon Bind", "block", "If the Block succeeds you do not attack this turn, nor the opponent next turn.",
        Effect("mark", what="bind"), edition="ME",
    ),
    with_attack(
        "Flamboyant Attack", "The Attack does no damage; the rest of its Text stands.",
        Effect("mark", what="no_damage"), source="Handbook: Flamboyant Attack (type assumed)",
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
        while_in_play=(Effect("attacks_as_blocks"),), source="Handbook: Attacks as Blocks",
    ),
    card(
        "Charm", "event", "The opponent discards all Blocks.", on_play=(Effect("discard", "opponent", 200, "block"),),
        source="Handbook: Attacks as Blocks (type assumed)",
    ),
    card(
        "Cover", "situation", "Nobody attacks to the middle row.",
        source="Handbook: Special Attack or Block and Prevention",
        while_in_play=(Effect("prevent", "all", what="middle attacks"),),
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
    on_play=(Effect("next_attack", "opponent", what="unblockable"),),
    source="Handbook: Next Attack (type and grid assumed)",
)  # fmt: skip

FORMS = (
    card(
        "Quality Blade", "object", "A Basic Block covers one adjoining area more.", sub_title="War Axe",
        weapon="War Axe", while_in_play=(Effect("extend_basic_block"),), marks=("one_in_play",),
        source="Handbook: Silas and Combining Basic Blocks",
    ),
    with_defense(
        "Feint", "defense", "The Defense covers one adjoining area more in that Defense Phase.", Effect("extend"),
        sub_title="Duncan", owners=("Duncan",),
        source="Handbook: Feint: Duncan MacLeod and Guards (type assumed)",
    ),
    card(
        "Master's Stance", "situation", "Blocks may be made Guards.", groups=("Standing Defense",),
        while_in_play=(Effect("blocks_as_guards"),), source="Handbook: Master's Stance (type assumed)",
    ),
)  # fmt: skip

COMBAT = (*FORMS, JUMP, DUCK, MASTERS_BLOCK, MASTERS_HEAD_SHOT, DUAL_ATTACK, *RAGES, *EDGES, *OTHERS)
