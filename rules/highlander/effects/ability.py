"""Damage, Ability Loss and gain."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.highlander import damage
from rules.highlander.effects.on import On
from rules.highlander.position import Highlander
from rules.highlander.state import face, other, owe


def deal(on: On) -> Highlander:
    """Damage, pending as soon as the card is played (Damage - Pending); as much as an Event of the opponent does."""
    p = on.p
    on.j.position = p
    amount = damage.event_damage(on.j, on.seat) if on.effect.what == "event_damage" else on.effect.count
    for seat in on.targets():
        p = owe(p, seat, amount, "damage", on.title, on.event, on.seat)
    return p


def lose(on: On) -> Highlander:
    """Ability Loss."""
    p = on.p
    for seat in on.targets():
        p = owe(p, seat, on.effect.count, "loss", on.title, on.event)
    return p


def gain(on: On) -> Highlander:
    """Ability gained, not above the Maximum Ability."""
    p = on.p
    for seat in on.targets():
        p = owe(p, seat, on.effect.count, "gain", on.title, on.event)
    return p


def for_each(on: On) -> Highlander:
    """Damage for each card of a group in play (``what``), to those named."""
    number = sum(
        1 for held in on.p.players.values() for card in held.in_play
        if (found := face(on.j, card.card)) is not None and on.effect.what in found.groups
    )  # fmt: skip
    p = on.p
    for seat in on.targets() if number else ():
        p = owe(p, seat, on.effect.count * number, "damage", on.title, on.event, on.seat)
    return p


def prevent_damage(on: On) -> Highlander:
    """Damage that is pending is prevented, up to a number."""
    return damage.prevent(on.p, on.seat, on.effect.count)[0]


def redirect_damage(on: On) -> Highlander:
    """Damage is prevented and done to the player who caused it."""
    return damage.redirect(on.p, on.seat, on.effect.count, on.title, on.event)


def end_duel(on: On) -> Highlander:
    """The player with the highest Ability wins; a tie goes on in First Blood (Pedestrian)."""
    from rules.highlander.first_blood import begin

    first, second = on.seat, other(on.j, on.seat)
    lead = on.p.players[first].ability - on.p.players[second].ability
    if not lead:
        return begin(on.j, on.p)
    return replace(on.p, winner=first if lead > 0 else second, how="highest ability", phase="over")


TABLE: dict[str, Any] = {
    "damage": deal,
    "lose_ability": lose,
    "gain": gain,
    "damage_for_each": for_each,
    "prevent_damage": prevent_damage,
    "redirect_damage": redirect_damage,
    "end_duel": end_duel,
}
