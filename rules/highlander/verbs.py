"""The entries of a Highlander log."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from rules.kernel.aliases import Alias
from rules.kernel.cards import CardRef
from rules.kernel.entering import (
    JUDGE_DECIDES,
    SEAT,
    SEAT_DECIDES,
    SEAT_REVEALS,
    TABLE,
    TABLE_NOTES,
    TABLE_REVEALS,
    Entered,
)
from rules.kernel.entries import Entry, SeatName, Small
from rules.kernel.entries import TimeCalled as TimeCalled

Number = Annotated[int, msgspec.Meta(ge=1, le=200)]
Cards = Annotated[tuple[CardRef, ...], msgspec.Meta(max_length=100)]
Area = Literal[
    "", "upper_left", "upper_center", "upper_right", "middle_left", "middle_center", "middle_right", "lower_left",
    "lower_center", "lower_right",
]  # fmt: skip
Source = Literal["hand", "exertion"]
Purpose = Literal[
    "attack", "defense", "power_blow", "power_block", "nothing", "remove_situation", "prevent_damage",
    "avoid", "move_under", "roll",
]  # fmt: skip


class Roll(Entry, frozen=True, tag="roll"):
    """The table saw ``seat`` roll a die: for who goes first, or for a chance of success."""

    entered = TABLE_REVEALS
    closed = False
    seat: SeatName
    value: Annotated[int, msgspec.Meta(ge=1, le=100)]


class Draw(Entry, frozen=True, tag="draw"):
    """A player draws from their own Endurance: the opening hand, in the Draw/Discard Phase, or in First Blood."""

    entered = SEAT_REVEALS
    secret = ("cards",)
    closed = True
    count: Small = 0
    cards: Cards | None = None

    @property
    def number(self) -> int:
        return self.count if self.cards is None else len(self.cards)

    def public(self) -> Entry:
        return msgspec.structs.replace(self, count=self.number, cards=None, note="", seen_by=None)


class Discard(Entry, frozen=True, tag="discard"):
    """A player discards a card from hand, or the table one at random; ``on_top``: a Persona Power puts it on their own
    Endurance; ``under``: a card in play lets it go under it."""

    entered = Entered((SEAT, TABLE))
    secret = ()
    card: CardRef
    on_top: bool = False
    under: bool = False

    def reveals(self) -> bool:
        """At random it is the table's, and chance decides."""
        return self.by == TABLE


class NoMore(Entry, frozen=True, tag="no_more"):
    """A player says that the hand holds no more cards of the kind that must be discarded, or lets something be.
    ``number``: the place (from 1) in the list of what must be done; left out: the first that may be let be, or else
    the first discard."""

    entered = SEAT_DECIDES
    number: Small = 0


class CarryOut(Entry, frozen=True, tag="carry_out"):
    """A player carries out what stands at place ``number`` (from 1) of what must be done: cards leave the Endurance, or
    a die is rolled."""

    entered = SEAT_DECIDES
    number: Small


class Play(Entry, frozen=True, tag="play"):
    """A player plays a Special card or an Edge. ``more``: further cards follow in conjunction with it; ``face_down``:
    with what allows it, and then only its player may see which; ``source``: the hand, or what another card kept;
    ``target``: the player it is aimed at, where its text says “target player” (the opponent where nobody is named)."""

    entered = SEAT_DECIDES
    secret = ("card",)
    closed = "face_down"
    card: CardRef | None = None
    more: bool = False
    face_down: bool = False
    source: Literal["hand", "arriving"] = "hand"
    target: SeatName = ""

    def public(self) -> Entry:
        card = None if self.face_down else self.card
        return msgspec.structs.replace(self, card=card, note="", seen_by=None)


class TurnUp(Entry, frozen=True, tag="turn_up"):
    """A player turns an own card in play face up: the one at ``place`` (from 1)."""

    entered = SEAT_REVEALS
    secret = ()
    place: Number
    card: CardRef


class Hold(Entry, frozen=True, tag="hold"):
    """A player puts a card of the hand face down under their own card at ``place``; only that player may see which."""

    entered = SEAT_DECIDES
    secret = ("card",)
    closed = True
    place: Number
    card: CardRef | None = None


class TakeBack(Entry, frozen=True, tag="take_back"):
    """A player takes a card from under their own card at ``place`` into the hand."""

    entered = SEAT_DECIDES
    secret = ("card",)
    closed = True
    place: Number
    card: CardRef | None = None


class Borrow(Entry, frozen=True, tag="borrow"):
    """A player takes a card of the opponent's hand, or the top of the Endurance, to play it now."""

    entered = SEAT_REVEALS
    secret = ("card",)
    closed = True
    zone: Literal["hand", "endurance"] = "hand"
    card: CardRef | None = None


class GiveBack(Entry, frozen=True, tag="give_back"):
    """A player does not play the card just borrowed: it goes back where it was."""

    entered = SEAT_DECIDES


class LookAtCard(Entry, frozen=True, tag="look_at"):
    """A player looks at a card of the opponent's hand, drawn by lot, or at the top of the opponent's Endurance; only
    that player may see which."""

    entered = SEAT_REVEALS
    secret = ("card",)
    closed = True
    zone: Literal["hand", "endurance"] = "hand"
    card: CardRef | None = None


class Ignore(Entry, frozen=True, tag="ignore"):
    """A player ignores the Event just played, as far as it is aimed at that player."""

    entered = SEAT_DECIDES


class Target(Entry, frozen=True, tag="target"):
    """The player of a card names its target: a card in play by side and place (from 1), or a player (no place)."""

    entered = SEAT_DECIDES
    seat: SeatName
    place: Small = 0


class AttackWith(Entry, frozen=True, tag="attack"):
    """A player plays an Attack; ``hidden``: face down, and then only its player may see which; ``blow``: the player
    tells that a hidden Attack is a Power Blow by its own Text; ``ranged``: a card in play makes it a Ranged Attack."""

    entered = SEAT_DECIDES
    closed = "hidden"
    card: CardRef | None = None
    source: Source = "hand"
    hidden: bool = False
    blow: bool = False
    ranged: bool = False
    area: Area = ""

    def public(self) -> Entry:
        """A hidden attack's area is as secret as its card: it is named when the attack is revealed."""
        area = "" if self.hidden and self.source == "hand" else self.area
        return msgspec.structs.replace(self, card=None, area=area, note="", seen_by=None)

    def is_closed(self) -> bool:
        return self.source == "hand" and super().is_closed()


class MakeAttack(Entry, frozen=True, tag="make_attack"):
    """A player makes an attack that a Persona Power gives, without a card."""

    entered = SEAT_DECIDES
    hidden: bool = False


class PowerBlow(Entry, frozen=True, tag="power_blow"):
    """A player makes an attack a Power Blow by a card or effect that needs no Exertion."""

    entered = SEAT_DECIDES
    attack: Number


class ForgoAttack(Entry, frozen=True, tag="forgo_attack"):
    """A player lets an attack go, to make a later one."""

    entered = SEAT_DECIDES


class Defend(Entry, frozen=True, tag="defend"):
    """A player plays a Defense against attack number ``attack``. ``second``: another Basic Block with it, as one;
    ``extend``: the area a card adds to it; ``guard``: it is made a Guard."""

    entered = SEAT_DECIDES
    secret = ()
    aliases = (Alias("against", "attack"),)
    card: CardRef
    attack: Number
    source: Source = "hand"
    area: Area = ""
    second: CardRef | None = None
    extend: Area = ""
    guard: bool = False


class Cover(Entry, frozen=True, tag="cover"):
    """A player uses a Defense already in play (number ``defense``) against a further attack (number ``attack``)."""

    entered = SEAT_DECIDES
    aliases = (Alias("against", "attack"),)
    defense: Number
    attack: Number


class PowerBlock(Entry, frozen=True, tag="power_block"):
    """A player makes a Block a Power Block by a card or effect that needs no Exertion."""

    entered = SEAT_DECIDES
    defense: Number


class Drop(Entry, frozen=True, tag="drop"):
    """A player drops a Guard."""

    entered = SEAT_DECIDES
    defense: Number


class DeclareSuccessful(Entry, frozen=True, tag="declare_successful"):
    """The defender lets an attack be successful before the end of the Defense Phase."""

    entered = SEAT_DECIDES
    attack: Number


class Call(Entry, frozen=True, tag="call"):
    """The defender has played what there is from hand and asks for the hidden attacks."""

    entered = SEAT_DECIDES


class Look(Entry, frozen=True, tag="look"):
    """A player whose Persona may look at hidden attacks looks at one; ``card``: which it is."""

    entered = SEAT_REVEALS
    unprompted: ClassVar[bool] = True
    secret = ("card",)
    closed = True
    attack: Number
    card: CardRef | None = None

    def public(self) -> Entry:
        return msgspec.structs.replace(self, card=None, note="", seen_by=None)


class Reveal(Entry, frozen=True, tag="reveal"):
    """The attacker turns a hidden attack face up; ``area`` where its Grid leaves it open."""

    entered = SEAT_REVEALS
    secret = ()
    attack: Number
    card: CardRef
    area: Area = ""


class Exert(Entry, frozen=True, tag="exert"):
    """A player makes an Exertion; ``attack`` or ``defense``: the number of the one it is for."""

    entered = SEAT_DECIDES
    aliases = (Alias("number", "defense", ("purpose", "power_block")), Alias("number", "attack"))
    purpose: Purpose
    attack: Small = 0
    defense: Small = 0

    @property
    def number(self) -> int:
        """The number of what it is for."""
        return self.attack or self.defense


class Power(Entry, frozen=True, tag="power"):
    """A player uses a Persona Power that costs cards off the Endurance: for an additional ``attack``, or to make
    Defense number ``defense`` a ``power_block``; or ``discard_defenses``, the player's own so that the opponent's are
    discarded."""

    entered = SEAT_DECIDES
    aliases = (Alias("number", "defense"),)
    what: Literal["attack", "power_block", "discard_defenses"]
    defense: Small = 0


class TurnOver(Entry, frozen=True, tag="turn_over"):
    """The table saw the cards of an Exertion."""

    entered = TABLE_REVEALS
    secret = ()
    cards: Cards = ()
    count: Small = 0


class Done(Entry, frozen=True, tag="done"):
    """A player is done with an Exertion's cards: the rest go to the discard pile."""

    entered = SEAT_DECIDES


class Use(Entry, frozen=True, tag="use"):
    """A player discards a card from play to use it: their own card at ``place`` (from 1); ``counters``: the place in
    play (from 1) of the card it counters, of several played in conjunction; of one alone it may be left out."""

    entered = SEAT_DECIDES
    place: Number
    counters: Small = 0


class Wield(Entry, frozen=True, tag="wield"):
    """A player takes the weapon at ``place`` in one hand or in two, where its Text leaves that open."""

    entered = SEAT_DECIDES
    unprompted: ClassVar[bool] = True
    place: Number
    hands: Annotated[int, msgspec.Meta(ge=1, le=2)] = 2


class Take(Entry, frozen=True, tag="take"):
    """A player takes a card to the hand: out of their own Exertion what a card lets one keep, or out of the Endurance
    what a card lets one search for. The opponent need not see that one; an Exertion lies open."""

    entered = SEAT_DECIDES
    secret = ("card",)
    closed = True
    card: CardRef | None = None
    source: Literal["exertion", "endurance"] = "exertion"

    def reveals(self) -> bool:
        """Who searches the Endurance sees what nobody had seen."""
        return self.source == "endurance"

    def is_closed(self) -> bool:
        return self.source == "endurance" and super().is_closed()


class Recover(Entry, frozen=True, tag="recover"):
    """A player rolls to recover a disarmed weapon; the roll is the table's entry."""

    entered = SEAT_DECIDES


class Pass(Entry, frozen=True, tag="pass"):
    """A player lets a chance to counter go."""

    entered = SEAT_DECIDES


class NextPhase(Entry, frozen=True, tag="next_phase"):
    """The player whose turn it is goes on to the next Phase; from Draw/Discard the turn ends."""

    entered = SEAT_DECIDES


class Shuffle(Entry, frozen=True, tag="shuffle"):
    """The table shuffled a player's Endurance (the discard pile into it, or in First Blood the hand)."""

    entered = TABLE_NOTES
    seat: SeatName


class Concede(Entry, frozen=True, tag="concede"):
    """A player offers to concede the match."""

    entered = SEAT_DECIDES
    unprompted: ClassVar[bool] = True


class Accept(Entry, frozen=True, tag="accept"):
    """The opponent accepts the concession, or not."""

    entered = SEAT_DECIDES
    unprompted: ClassVar[bool] = True
    accept: bool = True


class Remove(Entry, frozen=True, tag="remove"):
    """A player removes a card from the game as First Blood begins (the Arms and Tactics premium)."""

    entered = SEAT_DECIDES
    unprompted: ClassVar[bool] = True
    secret = ()
    card: CardRef
    source: Literal["hand", "discard_pile", "endurance"] = "hand"

    def reveals(self) -> bool:
        """Who searches the Endurance sees what nobody had seen."""
        return self.source == "endurance"


class TakePowers(Entry, frozen=True, tag="take_powers"):
    """Who has taken the opponent's head takes all of his Persona Power, for later duels (Quickening)."""

    entered = SEAT_DECIDES
    unprompted: ClassVar[bool] = True


class FirstBlood(Entry, frozen=True, tag="first_blood"):
    """The judge invokes First Blood."""

    entered = JUDGE_DECIDES
    unprompted: ClassVar[bool] = True
