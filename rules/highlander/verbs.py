"""The entries of a Highlander log."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from rules.kernel.cards import CardRef
from rules.kernel.entries import Entry, Small
from rules.kernel.entries import TimeCalled as TimeCalled

Number = Annotated[int, msgspec.Meta(ge=1, le=200)]
Cards = Annotated[tuple[CardRef, ...], msgspec.Meta(max_length=100)]
Area = Literal[
    "", "upper_left", "upper_center", "upper_right", "middle_left", "middle_center", "middle_right", "lower_left",
    "lower_center", "lower_right",
]  # fmt: skip
Source = Literal["hand", "exertion"]
Purpose = Literal["attack", "defense", "power_blow", "power_block", "nothing"]


class Roll(Entry, frozen=True, tag="roll"):
    """The table saw ``seat`` roll a die: for who goes first, or for a chance of success."""

    seat: str
    value: Annotated[int, msgspec.Meta(ge=1, le=100)]


class Draw(Entry, frozen=True, tag="draw"):
    """A player draws from the own Endurance: the opening hand, in the Draw/Discard Phase, or in First Blood."""

    secret = ("cards",)
    count: Small = 0
    cards: Cards | None = None

    @property
    def number(self) -> int:
        return self.count if self.cards is None else len(self.cards)

    def public(self) -> Entry:
        return msgspec.structs.replace(self, count=self.number, cards=None, note="", seen_by=None)


class Discard(Entry, frozen=True, tag="discard"):
    """A player discards a card from hand."""

    secret = ()
    card: CardRef


class NoMore(Entry, frozen=True, tag="no_more"):
    """A player says that the hand holds no more cards of the kind that must be discarded."""


class Play(Entry, frozen=True, tag="play"):
    """A player plays a Special card or an Edge from hand."""

    secret = ()
    card: CardRef


class Target(Entry, frozen=True, tag="target"):
    """The player of a card names its target: a card in play by side and place (from 1)."""

    seat: str
    place: Number


class AttackWith(Entry, frozen=True, tag="attack"):
    """A player plays an Attack; ``hidden``: face down, and then only its player may see which."""

    card: CardRef | None = None
    source: Source = "hand"
    hidden: bool = False
    area: Area = ""


class MakeAttack(Entry, frozen=True, tag="make_attack"):
    """A player makes an attack that a Persona Power gives, without a card."""

    hidden: bool = False


class PowerBlow(Entry, frozen=True, tag="power_blow"):
    """A player makes an attack a Power Blow by a card or effect that needs no Exertion."""

    attack: Number


class Defend(Entry, frozen=True, tag="defend"):
    """A player plays a Defense against attack ``against``."""

    secret = ()
    card: CardRef
    against: Number
    source: Source = "hand"
    area: Area = ""


class Cover(Entry, frozen=True, tag="cover"):
    """A player uses a Defense already in play (number ``defense``) against a further attack."""

    defense: Number
    against: Number


class PowerBlock(Entry, frozen=True, tag="power_block"):
    """A player makes a Block a Power Block by a card or effect that needs no Exertion."""

    defense: Number


class Drop(Entry, frozen=True, tag="drop"):
    """A player drops a Guard."""

    defense: Number


class DeclareSuccessful(Entry, frozen=True, tag="declare_successful"):
    """The defender lets an attack be successful before the end of the Defense Phase."""

    attack: Number


class Call(Entry, frozen=True, tag="call"):
    """The defender has played what there is from hand and asks for the hidden attacks."""


class Reveal(Entry, frozen=True, tag="reveal"):
    """The attacker turns a hidden attack face up."""

    secret = ()
    attack: Number
    card: CardRef


class Exert(Entry, frozen=True, tag="exert"):
    """A player makes an Exertion; ``number``: the attack or defense it is for."""

    purpose: Purpose
    number: Small = 0


class TurnOver(Entry, frozen=True, tag="turn_over"):
    """The table saw the cards of an Exertion."""

    secret = ()
    cards: Cards = ()
    count: Small = 0


class Done(Entry, frozen=True, tag="done"):
    """A player is done with an Exertion's cards: the rest go to the discard pile."""


class Use(Entry, frozen=True, tag="use"):
    """A player discards a card from play to use it: the own card at ``place`` (from 1); ``counters``: the place of the
    card it counters, of several played in conjunction."""

    place: Number
    counters: Small = 0


class Recover(Entry, frozen=True, tag="recover"):
    """A player rolls to recover a disarmed weapon; the roll is the table's entry."""


class Pass(Entry, frozen=True, tag="pass"):
    """A player lets a chance to counter go."""


class NextPhase(Entry, frozen=True, tag="next_phase"):
    """The player whose turn it is goes on to the next Phase; from Draw/Discard the turn ends."""


class Shuffle(Entry, frozen=True, tag="shuffle"):
    """The table shuffled a player's Endurance (the discard pile into it, or in First Blood the hand)."""

    seat: str


class Concede(Entry, frozen=True, tag="concede"):
    """A player offers to concede the match."""

    unprompted: ClassVar[bool] = True


class Accept(Entry, frozen=True, tag="accept"):
    """The opponent accepts the concession, or not."""

    unprompted: ClassVar[bool] = True
    accept: bool = True


class FirstBlood(Entry, frozen=True, tag="first_blood"):
    """The judge invokes First Blood."""

    unprompted: ClassVar[bool] = True
