"""Edges."""

from __future__ import annotations

from rules.highlander.card import HighlanderCard
from rules.highlander.language.conjunction import GivesMark, With
from rules.highlander.language.effects import Choose, Gain
from rules.highlander.language.filters import every
from rules.highlander.language.requirements import CardTarget, InPhase

EDGES = (
    HighlanderCard(
        title="Flashing Blade", type="edge", source="Handbook",
        summary="A Dodge cannot avoid several attacks this turn.",
        conjunction=(With("attack"), GivesMark("single_dodge")),
        requires=(InPhase("attack"),),
    ),
    HighlanderCard(
        title="Lunge", type="edge", source="Handbook: In Conjunction", summary="The Basic Attack cannot be dodged.",
        conjunction=(With("basic"), GivesMark("undodgeable")),
        requires=(InPhase("attack"),),
    ),
    HighlanderCard(
        title="Focused Strike", type="edge", source="Handbook", summary="The attack cannot be Power Blocked.",
        conjunction=(With("attack"), GivesMark("no_power_block")),
        requires=(InPhase("attack"),),
    ),
    HighlanderCard(
        title="Focus", type="edge", edition="AT", source="Handbook",
        summary="A Situation is nullified during the opponent's next turn.",
        requires=(CardTarget(every("situation")),),
        on_play=(Choose(what=every("situation"), until="next"),),
    ),
    HighlanderCard(
        title="Focus", type="edge", variant="This Turn", source="Handbook: Focus - Nullifying Situations",
        summary="A Situation is nullified this turn.", requires=(CardTarget(every("situation")),),
        on_play=(Choose(what=every("situation"), until="turn"),),
    ),
    HighlanderCard(
        title="Lost Love", type="edge", source="Handbook: Ability Adjustment Phase", summary="You gain 1 Ability.",
        on_play=(Gain(1),),
    ),
)  # fmt: skip
