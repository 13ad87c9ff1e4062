"""The immediate effect that only Jack Donovan has."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.carrying_out import EffectContext, Table
from rules.highlander.language import continuous as during
from rules.highlander.language import lasting as lasting_effects
from rules.highlander.language import one_card as own
from rules.highlander.position import Highlander
from rules.kernel.enforce import enforces


@enforces("jack-donovan")
def excuse(ctx: EffectContext[own.Excuse]) -> Highlander:
    """Nothing is played this turn, and no Exertion need be made for that."""
    lasting = (
        *ctx.p.lasting,
        ctx.lasting(lasting_effects.Excused(), ctx.seat),
        ctx.lasting(during.Prevent("hand"), ctx.seat),
    )
    return replace(ctx.p, lasting=lasting)


TABLE: Table = {
    "excuse": excuse,
}
