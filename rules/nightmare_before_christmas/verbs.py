"""The entries of a log of this game; arguments and examples in ``docs/logs/nightmare_before_christmas.md``."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rules.kernel.cards import CardRef
from rules.kernel.entering import SEAT_DECIDES, SEAT_REVEALS, TABLE_NOTES, TABLE_REVEALS
from rules.kernel.entries import Entry, SeatName, Small

Cards = Annotated[tuple[CardRef, ...], msgspec.Meta(max_length=200)]
End = Literal["left", "right"]
Kind = Literal["draw", "add", "move"]


class FirstKing(Entry, frozen=True, tag="first_king"):
    """By the table: who is the first Pumpkin King, chosen at random."""

    entered = TABLE_REVEALS
    seat: SeatName


class Roll(Entry, frozen=True, tag="roll"):
    """By the table: a die thrown to choose the first Pumpkin King."""

    entered = TABLE_REVEALS
    unprompted = True
    closed = False

    value: Small
    sides: Small = 6


class Shuffle(Entry, frozen=True, tag="shuffle"):
    """By the table: a deck is shuffled; in the End Phase the Discard Pile becomes the new Main Deck."""

    entered = TABLE_NOTES
    seat: SeatName
    pile: Literal["main", "locales"] = "main"


class RemoveDay(Entry, frozen=True, tag="remove_day"):
    """The Pumpkin King removes a Day Counter."""

    entered = SEAT_DECIDES


class Flip(Entry, frozen=True, tag="flip"):
    """A seat turns its Starting Locale face up."""

    entered = SEAT_REVEALS
    closed = False
    card: CardRef | None = None


class Commit(Entry, frozen=True, tag="commit"):
    """A hidden choice: the end for the new Locale (``card``, ``end``), or a card to discard in the End Phase."""

    entered = SEAT_DECIDES
    secret = ("card", "end")
    closed = True
    card: CardRef | None = None
    end: End | None = None


class Reveal(Entry, frozen=True, tag="reveal"):
    """Shows what was committed."""

    entered = SEAT_REVEALS
    closed = False
    card: CardRef | None = None
    end: End | None = None


class Place(Entry, frozen=True, tag="place"):
    """A seat places its new Locale openly, in turn order from the Pumpkin King."""

    entered = SEAT_DECIDES
    closed = False
    end: End
    card: CardRef | None = None


class ChooseActivity(Entry, frozen=True, tag="choose_activity"):
    """The Pumpkin King chooses the Day's activity."""

    entered = SEAT_DECIDES
    activity: Kind


class Activity(Entry, frozen=True, tag="activity"):
    """A seat performs the activity; ``discard`` is the card it pays with, left out where it is free."""

    entered = SEAT_DECIDES
    closed = False
    discard: CardRef | None = None


class Draw(Entry, frozen=True, tag="draw"):
    """A seat draws from its Main Deck; ``cards`` is what it drew."""

    entered = SEAT_REVEALS
    secret = ("cards",)
    closed = True
    count: Small
    cards: Cards | None = None


class Add(Entry, frozen=True, tag="add"):
    """A seat adds the Pumpkin Points of its Function."""

    entered = SEAT_DECIDES


class Move(Entry, frozen=True, tag="move"):
    """A seat moves one of its Characters to an adjacent Locale."""

    entered = SEAT_DECIDES
    closed = False
    card: CardRef
    to: CardRef


class GatherAt(Entry, frozen=True, tag="gather"):
    """A seat spends one Movement on a Character whose text lets adjacent Characters come to it."""

    entered = SEAT_DECIDES
    closed = False
    card: CardRef


class Pass(Entry, frozen=True, tag="pass"):
    """A seat declines, or stops, what is pending for it."""

    entered = SEAT_DECIDES


class UseFunction(Entry, frozen=True, tag="function"):
    """A seat performs a Function of one of its Active Locales; ``number`` counts a Locale's Functions from 1."""

    entered = SEAT_DECIDES
    closed = False
    locale: CardRef
    number: Small = 1


class Play(Entry, frozen=True, tag="play"):
    """A seat plays a card: a Character below a ``locale`` (``replace``: for another version of it), a Creation or a
    Surprise (``choice`` counts its abilities from 1)."""

    entered = SEAT_DECIDES
    closed = False
    card: CardRef
    locale: CardRef | None = None
    replace: bool = False
    choice: Small = 1


class Use(Entry, frozen=True, tag="use"):
    """A seat uses the text of one of its Characters; ``number`` counts its texts from 1."""

    entered = SEAT_DECIDES
    closed = False
    card: CardRef
    number: Small = 1


class Resolve(Entry, frozen=True, tag="resolve"):
    """The current player says which of the triggered texts takes effect first."""

    entered = SEAT_DECIDES
    closed = False
    card: CardRef


class TurnUp(Entry, frozen=True, tag="turn_up"):
    """The cards a Search turned up, all of them, and how many."""

    entered = SEAT_REVEALS
    closed = False
    count: Small
    cards: Cards | None = None


class Take(Entry, frozen=True, tag="take"):
    """A seat takes a card it may choose: one found by a Search, or one of its Discard Pile."""

    entered = SEAT_DECIDES
    closed = False
    card: CardRef


class Target(Entry, frozen=True, tag="target"):
    """A seat names whom or what its effect is for: an opponent, a Character, a card of a hand it looks at."""

    entered = SEAT_DECIDES
    closed = False
    seat: SeatName | None = None
    card: CardRef | None = None


class Protect(Entry, frozen=True, tag="protect"):
    """A seat protects itself with a card it has in play."""

    entered = SEAT_DECIDES
    closed = False
    card: CardRef


class Discard(Entry, frozen=True, tag="discard"):
    """A seat discards a card from its hand because it must."""

    entered = SEAT_DECIDES
    closed = False
    card: CardRef


class RandomCard(Entry, frozen=True, tag="random"):
    """By the table: which card of a hand was discarded at random."""

    entered = TABLE_REVEALS
    closed = False
    card: CardRef | None = None


class Look(Entry, frozen=True, tag="look"):
    """A seat looks at an opponent's hand; ``cards`` is what it saw."""

    entered = SEAT_REVEALS
    secret = ("cards",)
    closed = True
    cards: Cards | None = None


class CoverCard(Entry, frozen=True, tag="cover"):
    """A seat puts a card from its hand face down beneath the Locale."""

    entered = SEAT_DECIDES
    closed = True
    card: CardRef | None = None


class Ask(Entry, frozen=True, tag="ask"):
    """A seat asks an opponent for the Scare Points in his Halloweentown."""

    entered = SEAT_DECIDES
    unprompted = True

    of: SeatName


class Answer(Entry, frozen=True, tag="answer"):
    """A seat that was asked tells its Scare Points."""

    entered = SEAT_REVEALS
    unprompted = True

    points: Small


class Examine(Entry, frozen=True, tag="examine"):
    """A seat looks through a Discard Pile."""

    entered = SEAT_REVEALS
    unprompted = True

    of: SeatName


class Arrange(Entry, frozen=True, tag="arrange"):
    """A seat puts a card of its own Discard Pile on top of it."""

    entered = SEAT_DECIDES
    unprompted = True
    closed = False

    card: CardRef


class EndTurn(Entry, frozen=True, tag="end_turn"):
    """A seat ends its Player Turn."""

    entered = SEAT_DECIDES
