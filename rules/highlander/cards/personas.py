"""Personas: who may use which cards, and their Persona Powers."""

from __future__ import annotations

from typing import Unpack

from rules.highlander.card import HighlanderCard
from rules.highlander.cards.facts import HANDBOOK, Facts, beside
from rules.highlander.language.continuous import (
    AttackBlockedAreas,
    AttackDamage,
    AttacksEachTurn,
    BasicBlocks,
    BlockedBlowDamage,
    Continuous,
    DrawTo,
    EachTurn,
    ExertTo,
    LookAt,
    MayDiscardTo,
    OneHanded,
    PlayAs,
    PreventByLastTurn,
    WithoutExertion,
    WrongGuessBarsExertion,
)
from rules.highlander.language.one_card import (
    BorrowsTop,
    BuyAnAttack,
    DiscardsDefenses,
    DrawAnyTime,
    MakesAttack,
)
from rules.highlander.language.requirements import BeginsWith

CLAN = ("Clan MacLeod",)
HORSEMEN = ("Four Horsemen",)


def persona(
    title: str, name: str, summary: str, /, *power: Continuous, **facts: Unpack[Facts]
) -> HighlanderCard:
    """``name``: as the sub-titles of cards have it."""
    owners = (name,) if name else ()
    return HighlanderCard(
        title=title,
        **beside(facts, summary=summary, type="persona", owners=owners, source=HANDBOOK, while_in_play=power),
    )


def named(
    title: str, name: str, summary: str, entry: str, /, *power: Continuous, **facts: Unpack[Facts]
) -> HighlanderCard:
    """A Persona whose Power no entry prints; ``declared`` where what is known of it is not executed."""
    return persona(
        title, name, summary, *power, **beside(facts, source=f"Handbook: {entry}", declared=not power)
    )


def generic(variant: str, summary: str, /, *power: Continuous, **facts: Unpack[Facts]) -> HighlanderCard:
    """A Generic Immortal: Reading B38 and the entry Master give its limit."""
    return persona(
        "Generic Immortal", "", summary, *power,
        **beside(facts, variant=variant, master_limit=3, source="Handbook: Generic Immortal, Master"),
    )  # fmt: skip


PRINTED = (
    persona(
        "Duncan MacLeod", "Duncan", "May attack areas just blocked; after a Power Blow of his no hiding; 6 Masters.",
        AttackBlockedAreas(), PreventByLastTurn("hidden attacks", who="opponent"), master_limit=6, factions=CLAN,
    ),
    persona(
        "Connor MacLeod", "Connor", "May attack areas just blocked and look at hidden attacks; 7 Masters.",
        AttackBlockedAreas(), LookAt("hidden"), master_limit=7, factions=CLAN,
    ),
    persona(
        "Xavier St. Cloud", "Xavier",
        "Instead of a Special card a 1-point Middle Center Attack; twice the number of Plots; 5 Masters.",
        MakesAttack(1, what="middle_center"), master_limit=5, deck=("plots_twice",),
    ),
    persona(
        "General Katana", "Gen Katana", "Instead of a Special card an Exertion removes a Situation; 5 Masters.",
        ExertTo("remove_situation"), master_limit=5,
    ),
    persona(
        "Hugh Fitzcairn", "Fitzcairn", "Instead of a Special card an Exertion prevents up to 2 damage; 5 Masters.",
        ExertTo("prevent_damage"), master_limit=5,
    ),
    persona(
        "Kane", "Kane", "Looks at the top card of the opponent's Endurance and may use it for his own; 5 Masters.",
        LookAt("endurance"), BorrowsTop(), master_limit=5,
    ),
    persona(
        "Nefertiri", "Nefertiri", "Draws up to her Ability in her turn; discards may go on her Endurance; 5 Masters.",
        DrawAnyTime(), MayDiscardTo("top"), master_limit=5,
    ),
    persona(
        "Yung Dol Kim", "Yung Dol Kim",
        "Plays Attacks as Blocks; with an Extra Weapon two cards buy an attack or a Power Block; 5 Masters.",
        PlayAs("attack_as_block"), BuyAnAttack("Extra Weapon"), master_limit=5,
    ),
)  # fmt: skip

NAMED = (
    named("The Kurgan", "Kurgan", "Successful attacks do 1 more damage.", "No Damage v 0-Damage",
          AttackDamage(1)),
    named("Luther", "Luther", "Power Blocks without an Exertion.", "Focused Strike",
          WithoutExertion(what="power_block")),
    named(
        "Amanda", "Amanda", "Attacks twice for half the damage; blocks Power Blows badly.",
        "Amanda - Damage from Attacks", AttacksEachTurn(2), AttackDamage(what="half"),
        BlockedBlowDamage(3, what="block"), BlockedBlowDamage(2, what="power_block"),
    ),
    named("Annie Devlin", "Annie Devlin", "Uses a Flashback and an Extra Shot of her own.", "Flashback"),
    named("Caspian", "Caspian", "One of the Four Horsemen.", "Faction", factions=HORSEMEN),
    named("Cassandra", "Cassandra", "Instead of a Special card 3 Defenses cost the opponent 3 Defenses.",
          "Discarding Specific Card Types at Random", DiscardsDefenses(3)),
    named("Ceirdwyn", "Ceirdwyn", "Has a Flashback and Alaine of her own.", "Duplicating a Card's Effects"),
    named("Corda and Reno", "Corda & Reno", "Have the Flying Machine; may make Ranged Attacks of Basic ones.",
          "Flying Machine"),
    named("Fasil", "Fasil", "Named among those who use Continuity.", "Continuity"),
    named("Kalas", "Kalas", "Has an Insurance of his own.", "Insurance: Kalas: Situation and Theatre: Location"),
    named("Kanis", "Kanis", "May begin the game with a Hound in play.", "Pre-Game Cards",
          requires=(BeginsWith("Hound"),), declared=False),
    named("Kanwulf", "Kanwulf", "May use the War Axe with one hand.", "Kanwulf and Master's Advantage",
          OneHanded("War Axe"), deck=("one_handed_axe",)),
    named("Kastagir", "Kastagir", "Named among those who use Combination.", "Combination"),
    named("Kern", "Kern", "Has Hogg and a Bowie Knife.", "Hogg"),
    named("Khan", "Khan", "Wears Armor.", "Armor"),
    named("Paul Kinman", "Kinman", "A wrong guess at his hidden attack bars an Exertion for a Defense.",
          "Paul Kinman and Exerting for Defenses", WrongGuessBarsExertion()),
    named("Kronos", "Kronos", "The opponent plays no more attacks than he did.", "Prevention",
          PreventByLastTurn("attacks", who="opponent"), factions=HORSEMEN),
    named("Martin Hyde", "Hyde", "Draws as many cards more as the opponent may include Masters.",
          "Generic Immortal [Reserved Cards]", DrawTo("opponents_masters")),
    named("Methos", "Methos", "May discard up to 2 cards and draw to replace them.", "Methos and Master's Stratagem",
          EachTurn(2, does="replace"), factions=HORSEMEN),
    named("Nakano", "Nakano", "Duplicates cards of the opponent.", "Duplicating a Card's Effects"),
    named("Ramirez", "Ramirez", "Has Master's Advantage.", "Master's Advantage"),
    named("Richie Ryan", "Richie", "Includes a Reserved card of each Persona.", "Richie Ryan and Darius",
          deck=("reserved_of_each",), declared=False),
    named("Silas", "Silas", "Plays two Basic Blocks as one.", "Silas and Combining Basic Blocks",
          BasicBlocks("two_as_one"), factions=HORSEMEN),
    named("Slan Quince", "Slan", "Has Shooting Blade, Mask and Berserk.", "Ranged Attack"),
)  # fmt: skip

GENERIC = (
    generic("Persona Specific Non-Reserved", "Includes more of the cards of Personas that are not Reserved.",
            deck=("persona_cards",)),
    generic("Reserved Cards", "Includes Reserved cards, each for one Master less.", deck=("reserved_for_masters",)),
    generic("Substitute Basics", "Other Attacks and Defenses stand in for the Basic ones.",
            deck=("substitute_basics",)),
    generic("Weapon Specifics", "One more of each Weapon Specific card.", deck=("weapon_cards_more",)),
)  # fmt: skip

PERSONAS = (*PRINTED, *NAMED, *GENERIC)
