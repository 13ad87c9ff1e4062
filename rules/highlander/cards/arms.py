"""Weapons of Choice, and cards about weapons, being Prone and Dirty Tricks."""

from __future__ import annotations

from rules.highlander.cards.facts import card, named, reserved
from rules.highlander.language.conjunction import GivesMark, With
from rules.highlander.language.continuous import (
    Cost,
    ImproveChance,
    MayDiscardTo,
    PlayAs,
    Prevent,
    WhenPowerBlock,
)
from rules.highlander.language.effects import (
    AdditionalAttack,
    AnotherSpecial,
    Chance,
    Disarm,
    DrawCards,
    EndDefensePhase,
    Lasts,
    MustDiscard,
    Rearm,
    RollProne,
    StandUp,
    WhenSuccessful,
)
from rules.highlander.language.filters import Called, every
from rules.highlander.language.one_card import BreaksWhatItTakes, FreeBlows, TakeBackAttack
from rules.highlander.language.requirements import (
    Disarmed,
    InPhase,
    LastAttackFailed,
    OpponentLastTurn,
)

IN_ATTACK = (InPhase("attack"),)

WEAPONS = (
    card("War Axe", "weapon_of_choice", "A two-handed weapon.", hand_icons=2, source="Handbook: Ranged Attack"),
    card("Rapier", "weapon_of_choice", "A weapon.", hand_icons=1, source="Handbook: Attacks to Specific Areas"),
    card(
        "Gladius", "weapon_of_choice", "A Power Block costs a Defense from hand.", hand_icons=1,
        source="Handbook: Weapons of Choice: Multiple Weapons",
        while_in_play=(WhenPowerBlock(1, does="discard", cards="defense"),),
    ),
    card(
        "Parrying Blade", "weapon_of_choice", "A Power Block costs 3 cards off the Endurance; beside another weapon.",
        hand_icons=1, groups=("Secondary",), source="Handbook: Weapons of Choice: Multiple Weapons",
        while_in_play=(WhenPowerBlock(3, does="mill"),),
    ),
    card(
        "Shield", "weapon_of_choice", "Beside another weapon; it alone is no weapon.", hand_icons=1,
        groups=("Secondary",), marks=("no_weapon",), source="Handbook: Disarming and Weapons of Choice",
    ),
    card(
        "Katana Sword", "weapon_of_choice", "May be held with two hands.", hand_icons=1, marks=("two_hands",),
        source="Handbook: Katana Sword and Hand Icons",
    ),
    card("Saber", "weapon_of_choice", "A weapon.", hand_icons=1, source="Handbook: Quality Blade: Saber"),
    card("Claymore", "weapon_of_choice", "A weapon.", hand_icons=1, source="Handbook: Quality Blade: Saber"),
)  # fmt: skip

DISARMING = (
    card(
        "Master's Disarm", "event", "Completely disarmed, take the opponent's weapon; your Defense Phase ends.",
        edition="ME", groups=("Disarm",), **reserved("Connor", "Nakano"),
        requires=(InPhase("defense"), Disarmed("completely"), OpponentLastTurn("attack")),
        on_play=(Disarm("take", who="opponent"), Rearm(), EndDefensePhase()),
    ),
    named(
        "Forged Steel", "object", "A weapon taken by Master's Disarm is broken.",
        "Master's Disarm (Nakano or Connor) and Forged Steel", declared=False,
        while_in_play=(BreaksWhatItTakes(),),
    ),
    named(
        "Circular Parry", "situation", "The chance of a card called Disarm is one in six better.", "Circular Parry",
        declared=False, while_in_play=(ImproveChance(1, what="Disarm"),),
    ),
    named(
        "Attack Weapon", "edge", "4 in 6 that a Power Blow it is played with breaks the opponent's weapon.",
        "Attack Weapon: War Axe", weapon="War Axe", sub_title="War Axe", declared=False, requires=IN_ATTACK,
        conjunction=(With("attack"), GivesMark("breaks_weapon", 4)),
    ),
    named(
        "Sheathe Weapon", "edge", "Discard Weapon is played with it.", "Sheathe Weapon", declared=False,
        on_play=(AnotherSpecial(every(Called("Sheathed"))),), conjunction=(With(Called("Discard Weapon")),),
    ),
    named(
        "Discard Weapon", "object", "Your weapon is disarmed.", "Sheathe Weapon", declared=False,
        groups=("Sheathed",),
        on_play=(Disarm(),),
    ),
    named(
        "Throw", "event", "On your next turn you neither attack nor block.", "Throw: War Axe", weapon="War Axe",
        sub_title="War Axe", declared=False, requires=IN_ATTACK,
        on_play=(Lasts(what=Prevent("attacks"), until="own_next"), Lasts(what=Prevent("blocks"), until="own_next")),
    ),
)  # fmt: skip

MORE = (
    named(
        "Master's Disarm", "event", "An Exertion and a roll to disarm the opponent; on what is not printed.",
        "Master's Disarm: Kurgan and Iron Will", groups=("Disarm",), **reserved("Kurgan"), requires=IN_ATTACK,
        on_play=(Chance(who="opponent", then=Disarm(), until="exertion"),),
    ),
    named(
        "The Equalizer", "object", "A Basic Attack may be made Ranged.", "Making Attacks v. Playing Attacks",
        declared=False, while_in_play=(PlayAs("basic_as_ranged"),),
    ),
    named(
        "Destruction", "event", "Your next three Upper Attacks may be Power Blows without an Exertion.",
        "Power Blows - Making Power Blows", groups=("Plot",), on_play=(FreeBlows(3, what="upper"),),
    ),
    card(
        "Quality Blade", "object", "Basic Attacks discarded from hand may go under the Endurance.", edition="AT",
        weapon="Saber", sub_title="Saber", marks=("one_in_play",), while_in_play=(MayDiscardTo("under"),),
    ),
    named(
        "Higher Ground", "situation", "Without effect where each side has one; what it does is not printed.",
        "Higher Ground - Multiple Higher Grounds", marks=("mutual",),
    ),
)  # fmt: skip

PRONE = (
    named("Joe's", "location", "An Event costs another Event.", "Prone", declared=False,
          while_in_play=(Cost(1, who="all", what="event"),)),
    named("Up and At 'Em", "event", "You regain your feet.", "Regaining Your Feet", declared=False,
          on_play=(StandUp(),)),
    named("Dirty Trick", "attack", "No damage, cannot be blocked.", "Alertness - Defenses In Play", variant="Shove",
          grid="OOO/OAO/OOO", groups=("Dirty Trick",), no_damage=True, declared=False),
    named("Dirty Trick", "attack", "Its player rolls for being Prone at once, the opponent when it succeeds.",
          "Dirty Trick: Tackle", variant="Tackle", grid="OOO/OAO/OOO", groups=("Dirty Trick",), no_damage=True,
          on_play=(RollProne(), WhenSuccessful(what="roll_prone", who="opponent"))),
    named("Dirty Trick", "attack", "When it succeeds its player discards cards for its effect.",
          "Dirty Trick: Head Butt", variant="Head Butt", grid="OOO/OAO/OOO", groups=("Dirty Trick",), no_damage=True,
          on_play=(WhenSuccessful(what="may_discard"),)),
)  # fmt: skip

OTHERS = (
    card(
        "Desperation", "event", "Draw 3, discard 2 of them, and another Special card may be played.", edition="SE",
        **reserved("Nefertiri"),
        on_play=(
            DrawCards(3), MustDiscard(2, "drawn"), AnotherSpecial(),
        ),
    ),
    card(
        "Feint", "event", "The last attack, if plain and unsuccessful, goes back to the hand.", edition="SE",
        requires=(LastAttackFailed(),), on_play=(TakeBackAttack(),),
    ),
    named(
        "Master Head Shot", "event", "The Upper Attack it is played with is a Head Shot.", "Master Head Shot",
        groups=("Master",), declared=False, requires=IN_ATTACK,
        conjunction=(
            With("upper"), GivesMark("head_shot"), GivesMark("power_blow"),
        ),
    ),
    named(
        "Combination", "event", "An additional Attack that forms one with the last.", "Combination - Hugh Fitzcairn",
        variant="Single Attack",
        owners=("Fitzcairn", "Kanwulf"), declared=False, on_play=(AdditionalAttack("combines"),),
    ),
)  # fmt: skip

ARMS = (*DISARMING, *MORE, *PRONE, *OTHERS)
