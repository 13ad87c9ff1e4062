"""The immediate effect that only Nexus has."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.carrying_out import EffectContext, Table
from rules.highlander.language import one_card as own
from rules.highlander.position import Highlander
from rules.highlander.reading.endurance import may_be_made_anew


def reshuffle(ctx: EffectContext[own.Reshuffle]) -> Highlander:
    """The discard pile is shuffled into the Endurance (Nexus)."""
    mine = ctx.p.players[ctx.seat]
    return replace(ctx.p, reshuffling=ctx.seat) if may_be_made_anew(mine) else ctx.p


TABLE: Table = {
    "reshuffle": reshuffle,
}
