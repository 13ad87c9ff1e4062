"""Exertions for several Attacks, and special consequences of attacks and Defenses."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.highlander.changes import exertion_attacks
from rules.highlander.changes.carrying_out import EffectContext, Table
from rules.highlander.changes.state import change
from rules.highlander.language import effects as act
from rules.highlander.position import Choice, Highlander, Mark, Rolling
from rules.kernel.enforce import enforces


def exert_for_attacks(ctx: EffectContext[act.ExertForAttacks]) -> Highlander:
    """An Exertion of ``count`` cards from which several Attacks are played. Duplicated after the turn's
    Exertion, it makes no second one."""
    if not may_exert(ctx):
        return ctx.p
    marks = tuple(Mark(what, ctx.event) for what in ctx.effect.marks)
    return exertion_attacks.begin_for_attacks(
        ctx.p, ctx.entry, ctx.seat, ctx.effect.count, ctx.effect.plays or 0, marks, ctx.effect.from_hand
    )


@enforces("exertions", "duplicating-a-cards-effects")
def may_exert(ctx: EffectContext[Any]) -> bool:
    """Whether the player has an Exertion left: what duplicates a card asks for nothing that the card requires, but one
    Exertion a turn is a rule of its own."""
    mine = ctx.p.players[ctx.seat]
    return not mine.exertions or bool(mine.further_exertion)


@enforces("dirty-trick-tackle")
def roll_prone(ctx: EffectContext[Any]) -> Highlander:
    """A player rolls at once for being Prone; the Handbook does not print the odds: a judge says them."""
    for seat in ctx.targets():
        if seat == ctx.p.turn:
            return replace(ctx.p, rolling=Rolling(seat=seat, title=ctx.title))
    return ctx.p


@enforces("dirty-trick-head-butt")
def may_discard(ctx: EffectContext[act.WhenSuccessful]) -> Highlander:
    """The attacker discards cards for the effect now, as many as the card says."""
    if not ctx.p.players[ctx.seat].hand:
        return ctx.p
    return replace(ctx.p, choice=Choice(seat=ctx.seat, what="hand", then="discard", title=ctx.title))


@enforces("regaining-your-feet")
def stand_up(ctx: EffectContext[act.StandUp]) -> Highlander:
    """Players regain their feet."""
    p = ctx.p
    for seat in ctx.targets():
        p = change(p, seat, prone=False)
    return p


TABLE: Table = {
    "exert_for_attacks": exert_for_attacks,
    "roll_prone": roll_prone,
    "stand_up": stand_up,
}
