"""The entries of this game: one struct per verb."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from rules.kernel.cards import CardRef
from rules.kernel.entering import SEAT, SEAT_DECIDES, SEAT_REVEALS, TABLE, TABLE_NOTES, TABLE_REVEALS, Entered
from rules.kernel.entries import Entry, SeatName, Small

DeckName = Annotated[str, msgspec.Meta(max_length=40)]
Cards = Annotated[tuple[CardRef, ...], msgspec.Meta(max_length=60)]


class Shuffle(Entry, frozen=True, tag="shuffle"):
    """The table: a deck is shuffled, ``movie`` or a seat's; during play, the Movie discard pile into a new deck."""

    entered = TABLE_NOTES
    deck: DeckName


class Coin(Entry, frozen=True, tag="coin"):
    """The table: chance made ``seat`` the first active player."""

    entered = TABLE_REVEALS
    seat: SeatName


class Draw(Entry, frozen=True, tag="draw"):
    """A seat draws ``count`` cards (left out: as many as are due)."""

    entered = SEAT_REVEALS
    closed = True
    count: Small | None = None
    cards: Cards | None = None

    def public(self) -> Entry:
        count = len(self.cards or ()) if self.count is None and self.cards else self.count
        return msgspec.structs.replace(self, cards=None, count=count, note="", seen_by=None)


class AddScene(Entry, frozen=True, tag="add_scene"):
    """A Scene is added to the storyboard: the Movie deck's next, or one from the hand (by the table at set-up)."""

    entered = Entered((SEAT, TABLE), confirmed=False)
    secret: ClassVar[tuple[str, ...]] = ()
    source: Literal["movie", "hand"] = "movie"
    card: CardRef | None = None

    def reveals(self) -> bool:
        """The Movie deck's next Scene was seen by nobody; one from the hand its player chose."""
        return self.by == TABLE or self.source == "movie"


class ChooseScene(Entry, frozen=True, tag="choose_scene"):
    """The active player picks the Scene of this round."""

    entered = SEAT_DECIDES
    closed = False
    scene: CardRef


class Play(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """One card put face down at the Scene."""

    card: CardRef | None = None


class Send(Entry, frozen=True, tag="send"):
    """A seat sends Actors, perhaps with a Special Effect, from its hand face down; ``more``: further cards follow."""

    entered = SEAT_DECIDES
    closed = True
    plays: Annotated[tuple[Play, ...], msgspec.Meta(max_length=60)] | None = None
    count: Small | None = None
    more: bool = False

    def public(self) -> Entry:
        count = self.count if self.plays is None else len(self.plays)
        return msgspec.structs.replace(self, plays=None, count=count, note="", seen_by=None)


class Done(Entry, frozen=True, tag="done"):
    """A seat has sent all it wants, or adds no further Scene."""

    entered = SEAT_DECIDES


class RollActor(Entry, frozen=True, tag="roll_actor"):
    """A seat will roll an Actor from its deck instead of sending from its hand."""

    entered = SEAT_DECIDES


class Roll(Entry, frozen=True, tag="roll"):
    """The table: the next card of the rolling seat's deck."""

    entered = TABLE_REVEALS
    secret: ClassVar[tuple[str, ...]] = ()
    card: CardRef | None = None


class Announce(Entry, frozen=True, tag="announce"):
    """A seat says that it has no Actor to play."""

    entered = SEAT_DECIDES
    what: Literal["no_actor"]


class Reveal(Entry, frozen=True, tag="reveal"):
    """A seat turns up what it sent face down."""

    entered = SEAT_REVEALS
    secret: ClassVar[tuple[str, ...]] = ()
    cards: Cards | None = None


class Resolve(Entry, frozen=True, tag="resolve"):
    """A seat carries out its Special Effect, or the text of the ``card`` (an Actor of its own, the Scene); ``choice``:
    which of the texts it may choose among, from 1."""

    entered = SEAT_DECIDES
    closed = False
    secret: ClassVar[tuple[str, ...]] = ()
    card: CardRef | None = None
    choice: Small = 1


class Choose(Entry, frozen=True, tag="choose"):
    """A seat makes the choice its text asks for: a seat, a card, or a card at a seat; with neither, it wants what its
    text only allows."""

    entered = SEAT_DECIDES
    secret: ClassVar[tuple[str, ...]] = ()
    seat: SeatName | None = None
    card: CardRef | None = None


class Look(Entry, frozen=True, tag="look"):
    """A seat looks at a rival's hand; ``cards``: what it saw."""

    entered = SEAT_REVEALS
    closed = True
    secret: ClassVar[tuple[str, ...]] = ("cards",)
    cards: Cards | None = None


class RandomCard(Entry, frozen=True, tag="random"):
    """The table: which card of a hand was lost by chance."""

    entered = TABLE_REVEALS
    closed = False
    secret: ClassVar[tuple[str, ...]] = ()
    card: CardRef | None = None


class Score(Entry, frozen=True, tag="score"):
    """The table: who takes the Scene (left out: nobody)."""

    entered = TABLE_NOTES
    taker: SeatName | None = None
