"""The immediate effect that only Feint has."""

from __future__ import annotations

from rules.highlander.changes.carrying_out import EffectContext, Table
from rules.highlander.changes.state import change, returned
from rules.highlander.language import one_card as own
from rules.highlander.position import Highlander


def take_back_attack(ctx: EffectContext[own.TakeBackAttack]) -> Highlander:
    """The last attack, unsuccessful and no Special Attack, comes back to the hand of who played it."""
    p = ctx.p
    for card in p.players[ctx.seat].last_attack:
        for owner, held in p.players.items():
            if card in held.discard_pile:
                p = change(p, owner, discard_pile=tuple(c for c in held.discard_pile if c != card))
                p = change(
                    p, ctx.seat, hand=returned(ctx.entry, p.players[ctx.seat].hand, card), last_attack=()
                )
    return p


TABLE: Table = {
    "take_back_attack": take_back_attack,
}
