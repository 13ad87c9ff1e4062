"""The immediate effect that only Destruction has."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.carrying_out import EffectContext, Table
from rules.highlander.language import lasting as lasting_effects
from rules.highlander.language import one_card as own
from rules.highlander.position import Highlander

#: turns, as good as for ever
FOREVER = 10_000


def free_blows(ctx: EffectContext[own.FreeBlows]) -> Highlander:
    """A number of attacks to an area may be Power Blows without an Exertion, whenever they are made."""
    lasting = replace(
        ctx.lasting(lasting_effects.FreeBlowsTo(ctx.effect.what), ctx.seat, FOREVER), count=ctx.effect.count
    )
    return replace(ctx.p, lasting=(*ctx.p.lasting, lasting))


TABLE: Table = {
    "free_blows": free_blows,
}
