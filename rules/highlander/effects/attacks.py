"""Attacks: further ones, the next one, those that are avoided or succeed."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.carrying_out import EffectContext, Table
from rules.highlander.changes.resolution import avoid_all
from rules.highlander.changes.state import change
from rules.highlander.language import effects as act
from rules.highlander.language import lasting as lasting_effects
from rules.highlander.position import Highlander, Mark
from rules.kernel.enforce import enforces


def instead_of_attack(ctx: EffectContext[act.InsteadOfAttack]) -> Highlander:
    """The card is played in place of a Basic Attack: an attack less is left."""
    return change(ctx.p, ctx.seat, attacks_allowed=ctx.p.players[ctx.seat].attacks_allowed - 1)


def add_attack(ctx: EffectContext[act.AdditionalAttack]) -> Highlander:
    """An additional attack this turn; ``what`` holds of it if more than one attack is made: the next one when an attack
    was made already, else the one after the first."""
    mine = ctx.p.players[ctx.seat]
    p = change(ctx.p, ctx.seat, attacks_allowed=mine.attacks_allowed + 1)
    if not ctx.effect.what or (ctx.effect.until == "last turn" and not mine.turns):
        return p
    mark = Mark(ctx.effect.what, ctx.event)
    if mine.attacks_made:
        return change(p, ctx.seat, next_attack=(*mine.next_attack, mark))
    return change(p, ctx.seat, later_attack=(*mine.later_attack, mark))


def mark_next(ctx: EffectContext[act.NextAttack]) -> Highlander:
    """Something holds of a player's next attack: this turn, or on the player's own next turn (Next Attack)."""
    p = ctx.p
    for seat in ctx.targets():
        mark = Mark(ctx.effect.what, ctx.event)
        if seat == p.turn:
            p = change(p, seat, next_attack=(*p.players[seat].next_attack, mark))
        else:
            p = change(p, seat, coming_attack=(*p.players[seat].coming_attack, mark))
    return p


@enforces("holy-ground-playing-unprovoked")
def avoid(ctx: EffectContext[act.AvoidAttacks]) -> Highlander:
    """Every attack that is not successful yet is avoided; ``what``: only those (Power Blows)."""
    return avoid_all(ctx.entry, ctx.p, ctx.seat, ctx.effect.what)


def lose_next_attack(ctx: EffectContext[act.LoseAttack]) -> Highlander:
    """A player loses an attack: this turn, or the next turn's first for the opponent."""
    p = ctx.p
    for seat in ctx.targets():
        if seat == p.turn:
            p = change(p, seat, attacks_allowed=p.players[seat].attacks_allowed - 1)
        else:
            p = replace(
                p,
                lasting=(
                    *p.lasting,
                    ctx.lasting(lasting_effects.LoseAttack(), seat, 1),
                ),
            )
    return p


TABLE: Table = {
    "instead_of_attack": instead_of_attack,
    "additional_attack": add_attack,
    "next_attack": mark_next,
    "avoid_attacks": avoid,
    "lose_attack": lose_next_attack,
}
