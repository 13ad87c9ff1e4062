"""Damage, Ability Loss and gain."""

from __future__ import annotations

from rules.highlander.changes.carrying_out import EffectContext, Table
from rules.highlander.changes.damage import prevent, redirect
from rules.highlander.changes.state import owe
from rules.highlander.language import effects as act
from rules.highlander.position import Highlander
from rules.highlander.reading import damage
from rules.highlander.reading.state import face


def deal(ctx: EffectContext[act.Damage]) -> Highlander:
    """Damage, pending as soon as the card is played (Damage - Pending): the number said, so much for each card of a
    group in play, or as much as an Event of the opponent does."""
    p, amount = ctx.p, ctx.effect.count
    if ctx.effect.what == "event_damage":
        amount = damage.event_damage(ctx.judgment(), ctx.seat)
    elif ctx.effect.each:
        number = _in_play(ctx, ctx.effect.each)
        if not number:
            return p
        amount *= number
    for seat in ctx.targets():
        p = owe(p, seat, amount, "damage", ctx.title, ctx.event, ctx.seat)
    return p


def lose(ctx: EffectContext[act.LoseAbility]) -> Highlander:
    """Ability Loss."""
    p = ctx.p
    for seat in ctx.targets():
        p = owe(p, seat, ctx.effect.count, "loss", ctx.title, ctx.event)
    return p


def gain(ctx: EffectContext[act.Gain]) -> Highlander:
    """Ability gained, not above the Maximum Ability."""
    p = ctx.p
    for seat in ctx.targets():
        p = owe(p, seat, ctx.effect.count, "gain", ctx.title, ctx.event)
    return p


def _in_play(ctx: EffectContext[act.Damage], group: str) -> int:
    """How many cards of a group are in play, on either side."""
    faces = (face(ctx.entry, card.card) for held in ctx.p.players.values() for card in held.in_play)
    return sum(1 for facts in faces if facts is not None and group in facts.groups)


def avert_damage(ctx: EffectContext[act.AvertDamage]) -> Highlander:
    """Damage that is pending is prevented, up to a number; ``redirect``: and done to the player who caused it."""
    if ctx.effect.what == "redirect":
        return redirect(ctx.p, ctx.seat, ctx.effect.count, ctx.title, ctx.event)
    return prevent(ctx.p, ctx.seat, ctx.effect.count)[0]


TABLE: Table = {
    "damage": deal,
    "lose_ability": lose,
    "gain": gain,
    "avert_damage": avert_damage,
}
