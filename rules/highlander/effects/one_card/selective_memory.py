"""The immediate effect that only Selective Memory has."""

from __future__ import annotations

from rules.highlander.changes.carrying_out import EffectContext, Table
from rules.highlander.changes.state import change, owe
from rules.highlander.language import one_card as own
from rules.highlander.position import Highlander
from rules.highlander.reading.must_do import remaining


def avoid_discarding(ctx: EffectContext[own.AvoidDiscarding]) -> Highlander:
    """Cancel the discards that a player must make now; nothing else is avoided (Selective Memory)."""
    p = ctx.p
    for must in p.players[ctx.seat].must:
        if must.do == "discard" and must.unless:
            p = owe(p, ctx.seat, must.unless, "damage", "not discarding", must.event)
    return change(p, ctx.seat, must=remaining(p.players[ctx.seat].must, lambda must: must.do != "discard"))


TABLE: Table = {
    "avoid_discarding": avoid_discarding,
}
