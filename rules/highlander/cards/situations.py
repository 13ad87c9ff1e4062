"""Situations, Objects and Locations."""

from __future__ import annotations

from typing import Unpack

from rules.highlander.card import HighlanderCard
from rules.highlander.cards.facts import Facts, beside
from rules.highlander.language.continuous import (
    Ability,
    Armor,
    Continuous,
    EachTurn,
    KeepOut,
    LeavesAfter,
    LeavesWhen,
    MayHideAttacks,
    Prevent,
    WithoutExertion,
)
from rules.highlander.language.effects import (
    AnotherSpecial,
    Choose,
    Counter,
    DiscardForEach,
    RemoveCards,
)
from rules.highlander.language.filters import Called, CardName, Type, every


def stays(
    title: str, kind: Type, summary: str, /, *effects: Continuous, **facts: Unpack[Facts]
) -> HighlanderCard:
    return HighlanderCard(
        title=title,
        **beside(facts, summary=summary, type=kind, source="Handbook", while_in_play=effects),
    )


SITUATIONS = (
    stays(
        "Poison Gas",
        "situation",
        "The opponent's Ability is 4 lower, yours 2; it leaves when you draw.",
        Ability(-4, who="opponent"),
        Ability(-2),
        LeavesWhen(what="drawn"),
        restriction=2,
        mark="reserved",
        owners=("Xavier",),
        sub_title="Xavier",
    ),
    stays(
        "Scorn",
        "situation",
        "A player's Ability is 2 lower for two of the opponent's turns.",
        Ability(-2, who="player"),
        LeavesAfter(2),
    ),
    stays(
        "Master's Advice",
        "situation",
        "Your Ability is 2 higher.",
        Ability(2),
        marks=("one_in_play",),
        restriction=1,
        mark="reserved",
        owners=("Amanda", "Duncan", "Richie"),
        sub_title="Amanda/Duncan/Richie",
    ),
    stays(
        "Pedestrian",
        "situation",
        "Nobody attacks; it leaves after two of the opponent's turns.",
        Prevent("attacks", who="all"),
        LeavesAfter(2),
        groups=("Bystander",),
        variant="No Attacks",
    ),
    stays(
        "Monkey",
        "situation",
        "The opponent discards a card for each Monkey in play; another Monkey may be played.",
        on_play=(
            DiscardForEach(1, who="opponent", each=CardName("Monkey")),
            AnotherSpecial(every(Called("Monkey"))),
        ),
    ),
    stays(
        "Honor Bound",
        "situation",
        "No Special cards; it leaves when its player takes damage.",
        Prevent("special cards", who="all"),
        LeavesWhen(what="damaged"),
        edition="ME",
        source="Handbook: Ability Adjustment Phase",
    ),
    stays(
        "Illusory Terrain",
        "situation",
        "No Locations; those in play leave.",
        Prevent("locations", who="all"),
        KeepOut("location", who="all"),
        on_play=(RemoveCards(who="all", what=every("location")),),
        restriction=1,
    ),
    stays(
        "Safe Haven",
        "situation",
        "The opponent plays no Attacks and no Specials that may do damage.",
        Prevent("attacks", who="opponent"),
        Prevent("damaging special cards", who="opponent"),
        LeavesWhen(what="attacking"),
        restriction=2,
    ),
    stays(
        "Forethought",
        "situation",
        "Discard it to counter an Event.",
        mark="reserved",
        owners=("Xavier",),
        sub_title="Xavier",
        discard_to_use=(Counter("event"),),
    ),
    stays(
        "Plan Ahead",
        "situation",
        "Discard it to remove a Situation.",
        mark="reserved",
        owners=("Xavier",),
        sub_title="Xavier",
        discard_to_use=(Choose(what=every("situation")),),
    ),
    stays(
        "Carl",
        "situation",
        "Discard it to counter a Holy Ground.",
        discard_to_use=(Counter(Called("Holy Ground")),),
    ),
    stays(
        "Watcher",
        "situation",
        "Discard it to counter a Watcher card.",
        groups=("Watcher",),
        edition="SE",
        discard_to_use=(Counter(Called("Watcher")),),
    ),
    stays("Mountain Cave", "location", "Attacks may be hidden.", MayHideAttacks(who="all")),
    stays(
        "Desert",
        "location",
        "2 cards off the Endurance at the beginning of each turn.",
        EachTurn(2, does="mill", who="all"),
    ),
    stays(
        "Verona, Italy 1637",
        "location",
        "No Special Attacks.",
        Prevent("special attacks", who="all"),
    ),
    stays(
        "Ancestral Blade",
        "object",
        "You Power Block without an Exertion.",
        WithoutExertion(what="power_block"),
        restriction=1,
    ),
    *(
        stays(
            "Armor",
            "object",
            f"1 damage less from attacks that armor covers whole: the {armor.what} row.",
            armor,
            variant=name,
            restriction=3,
            mark="reserved",
            owners=("Khan",),
            sub_title="Khan",
            groups=("Armor",),
            marks=("one_in_play",),
        )
        for name, armor in (
            ("Helmet", Armor("upper")),
            ("Breastplate", Armor("middle")),
            ("Greaves", Armor("lower")),
        )
    ),
    stays(
        "Mask",
        "object",
        "1 damage less from attacks wholly in the upper row.",
        Armor("upper"),
        restriction=3,
        marks=("one_in_play",),
        mark="reserved",
        owners=("Slan",),
        sub_title="Slan",
    ),
)
