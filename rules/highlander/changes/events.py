"""The events of a game that cards in play wait for, and the one place that hands them out.

Whoever makes something happen says so with ``happened`` and knows nothing of who waits for it. What follows stands in
``turn.triggers``, whose table the game carries: nothing else is called because something happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from rules.highlander.position import Highlander
from rules.kernel.entries import Entry
from rules.kernel.entry_context import EntryContext


class CardPlayed(Struct, frozen=True, gc=False):
    """A player has played a card, or made an attack without one. ``plan``: what its ``verify`` resolved; ``before``:
    the position it was entered in."""

    entry: Entry
    plan: object
    before: Highlander


class HandShrank(Struct, frozen=True, gc=False):
    """An entry has taken cards from a hand; ``before``: the position it was entered in."""

    before: Highlander


class CardsDrawn(Struct, frozen=True, gc=False):
    """A player has drawn cards, or taken one out of the Endurance."""

    seat: str


class DamageTaken(Struct, frozen=True, gc=False):
    """A player has taken damage in the player's own Ability Adjustment Phase."""

    seat: str


class PowerBlowMade(Struct, frozen=True, gc=False):
    """A player's attack has become a Power Blow."""

    seat: str


class PowerBlockMade(Struct, frozen=True, gc=False):
    """A player's Block has become a Power Block."""

    seat: str


class TurnPassed(Struct, frozen=True, gc=False):
    """The turn of the opponent of ``seat`` has ended."""

    seat: str


Event = CardPlayed | HandShrank | CardsDrawn | DamageTaken | PowerBlowMade | PowerBlockMade | TurnPassed
#: what follows from an event: the position after it
Listener = Callable[[EntryContext, Highlander, Any], Highlander]


def happened(ctx: EntryContext, p: Highlander, event: Event) -> Highlander:
    """The position after everything that follows from an event, in the order of the game's table."""
    for listener in ctx.game.listeners.get(type(event), ()):
        p = listener(ctx, p, event)
    return p
