"""Events."""

from __future__ import annotations

from typing import Unpack

from rules.highlander.card import HighlanderCard
from rules.highlander.cards.facts import Facts, beside
from rules.highlander.language.conjunction import GivesMark, With
from rules.highlander.language.continuous import Prevent
from rules.highlander.language.effects import (
    AdditionalAttack,
    AvoidAttacks,
    Chance,
    Choose,
    Damage,
    Disarm,
    Doing,
    DrawCards,
    EndDefensePhase,
    Gain,
    InsteadOfAttack,
    Lasts,
    LoseAbility,
    LoseAttack,
    MustDiscard,
    NextAttack,
    Rearm,
    RemoveCards,
)
from rules.highlander.language.filters import every
from rules.highlander.language.one_card import AttacksSucceed, SkipAttackPhase
from rules.highlander.language.requirements import (
    Disarmed,
    InPhase,
    OpponentLastTurn,
)


def event(title: str, summary: str, /, *effects: Doing, **facts: Unpack[Facts]) -> HighlanderCard:
    return HighlanderCard(
        title=title, **beside(facts, summary=summary, type="event", source="Handbook", on_play=effects)
    )


COMBINERS = (
    "Connor", "Duncan", "Gen Katana", "Kalas", "Kastagir", "Khan", "Kurgan", "Luther", "Nakano", "Nefertiri",
    "Kinman", "Richie", "Silas",
)  # fmt: skip
SHOOTERS = (
    "Connor", "Duncan", "Gen Katana", "Kalas", "Kanwulf", "Kastagir", "Khan", "Kurgan", "Hyde", "Methos",
    "Nefertiri", "Richie",
)  # fmt: skip

EVENTS = (
    event(
        "Angry Mob",
        "Everybody takes 3 damage.",
        Damage(3, who="all"),
        groups=("Bystander",),
        edition="SE",
    ),
    event(
        "Street Punk",
        "A player takes 1 damage.",
        Damage(1, who="player"),
        groups=("Bystander",),
        edition="SE",
        restriction=3,
    ),
    event(
        "Street Punk",
        "2 damage if the opponent played a Location last turn.",
        Damage(2, who="opponent"),
        groups=("Bystander",),
        edition="ME",
        requires=(OpponentLastTurn("location"),),
    ),
    event("Interference", "A player discards 2 cards.", MustDiscard(2, who="player")),
    event(
        "Linda Plager",
        "Everybody discards 2 Attacks.",
        MustDiscard(2, "attack", who="all"),
        groups=("Reporter",),
    ),
    event("Reporter", "Everybody gains 2 Ability.", Gain(2, who="all"), groups=("Reporter",)),
    event(
        "Hidden Explosives",
        "1 damage to everybody for each Plot in play.",
        Damage(1, who="all", each="Plot"),
        restriction=2,
        mark="reserved",
        owners=("Xavier",),
        sub_title="Xavier",
    ),
    event(
        "Thief",
        "All Objects leave play; you lose 1 Ability for each.",
        RemoveCards(1, who="all", what=every("object")),
    ),
    event(
        "Head Shot",
        "The Upper Attack it is played with is a Head Shot.",
        conjunction=(
            With("upper"),
            GivesMark("head_shot"),
            GivesMark("power_blow"),
        ),
        requires=(InPhase("attack"),),
    ),
    event(
        "Extra Shot",
        "An additional attack; a new Defense against it comes from an Exertion.",
        AdditionalAttack("no_hand_defense"),
        owners=SHOOTERS,
    ),
    event(
        "Combination",
        "An additional attack, which may be hidden.",
        AdditionalAttack("may_hide"),
        variant="Additional",
        owners=COMBINERS,
    ),
    event(
        "Hook",
        "An additional attack, which cannot be blocked.",
        AdditionalAttack("unblockable"),
        restriction=3,
        mark="reserved",
        owners=("Xavier",),
        sub_title="Xavier",
    ),
    event(
        "Seduce",
        "Your next attack cannot be blocked or dodged.",
        NextAttack("unblockable"),
        NextAttack("undodgeable"),
        restriction=4,
        mark="reserved",
        owners=("Amanda",),
        sub_title="Amanda",
    ),
    event(
        "Seduce",
        "Your next attack cannot be dodged; the opponent loses an attack.",
        NextAttack("undodgeable"),
        LoseAttack(who="opponent"),
        restriction=4,
        edition="SE",
        mark="reserved",
        owners=("Nefertiri",),
        sub_title="Nefertiri",
    ),
    event(
        "Mishap",
        "The opponent's Power Blow is avoided; your next attack cannot be blocked.",
        AvoidAttacks("power_blow"),
        NextAttack("unblockable"),
        restriction=2,
        edition="ME",
        requires=(InPhase("defense"), OpponentLastTurn("power_blow")),
    ),
    event(
        "Holy Ground",
        "Attacks are avoided; everybody discards 4 and draws up; no Attack Phase.",
        AvoidAttacks(),
        MustDiscard(4, who="all"),
        DrawCards(what="up", who="all"),
        SkipAttackPhase(),
        EndDefensePhase(),
        edition="SE",
        requires=(InPhase("defense"),),
    ),
    event(
        "Run Through",
        "No Defense: the attacks succeed; your next attack cannot be blocked.",
        AttacksSucceed(),
        NextAttack("unblockable"),
        restriction=3,
        mark="reserved",
        owners=("Kurgan", "Slan"),
        sub_title="Kurgan/Slan",
        requires=(InPhase("defense"), OpponentLastTurn("attack")),
    ),
    event(
        "Disappear",
        "No damage this turn, attacks are avoided, no attack of yours.",
        AvoidAttacks(),
        Lasts(what=Prevent("damage"), until="turn"),
        Lasts(what=Prevent("attacks"), until="turn"),
        restriction=2,
        mark="reserved",
        owners=("Luther",),
        sub_title="Luther",
    ),
    event(
        "Intimidate",
        "The opponent cannot attack next turn.",
        Lasts(who="opponent", what=Prevent("attacks"), until="next"),
        mark="reserved",
        owners=("Luther", "Slan"),
        sub_title="Luther/Slan",
    ),
    event(
        "Fast Talk",
        "The opponent plays no cards from hand next turn.",
        Lasts(who="opponent", what=Prevent("hand"), until="next"),
        restriction=2,
        mark="signature",
        owners=("Fitzcairn",),
        sub_title="Fitzcairn",
    ),
    event("Distraction", "The opponent loses an attack.", LoseAttack(who="opponent")),
    event("Boom Boom", "The opponent loses 1 Ability.", LoseAbility(1, who="opponent")),
    event(
        "Disarm",
        "1 chance in 6 that the opponent is disarmed.",
        InsteadOfAttack(),
        Chance(1, who="opponent", then=Disarm()),
        requires=(InPhase("attack"),),
    ),
    event("Recover Weapon", "Your weapon is rearmed.", Rearm(), requires=(Disarmed(),)),
    event("Police", "A Situation leaves play.", Choose(what=every("situation")), variant="Remove Situation"),
    event(
        "Watcher",
        "You gain 2 Ability.",
        Gain(2),
        variant="Treatment",
        groups=("Watcher",),
        restriction=2,
    ),
)
