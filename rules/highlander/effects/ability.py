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
    """Damage, pending as soon as the card is played (Damage - Pending); as much as an Event of the opponent does."""
    p = ctx.p
    amount = (
        damage.event_damage(ctx.judgment(), ctx.seat)
        if ctx.effect.what == "event_damage"
        else ctx.effect.count
    )
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


def for_each(ctx: EffectContext[act.DamageForEach]) -> Highlander:
    """Damage for each card of a group in play (``what``), to those named."""
    number = sum(
        1 for held in ctx.p.players.values() for card in held.in_play
        if (facts := face(ctx.entry, card.card)) is not None and ctx.effect.what in facts.groups
    )  # fmt: skip
    p = ctx.p
    for seat in ctx.targets() if number else ():
        p = owe(p, seat, ctx.effect.count * number, "damage", ctx.title, ctx.event, ctx.seat)
    return p


def avert_damage(ctx: EffectContext[act.AvertDamage]) -> Highlander:
    """Damage that is pending is prevented, up to a number; ``redirect``: and done to the player who caused it."""
    if ctx.effect.what == "redirect":
        return redirect(ctx.p, ctx.seat, ctx.effect.count, ctx.title, ctx.event)
    return prevent(ctx.p, ctx.seat, ctx.effect.count)[0]


TABLE: Table = {
    "damage": deal,
    "lose_ability": lose,
    "gain": gain,
    "damage_for_each": for_each,
    "avert_damage": avert_damage,
}
