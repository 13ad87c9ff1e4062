"""The entries both games share."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from rules.herocard.core.reading.card import Attribute
from rules.kernel.cards import CardRef
from rules.kernel.entering import SEAT, SEAT_DECIDES, SEAT_REVEALS, TABLE_NOTES, TABLE_REVEALS, Entered
from rules.kernel.entries import Entry, SeatName

Few = Annotated[int, msgspec.Meta(ge=0, le=7)]
Names = Annotated[tuple[CardRef, ...], msgspec.Meta(max_length=60)]


class First(Entry, frozen=True, tag="first"):
    """By the table: who goes first."""

    entered = TABLE_REVEALS
    seat: SeatName


class LayOut(Entry, frozen=True, tag="lay_out"):
    """At the set-up a player lays out its three Attribute cards; ``cards`` names them."""

    entered = SEAT_DECIDES
    closed = False
    cards: Annotated[tuple[CardRef, ...], msgspec.Meta(max_length=3)] | None = None


class Shuffle(Entry, frozen=True, tag="shuffle"):
    """By the table: ``seat``'s Discard stack is shuffled and becomes its Action deck."""

    entered = TABLE_NOTES
    seat: SeatName


class Draw(Entry, frozen=True, tag="draw"):
    """Draws ``count`` cards; ``cards`` names them for those who saw them."""

    entered = SEAT_REVEALS
    closed = True
    count: Few | None = None
    cards: Names | None = None

    def public(self) -> Entry:
        number = self.count if self.count is not None or self.cards is None else min(len(self.cards), 7)
        return msgspec.structs.replace(self, note="", seen_by=None, cards=None, count=number)


class Discard(Entry, frozen=True, tag="discard"):
    """Discards one card, face up."""

    entered = SEAT_DECIDES
    closed = False
    card: CardRef | None = None


class Clear(Entry, frozen=True, tag="clear"):
    """Clears the top card of a stack; ``card`` names it (for one that lay face down)."""

    entered = Entered((SEAT,), reveals="card")
    closed = False
    stack: Attribute
    card: CardRef | None = None


class Done(Entry, frozen=True, tag="done"):
    """Ends a phase, or a choice of up to so many, early."""

    entered = SEAT_DECIDES


class Refresh(Entry, frozen=True, tag="refresh"):
    """Skips the Action phase to replace the whole hand; ``cards`` names what was discarded."""

    entered = SEAT_DECIDES
    closed = False
    cards: Names | None = None


class Play(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One card of a play, with the target and the Attribute chosen for it where it asks for them; ``deployed``: it is
    turned up where it lay face down, not played from the hand."""

    card: CardRef
    target: SeatName | None = None
    attribute: Attribute | None = None
    deployed: bool = False


class PlayCards(Entry, frozen=True, tag="play"):
    """Plays one card (``card``, ``target``, ``attribute``, ``deployed``) or a set (``plays``)."""

    entered = SEAT_DECIDES
    closed = False
    card: CardRef | None = None
    target: SeatName | None = None
    attribute: Attribute | None = None
    deployed: bool = False
    plays: Annotated[tuple[Play, ...], msgspec.Meta(max_length=8)] | None = None


class Deploy(Entry, frozen=True, tag="deploy"):
    """Puts a card face down on a stack."""

    entered = SEAT_DECIDES
    secret: ClassVar[tuple[str, ...]] = ("card",)
    closed = True
    attribute: Attribute
    card: CardRef | None = None


class Pass(Entry, frozen=True, tag="pass"):
    """Has priority and plays nothing."""

    entered = SEAT_DECIDES


class WasteCard(Entry, frozen=True, tag="waste"):
    """Plays a card without effect because an opponent forces it; ``discarded``: the points do not suffice for it."""

    entered = SEAT_DECIDES
    closed = False
    card: CardRef
    discarded: bool = False


class ConvertCard(Entry, frozen=True, tag="convert"):
    """Chooses the active card to be converted; ``seat`` played it, ``place`` says which of its cards of that name."""

    entered = SEAT_DECIDES
    closed = False
    seat: SeatName
    card: CardRef


class TwistCard(Entry, frozen=True, tag="twist"):
    """Chooses the card in play to be twisted."""

    entered = SEAT_DECIDES
    closed = False
    stack: Attribute
    card: CardRef
