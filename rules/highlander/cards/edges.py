"""Edges."""

from __future__ import annotations

from rules.highlander.card import Effect, HighlanderCard

EDGES = (
    HighlanderCard(
        title="Flashing Blade", type="edge", source="Handbook",
        summary="A Dodge cannot avoid several attacks this turn.",
        conjunction=(Effect("with", what="attack"), Effect("mark", what="single_dodge")),
        requires=(Effect("attack_phase"),),
    ),
    HighlanderCard(
        title="Lunge", type="edge", source="Handbook: In Conjunction", summary="The Basic Attack cannot be dodged.",
        conjunction=(Effect("with", what="basic"), Effect("mark", what="undodgeable")),
        requires=(Effect("attack_phase"),),
    ),
    HighlanderCard(
        title="Focused Strike", type="edge", source="Handbook", summary="The attack cannot be Power Blocked.",
        conjunction=(Effect("with", what="attack"), Effect("mark", what="no_power_block")),
        requires=(Effect("attack_phase"),),
    ),
    HighlanderCard(
        title="Focus", type="edge", edition="AT", source="Handbook",
        summary="A Situation is nullified during the opponent's next turn.",
        requires=(Effect("target", what="situation"),),
        on_play=(Effect("choose", what="situation", until="next"),),
    ),
    HighlanderCard(
        title="Focus", type="edge", variant="This Turn", source="Handbook: Focus - Nullifying Situations",
        summary="A Situation is nullified this turn.", requires=(Effect("target", what="situation"),),
        on_play=(Effect("choose", what="situation", until="turn"),),
    ),
    HighlanderCard(
        title="Lost Love", type="edge", source="Handbook: Ability Adjustment Phase", summary="You gain 1 Ability.",
        on_play=(Effect("gain", "you", 1),),
    ),
)  # fmt: skip
