"""The immediate effect that only Run Through has."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.carrying_out import EffectContext, Table
from rules.highlander.changes.resolution import let_all
from rules.highlander.language import continuous as during
from rules.highlander.language import one_card as own
from rules.highlander.position import Highlander


def lose_defense(ctx: EffectContext[own.AttacksSucceed]) -> Highlander:
    """The player cannot play a Defense this turn; the attacks succeed."""
    lasting = ctx.lasting(during.Prevent("defenses"), ctx.seat)
    return let_all(ctx.entry, replace(ctx.p, lasting=(*ctx.p.lasting, lasting)), ctx.seat)


TABLE: Table = {
    "attacks_succeed": lose_defense,
}
