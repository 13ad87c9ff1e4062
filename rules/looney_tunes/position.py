"""The position of this game."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rules.kernel.entries import SeatName
from rules.kernel.knowledge import OPEN
from rules.kernel.position import Deck, Hand, Heap, Position, Refs, Slot, deck_of, heap_of
from rules.looney_tunes.cards.language import AnyEffect

MOVIE = "movie"
HAND_SIZE = 6
BOARD_SIZE = 4

Phase = Literal["setup", "draw", "storyboard", "choose", "actors", "reveal", "effects", "score", "over"]


#: A color that a card has or gives.
ColorName = Annotated[str, msgspec.Meta(max_length=20, extra={"is": "color"})]


class Player(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One player's cards. ``face_down`` and ``face_up`` lie at the Scene; the facts from ``rank_change`` on are what
    Special Effects (or a judge) made of them for this Scene."""

    hand: Hand = (OPEN,)
    deck: Deck = (OPEN,)
    discard: Heap = ()
    face_down: Hand = ()
    face_up: Heap = ()
    special_effect: Slot = None
    score_pile: Heap = ()
    score: int = 0
    out: bool = False
    rank_change: int = 0
    counts_as: ColorName | None = None
    never_overacts: bool = False
    wins_ties: bool = False
    text_done: Refs = ()


class Step(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Something a text of ``seat`` still has to do: ``against`` whom, whether an optional part is ``agreed``, whether
    the hand was ``looked`` at."""

    seat: SeatName
    effect: AnyEffect
    against: SeatName | None = None
    agreed: bool = False
    looked: bool = False


class LooneyPosition(Position, frozen=True, kw_only=True):
    """Everything true at one point of a game. ``scene`` is the Scene being shot, taken out of ``storyboard``;
    ``turn`` the seat that acts (None: several, or the table)."""

    phase: Phase = "choose"
    round: int = 1
    active: SeatName | None = None
    turn: SeatName | None = None
    storyboard: heap_of(MOVIE) = ()  # type: ignore[valid-type]
    scene: Slot = None
    scene_color: ColorName | None = None
    scene_rank_change: int = 0
    scene_points_change: int = 0
    scene_text_done: bool = False
    movie_deck: deck_of(MOVIE) = (OPEN,)  # type: ignore[valid-type]
    movie_discard: heap_of(MOVIE) = ()  # type: ignore[valid-type]
    reshuffle: bool = False
    last_turn: bool = False
    time_called: bool = False
    to_shuffle: tuple[str, ...] = ()
    to_draw: tuple[SeatName, ...] = ()
    to_send: tuple[SeatName, ...] = ()
    rolling: bool = False
    steps: tuple[Step, ...] = ()
    next_active: SeatName | None = None
    winner: SeatName | None = None
    winners: tuple[SeatName, ...] = ()
    players: dict[SeatName, Player] = {}


change = msgspec.structs.replace


def needs_agreement(step: Step) -> bool:
    """Whether a step is optional and its player has not said yet that it is done."""
    return step.effect.may and not step.agreed


def with_seat(position: LooneyPosition, seat: str, player: Player, **changes: object) -> LooneyPosition:
    """The position with one player's cards, and perhaps other facts, changed."""
    players = position.players.copy()
    players[seat] = player
    return change(position, players=players, **changes)


def in_order(seats: tuple[str, ...], first: str | None) -> tuple[str, ...]:
    """The seats clockwise from ``first``."""
    if first not in seats:
        return seats
    at = seats.index(first)
    return seats[at:] + seats[:at]


def still_in(position: LooneyPosition, seats: tuple[str, ...]) -> tuple[str, ...]:
    """The seats that have not lost."""
    return tuple([seat for seat in seats if not position.players[seat].out])


def without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """The zone without one card."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]
