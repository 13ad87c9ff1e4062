"""The immediate effect that only Kiss Your Butts Goodbye has."""

from __future__ import annotations

from rules.highlander.changes.carrying_out import EffectContext, Table
from rules.highlander.changes.state import change
from rules.highlander.language import one_card as own
from rules.highlander.position import Highlander, Must


def damage_unless(ctx: EffectContext[own.DamageUnless]) -> Highlander:
    """Damage, unless as many cards are discarded in the next Sweep."""
    p = ctx.p
    for seat in ctx.targets():
        number = ctx.effect.count
        must = Must(do="discard", count=number, event=ctx.event, optional=True, unless=number)
        p = change(p, seat, must=(*p.players[seat].must, must))
    return p


TABLE: Table = {
    "damage_unless": damage_unless,
}
