"""Positions of Lanterns."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rules.kernel.entries import SeatName
from rules.kernel.knowledge import OPEN
from rules.kernel.position import Deck, Hand, HiddenSlot, Pile, Position

Phase = Literal["toss", "draw", "lay", "show", "over"]


class Side(Struct, frozen=True, kw_only=True):
    """A seat's side: what it laid face down this round, what it has shown, and the rounds it has won."""

    deck: Deck = (OPEN,)
    hand: Hand = ()
    laid: HiddenSlot = None
    light: int = 0
    shown: Pile = ()
    score: int = 0


class Lanterns(Position, frozen=True, kw_only=True):
    """``first``: who lays first this round; ``last_round``: time was called, the round in progress is the last."""

    players: dict[SeatName, Side] = {}
    phase: Phase = "toss"
    turn: SeatName = "A"
    first: SeatName = "A"
    round: int = 1
    last_round: bool = False
