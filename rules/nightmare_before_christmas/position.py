"""The position of this game."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rules.kernel.entries import SeatName
from rules.kernel.knowledge import OPEN
from rules.kernel.position import Deck, Hand, Heap, HiddenSlot, OwnPile, Pile, Position, Ref, Refs, Slot
from rules.nightmare_before_christmas.effects import AnyEffect

Phase = Literal["setup", "start", "player", "end", "over"]
#: setup: king; start: day, flip, locale, choose, activity; player: turn; end: reimburse, discard, recycle; over: over
Stage = Literal[
    "king", "day", "flip", "locale", "choose", "activity", "turn", "reimburse", "discard", "recycle", "over"
]
#: What a pending step belongs to.
Cause = Literal["function", "activity", "text", "surprise", "creation", "hand"]


#: The title of a card played as a Surprise, an end of the row of Locales, a step left out: a seat and its verb.
SurpriseTitle = Annotated[str, msgspec.Meta(max_length=200, extra={"is": "title"})]
EndName = Annotated[str, msgspec.Meta(max_length=20, extra={"is": "end"})]
LeftOut = Annotated[str, msgspec.Meta(max_length=80, extra={"is": "step"})]


class Locale(msgspec.Struct, frozen=True):
    """A Locale of the row, the Characters below it, and cards face down beneath it."""

    card: Slot = None
    characters: Heap = ()
    under: Hand = ()


class Stack(msgspec.Struct, frozen=True):
    """The Surprises stacked beneath a Character."""

    on: Ref = None
    cards: Pile = ()


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """A player's cards and points. Piles: the last card lies on top; decks: the first."""

    locales: tuple[Locale, ...] = ()
    creations: Heap = ()
    placed: Heap = ()
    stacks: tuple[Stack, ...] = ()
    hexed: Refs = ()
    pumpkin_points: int = 0
    hand: Hand = (OPEN,)
    deck: Deck = (OPEN,)
    discard: OwnPile = ()
    surprise_discard: Pile = ()
    resolving: Pile = ()
    surprises: tuple[SurpriseTitle, ...] = ()
    owed: int = 0
    locale_deck: Deck = (OPEN,)
    starting_locale: HiddenSlot = None
    hand_due: bool = False
    coming: HiddenSlot = None
    end: EndName | None = None
    set_aside: Hand = ()


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """An effect that waits: for ``seat``, because of ``card``; ``against`` whom, ``target`` which Character;
    ``offered``: its victim had the chance to protect himself; ``found``: cards turned up by a Search."""

    seat: SeatName
    effect: AnyEffect
    cause: Cause
    card: Ref = None
    against: SeatName | None = None
    target: Ref = None
    offered: bool = False
    found: Heap = ()


class NightmarePosition(Position, frozen=True, kw_only=True):
    """Everything true at one point of a game."""

    phase: Phase = "player"
    stage: Stage = "turn"
    day: int = 1
    days_left: int = 11
    king: SeatName | None = None
    turn: SeatName | None = None
    acted: tuple[SeatName, ...] = ()
    activity: Literal["draw", "add", "move"] | None = None
    free: SeatName | None = None
    perhaps_free: tuple[SeatName, ...] | None = None
    function_used: bool = False
    more_functions: int = 0
    asked: tuple[SeatName, ...] = ()
    steps: tuple[Step, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    time_called: bool = False
    winner: SeatName | None = None
    winners: tuple[SeatName, ...] = ()
    players: dict[SeatName, Player] = {}


def with_seat(position: NightmarePosition, seat: str, player: Player) -> NightmarePosition:
    """The position with one player's cards and points changed."""
    players = position.players.copy()
    players[seat] = player
    return msgspec.structs.replace(position, players=players)


def in_order(seats: tuple[str, ...], first: str | None) -> tuple[str, ...]:
    """The seats clockwise from ``first``."""
    if first not in seats:
        return seats
    at = seats.index(first)
    return seats[at:] + seats[:at]


def without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """The zone without one card."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]
