"""The entries of Nightmare alone."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from rules.herocard.core.reading.verbs import Names
from rules.kernel.cards import CardRef
from rules.kernel.entering import SEAT_DECIDES, SEAT_REVEALS
from rules.kernel.entries import CardTitle, Entry, SeatName

Figure = Annotated[str, msgspec.Meta(max_length=100)]
Place = Annotated[int, msgspec.Meta(ge=-100, le=100)]
Turn = Annotated[int, msgspec.Meta(ge=0, le=5)]
Said = Literal["scared", "not_scared", "alive", "dead"]


class Commit(Entry, frozen=True, tag="commit"):
    """A player looks at the Scene and the Killer dealt to it; others see only that it did."""

    entered = SEAT_REVEALS
    secret: ClassVar[tuple[str, ...]] = ("scene", "killer")
    closed = True
    scene: CardRef | None = None
    killer: CardRef | None = None


class Reveal(Entry, frozen=True, tag="reveal"):
    """After the game a player shows its Scene and Killer."""

    entered = SEAT_REVEALS
    secret: ClassVar[tuple[str, ...]] = ("scene", "killer")
    unprompted: ClassVar[bool] = True
    closed = False
    scene: CardRef | None = None
    killer: CardRef | None = None


class PlaceTile(Entry, frozen=True, tag="place_tile"):
    """Puts a tile into the dream at the cell (q, r), turned clockwise by ``turn`` sixths."""

    entered = SEAT_DECIDES
    closed = False
    scene: CardTitle
    q: Place
    r: Place
    turn: Turn = 0


class PlaceKiller(Entry, frozen=True, tag="place_killer"):
    """Puts a Killer figure on a tile."""

    entered = SEAT_DECIDES
    closed = False
    killer: CardTitle
    scene: CardTitle


class PlaceDreamer(Entry, frozen=True, tag="place_dreamer"):
    """Puts the Dreamer on a tile."""

    entered = SEAT_DECIDES
    closed = False
    scene: CardTitle


class Move(Entry, frozen=True, tag="move"):
    """Moves a figure (``Dreamer`` or a Killer) through an exit into the Scene beside."""

    entered = SEAT_DECIDES
    closed = False
    figure: Figure
    to: CardTitle


class Lift(Entry, frozen=True, tag="lift"):
    """Takes up a tile to move it, with the figures on it."""

    entered = SEAT_DECIDES
    closed = False
    scene: CardTitle


class Attach(Entry, frozen=True, tag="attach"):
    """Puts the tile taken up back at the cell (q, r), turned clockwise by ``turn`` sixths."""

    entered = SEAT_DECIDES
    q: Place
    r: Place
    turn: Turn = 0


class Scare(Entry, frozen=True, tag="scare"):
    """Announces an attack to scare all players."""

    entered = SEAT_DECIDES


class Kill(Entry, frozen=True, tag="kill"):
    """Announces an attack to kill ``target`` with ``killer`` in the active Scene."""

    entered = SEAT_DECIDES
    closed = False
    target: SeatName
    killer: CardTitle


class Announce(Entry, frozen=True, tag="announce"):
    """Says something of one's secret cards: scared or not, alive or dead."""

    entered = SEAT_REVEALS
    claim: Said


class Replace(Entry, frozen=True, tag="replace"):
    """A scared player discards its hand; ``cards`` names it."""

    entered = SEAT_DECIDES
    secret: ClassVar[tuple[str, ...]] = ("cards",)
    closed = False
    cards: Names | None = None


class Relief(Entry, frozen=True, tag="relief"):
    """Chooses to draw or to clear up to three cards."""

    entered = SEAT_DECIDES
    choice: Literal["draw", "clear"]


class Reconnect(Entry, frozen=True, tag="reconnect"):
    """Moves the part of the dream that ``scene`` belongs to: turned as a whole by ``turn`` sixths, with that Scene at
    the cell (q, r)."""

    entered = SEAT_DECIDES
    closed = False
    scene: CardTitle
    q: Place
    r: Place
    turn: Turn = 0
