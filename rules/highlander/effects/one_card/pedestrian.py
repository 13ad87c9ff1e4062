"""The immediate effect that only Pedestrian has."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.carrying_out import EffectContext, Table
from rules.highlander.changes.first_blood import begin_first_blood
from rules.highlander.language import one_card as own
from rules.highlander.position import Highlander
from rules.highlander.reading.state import other


def end_duel(ctx: EffectContext[own.EndDuel]) -> Highlander:
    """The player with the highest Ability wins; a tie goes on in First Blood (Pedestrian)."""
    first, second = ctx.seat, other(ctx.entry, ctx.seat)
    lead = ctx.p.players[first].ability - ctx.p.players[second].ability
    if not lead:
        return begin_first_blood(ctx.entry, ctx.p)
    return replace(ctx.p, winner=first if lead > 0 else second, how="highest ability", phase="over")


TABLE: Table = {
    "end_duel": end_duel,
}
