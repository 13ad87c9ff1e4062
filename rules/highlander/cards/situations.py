"""Situations, Objects and Locations."""

from __future__ import annotations

from typing import Unpack

from rules.highlander.card import Effect, HighlanderCard, Type
from rules.highlander.cards.facts import Facts, beside


def stays(
    title: str, kind: Type, summary: str, /, *effects: Effect, **facts: Unpack[Facts]
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
        Effect("ability", "opponent", -4),
        Effect("ability", "you", -2),
        Effect("leaves_when_drawn"),
        restriction=2,
        mark="reserved",
        owners=("Xavier",),
        sub_title="Xavier",
    ),
    stays(
        "Scorn",
        "situation",
        "A player's Ability is 2 lower for two of the opponent's turns.",
        Effect("ability", "player", -2),
        Effect("leaves_after", count=2),
    ),
    stays(
        "Master's Advice",
        "situation",
        "Your Ability is 2 higher.",
        Effect("ability", "you", 2),
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
        Effect("prevent", "all", what="attacks"),
        Effect("leaves_after", count=2),
        groups=("Bystander",),
        variant="No Attacks",
    ),
    stays(
        "Monkey",
        "situation",
        "The opponent discards a card for each Monkey in play; another Monkey may be played.",
        on_play=(
            Effect("discard_for_each", "opponent", 1, "Monkey"),
            Effect("another_special", what="Monkey"),
        ),
    ),
    stays(
        "Honor Bound",
        "situation",
        "No Special cards; it leaves when its player takes damage.",
        Effect("prevent", "all", what="special cards"),
        Effect("leaves_when_damaged"),
        edition="ME",
        source="Handbook: Ability Adjustment Phase",
    ),
    stays(
        "Illusory Terrain",
        "situation",
        "No Locations; those in play leave.",
        Effect("prevent", "all", what="locations"),
        Effect("keep_out", "all", what="location"),
        on_play=(Effect("remove", "all", 0, "location"),),
        restriction=1,
    ),
    stays(
        "Safe Haven",
        "situation",
        "The opponent plays no Attacks and no Specials that may do damage.",
        Effect("prevent", "opponent", what="attacks"),
        Effect("prevent", "opponent", what="damaging special cards"),
        Effect("leaves_when_attacking"),
        restriction=2,
    ),
    stays(
        "Forethought",
        "situation",
        "Discard it to counter an Event.",
        mark="reserved",
        owners=("Xavier",),
        sub_title="Xavier",
        discard_to_use=(Effect("counter", what="event"),),
    ),
    stays(
        "Plan Ahead",
        "situation",
        "Discard it to remove a Situation.",
        mark="reserved",
        owners=("Xavier",),
        sub_title="Xavier",
        discard_to_use=(Effect("remove_chosen", what="situation"),),
    ),
    stays(
        "Carl",
        "situation",
        "Discard it to counter a Holy Ground.",
        discard_to_use=(Effect("counter", what="Holy Ground"),),
    ),
    stays(
        "Watcher",
        "situation",
        "Discard it to counter a Watcher card.",
        groups=("Watcher",),
        edition="SE",
        discard_to_use=(Effect("counter", what="Watcher"),),
    ),
    stays("Mountain Cave", "location", "Attacks may be hidden.", Effect("may_hide_attacks", "all")),
    stays(
        "Desert",
        "location",
        "2 cards off the Endurance at the beginning of each turn.",
        Effect("each_turn_mill", "all", 2),
    ),
    stays(
        "Verona, Italy 1637",
        "location",
        "No Special Attacks.",
        Effect("prevent", "all", what="special attacks"),
    ),
    stays(
        "Ancestral Blade",
        "object",
        "You Power Block without an Exertion.",
        Effect("free_power_block"),
        restriction=1,
    ),
    *(
        stays(
            "Armor",
            "object",
            f"1 damage less from attacks that armor covers whole: the {row} row.",
            Effect("armor", what=row),
            variant=name,
            restriction=3,
            mark="reserved",
            owners=("Khan",),
            sub_title="Khan",
            groups=("Armor",),
            marks=("one_in_play",),
        )
        for name, row in (("Helmet", "upper"), ("Breastplate", "middle"), ("Greaves", "lower"))
    ),
    stays(
        "Mask",
        "object",
        "1 damage less from attacks wholly in the upper row.",
        Effect("armor", what="upper"),
        restriction=3,
        marks=("one_in_play",),
        mark="reserved",
        owners=("Slan",),
        sub_title="Slan",
    ),
)
