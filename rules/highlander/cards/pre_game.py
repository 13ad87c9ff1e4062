"""Personas, Weapons of Choice, Premiums and other Pre-Game cards."""

from __future__ import annotations

from rules.highlander.card import Effect, HighlanderCard

PRE_GAME = (
    HighlanderCard(
        title="Duncan MacLeod", type="persona", owners=("Duncan",), master_limit=6, source="Handbook",
        summary="May attack areas just blocked; up to 6 Master cards.", while_in_play=(
            Effect("attack_blocked_areas"), Effect("no_hiding_after_blow", "opponent"),
        ),
    ),
    HighlanderCard(
        title="Connor MacLeod", type="persona", owners=("Connor",), master_limit=7, source="Handbook",
        summary="May attack areas just blocked; up to 7 Master cards.", while_in_play=(Effect("attack_blocked_areas"),),
    ),
    HighlanderCard(
        title="Xavier St. Cloud", type="persona", owners=("Xavier",), master_limit=5, source="Handbook",
        summary="Instead of a Special card, a 1-point Middle Center Attack; up to 5 Master cards.",
        while_in_play=(Effect("make_attack", what="middle_center", count=1),),
    ),
    HighlanderCard(
        title="The Kurgan", type="persona", owners=("Kurgan",), source="Handbook: No Damage v 0-Damage",
        summary="Successful attacks do 1 more damage.", while_in_play=(Effect("damage_bonus", count=1),),
    ),
    HighlanderCard(
        title="Luther", type="persona", owners=("Luther",), source="Handbook: Focused Strike",
        summary="Power Blocks without an Exertion.", while_in_play=(Effect("free_power_block"),),
    ),
    HighlanderCard(
        title="Richie Ryan: Premium", type="premium", owners=("Richie",), source="Handbook: Maximum Ability",
        summary="1 more Ability.", while_in_play=(Effect("ability", "you", 1),),
    ),
    HighlanderCard(
        title="Thunder Castle Games", type="pre_game", source="Handbook", marks=("ripped",),
        summary="Rip it to counter a Special or Edge.",
        discard_to_use=tuple(
            Effect("counter", what=kind) for kind in ("event", "situation", "object", "location", "edge")
        ),
    ),
    HighlanderCard(title="War Axe", type="weapon_of_choice", hand_icons=2, source="Handbook: Ranged Attack",
                   summary="A two-handed weapon."),
    HighlanderCard(title="Rapier", type="weapon_of_choice", hand_icons=1, source="Handbook", summary="A weapon."),
)  # fmt: skip
