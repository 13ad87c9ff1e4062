"""Events."""

from __future__ import annotations

from typing import Unpack

from rules.highlander.card import Effect, HighlanderCard
from rules.highlander.cards.facts import Facts, beside


def event(title: str, summary: str, /, *effects: Effect, **facts: Unpack[Facts]) -> HighlanderCard:
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
        Effect("damage", "all", 3),
        groups=("Bystander",),
        edition="SE",
    ),
    event(
        "Street Punk",
        "A player takes 1 damage.",
        Effect("damage", "player", 1),
        groups=("Bystander",),
        edition="SE",
        restriction=3,
    ),
    event(
        "Street Punk",
        "2 damage if the opponent played a Location last turn.",
        Effect("damage", "opponent", 2),
        groups=("Bystander",),
        edition="ME",
        requires=(Effect("opponent_location"),),
    ),
    event("Interference", "A player discards 2 cards.", Effect("discard", "player", 2)),
    event(
        "Linda Plager",
        "Everybody discards 2 Attacks.",
        Effect("discard", "all", 2, "attack"),
        groups=("Reporter",),
    ),
    event("Reporter", "Everybody gains 2 Ability.", Effect("gain", "all", 2), groups=("Reporter",)),
    event(
        "Hidden Explosives",
        "1 damage to everybody for each Plot in play.",
        Effect("damage_for_each", "all", 1, "Plot"),
        restriction=2,
        mark="reserved",
        owners=("Xavier",),
        sub_title="Xavier",
    ),
    event(
        "Thief", "All Objects leave play; you lose 1 Ability for each.", Effect("remove", "all", 1, "object")
    ),
    event(
        "Head Shot",
        "The Upper Attack it is played with is a Head Shot.",
        conjunction=(
            Effect("with", what="upper"),
            Effect("mark", what="head_shot"),
            Effect("mark", what="power_blow"),
        ),
        requires=(Effect("attack_phase"),),
    ),
    event(
        "Extra Shot",
        "An additional attack; a new Defense against it comes from an Exertion.",
        Effect("additional_attack", what="no_hand_defense"),
        owners=SHOOTERS,
    ),
    event(
        "Combination",
        "An additional attack, which may be hidden.",
        Effect("additional_attack", what="may_hide"),
        variant="Additional",
        owners=COMBINERS,
    ),
    event(
        "Hook",
        "An additional attack, which cannot be blocked.",
        Effect("additional_attack", what="unblockable"),
        restriction=3,
        mark="reserved",
        owners=("Xavier",),
        sub_title="Xavier",
    ),
    event(
        "Seduce",
        "Your next attack cannot be blocked or dodged.",
        Effect("next_attack", what="unblockable"),
        Effect("next_attack", what="undodgeable"),
        restriction=4,
        mark="reserved",
        owners=("Amanda",),
        sub_title="Amanda",
    ),
    event(
        "Seduce",
        "Your next attack cannot be dodged; the opponent loses an attack.",
        Effect("next_attack", what="undodgeable"),
        Effect("lose_attack", "opponent"),
        restriction=4,
        edition="SE",
        mark="reserved",
        owners=("Nefertiri",),
        sub_title="Nefertiri",
    ),
    event(
        "Mishap",
        "The opponent's Power Blow is avoided; your next attack cannot be blocked.",
        Effect("avoid_attacks", what="power_blow"),
        Effect("next_attack", what="unblockable"),
        restriction=2,
        edition="ME",
        requires=(Effect("defense_phase"), Effect("opponent_power_blow")),
    ),
    event(
        "Holy Ground",
        "Attacks are avoided; everybody discards 4 and draws up; no Attack Phase.",
        Effect("avoid_attacks"),
        Effect("discard", "all", 4),
        Effect("draw_up", "all"),
        Effect("skip_attack_phase"),
        Effect("end_defense_phase"),
        edition="SE",
        requires=(Effect("defense_phase"),),
    ),
    event(
        "Run Through",
        "No Defense: the attacks succeed; your next attack cannot be blocked.",
        Effect("attacks_succeed"),
        Effect("next_attack", what="unblockable"),
        restriction=3,
        mark="reserved",
        owners=("Kurgan", "Slan"),
        sub_title="Kurgan/Slan",
        requires=(Effect("defense_phase"), Effect("opponent_attacked")),
    ),
    event(
        "Disappear",
        "No damage this turn, attacks are avoided, no attack of yours.",
        Effect("avoid_attacks"),
        Effect("lasts", what="prevent damage", until="turn"),
        Effect("lasts", what="prevent attacks", until="turn"),
        restriction=2,
        mark="reserved",
        owners=("Luther",),
        sub_title="Luther",
    ),
    event(
        "Intimidate",
        "The opponent cannot attack next turn.",
        Effect("lasts", "opponent", what="prevent attacks", until="next"),
        mark="reserved",
        owners=("Luther", "Slan"),
        sub_title="Luther/Slan",
    ),
    event(
        "Fast Talk",
        "The opponent plays no cards from hand next turn.",
        Effect("lasts", "opponent", what="prevent hand", until="next"),
        restriction=2,
        mark="signature",
        owners=("Fitzcairn",),
        sub_title="Fitzcairn",
    ),
    event("Distraction", "The opponent loses an attack.", Effect("lose_attack", "opponent")),
    event("Boom Boom", "The opponent loses 1 Ability.", Effect("lose_ability", "opponent", 1)),
    event(
        "Disarm",
        "1 chance in 6 that the opponent is disarmed.",
        Effect("instead_of_attack"),
        Effect("chance", "opponent", 1, "disarm"),
        requires=(Effect("attack_phase"),),
    ),
    event("Recover Weapon", "Your weapon is rearmed.", Effect("rearm"), requires=(Effect("disarmed"),)),
    event(
        "Police", "A Situation leaves play.", Effect("choose", what="situation"), variant="Remove Situation"
    ),
    event(
        "Watcher",
        "You gain 2 Ability.",
        Effect("gain", "you", 2),
        variant="Treatment",
        groups=("Watcher",),
        restriction=2,
    ),
)
