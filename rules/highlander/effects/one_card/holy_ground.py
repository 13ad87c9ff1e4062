"""The immediate effects that only Holy Ground has."""

from __future__ import annotations

from rules.highlander.changes.carrying_out import EffectContext, Table
from rules.highlander.changes.state import change
from rules.highlander.effects.hand import to_do
from rules.highlander.language import one_card as own
from rules.highlander.position import Highlander


def skip_attack(ctx: EffectContext[own.SkipAttackPhase]) -> Highlander:
    """The Attack Phase is skipped this turn: no prevention, only no opportunity."""
    return change(ctx.p, ctx.seat, skip_attack=True)


def shuffle_hands(ctx: EffectContext[own.ShuffleHands]) -> Highlander:
    """Hands go into the Endurance and are replaced."""
    return to_do(ctx, "shuffle", 1)


TABLE: Table = {
    "skip_attack_phase": skip_attack,
    "shuffle_hands": shuffle_hands,
}
