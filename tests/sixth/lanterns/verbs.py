"""The entries of a log of Lanterns."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rules.kernel.cards import CardRef
from rules.kernel.entering import SEAT_DECIDES, SEAT_REVEALS, TABLE_REVEALS
from rules.kernel.entries import Entry, SeatName, Small


class Toss(Entry, frozen=True, tag="toss"):
    """The table: chance made ``seat`` the one who lays first."""

    entered = TABLE_REVEALS
    seat: SeatName


class Draw(Entry, frozen=True, tag="draw"):
    """A player draws the hand."""

    entered = SEAT_REVEALS
    secret = ("cards",)
    closed = True
    count: Small = 0
    cards: Annotated[tuple[CardRef, ...], msgspec.Meta(max_length=10)] | None = None

    @property
    def number(self) -> int:
        return self.count if self.cards is None else len(self.cards)

    def public(self) -> Entry:
        return msgspec.structs.replace(self, count=self.number, cards=None, note="", seen_by=None)


class Lay(Entry, frozen=True, tag="lay"):
    """A player lays a Lantern face down."""

    entered = SEAT_DECIDES
    secret = ("card",)
    closed = True
    card: CardRef | None = None


class Show(Entry, frozen=True, tag="show"):
    """A player turns up what lies face down."""

    entered = SEAT_REVEALS
    closed = False
    card: CardRef | None = None
