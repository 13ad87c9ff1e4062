"""The position of a HeroCard game. Fields are printed as they are named (``docs/logs/herocard_duel.md``)."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeVar

import msgspec

from rules.herocard.core.reading.card import Attribute
from rules.herocard.core.reading.effects import ActionKind, Lasting, Meant, Titles
from rules.kernel.entries import SeatName
from rules.kernel.knowledge import OPEN
from rules.kernel.position import Deck, Hand, HiddenSlot, Pile, Position, Ref, Refs

HAND = 7
#: How many cards are drawn or cleared in a phase of a turn, and how many moves are made.
IN_A_PHASE = 3
#: A Killer of Nightmare by its title, who may be somewhere else than in the dream.
KillerName = Annotated[str, msgspec.Meta(max_length=100, extra={"is": "killer"})]
Side = Literal["attack", "block"]
#: what the sides are called in sentences
SIDE_NAMES: dict[Side, str] = {"attack": "attacking", "block": "blocking"}
#: What several players do in any order: a scared player's new hand, Relief.
Free = Literal["", "replace", "relief"]


#: What kind of Action card it is.
KindName = Annotated[str, msgspec.Meta(max_length=40, extra={"is": "kind"})]


class Scores(msgspec.Struct, frozen=True, gc=False):
    """The Attribute scores of a Hero; ``None`` where nobody knows them."""

    body: int | None = None
    mind: int | None = None
    x: int | None = None


class Stacks(msgspec.Struct, frozen=True, gc=False):
    """The cards in play by Attribute, in the order they were played: the last is the top."""

    body: Pile = ()
    mind: Pile = ()
    x: Pile = ()


class Deployed(msgspec.Struct, frozen=True, gc=False):
    """A card face down on a stack; ``above``: how many face-up cards of that stack lie beneath it; ``effect``: it was
    put down by an effect (not by its own text), which let ``kinds`` be deployed, or any where none is named."""

    card: HiddenSlot = None
    attribute: Attribute = "body"
    above: int = 0
    effect: bool = False
    kinds: tuple[ActionKind, ...] = ()


class Twisted(msgspec.Struct, frozen=True, gc=False):
    """A twisted card with an effect or end of its own: how much ``less`` the score of its stack is, what its player may
    not play, when it unwinds, and the turn ``since`` when it lies so."""

    card: Ref = None
    less: int = 0
    forbid: Meant | None = None
    until: Literal["clear", "sequence", "turn", "next_turn", "unwind"] = "clear"
    since: int = 0


class Hero(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A player's side of the table. ``wasted`` and ``twisted`` mention cards on the stacks, ``twists`` tells of those
    twisted cards that do more than lie sideways; ``laid_out``: the Attribute
    cards lie on the table."""

    scores: Scores = Scores()
    deck: Deck = (OPEN,)
    hand: Hand = (OPEN,)
    discard: Pile = ()
    stacks: Stacks = Stacks()
    deployed: tuple[Deployed, ...] = ()
    wasted: Refs = ()
    twisted: Refs = ()
    twists: tuple[Twisted, ...] = ()
    alive: bool = True
    laid_out: bool = True


class Active(msgspec.Struct, frozen=True, gc=False):
    """A card of the current Attack Sequence: its player, the side it counts for, its present ``value`` in the sum,
    the target and Attribute chosen with it, the value converted to, what it does after its text was converted (null: as
    printed); ``joined``: with it the player took sides."""

    card: Ref
    seat: SeatName
    kind: KindName
    side: Side | None = None
    value: int = 0
    target: SeatName | None = None
    attribute: Attribute | None = None
    converted: int | None = None
    joined: bool = False
    effects: tuple[Lasting, ...] | None = None


class Down(msgspec.Struct, frozen=True, gc=False):
    """Where a card lay face down, and how it was put there."""

    card: Ref = None
    attribute: Attribute = "body"
    above: int = 0
    effect: bool = False
    kinds: tuple[ActionKind, ...] = ()


class Laid(msgspec.Struct, frozen=True, gc=False):
    """Where a player's cards lay: its stacks, its Discard stack, and how many it has drawn since (below zero: how many
    were put back on the Action deck)."""

    body: Refs = ()
    mind: Refs = ()
    x: Refs = ()
    deployed: tuple[Down, ...] = ()
    wasted: Refs = ()
    twisted: Refs = ()
    twists: tuple[Twisted, ...] = ()
    discard: Refs = ()
    drawn: int = 0


class Before(msgspec.Struct, frozen=True, gc=False):
    """The state before ``card`` took effect: the active cards, sides and targets, whether the Exclusive action had
    been taken, and where the cards lay of the players whom its text reaches."""

    card: Ref = None
    cards: tuple[Active, ...] = ()
    sides: dict[SeatName, Side] = {}
    targets: dict[SeatName, SeatName] = {}
    exclusive: bool = False
    players: dict[SeatName, Laid] = {}


class Sequence(msgspec.Struct, frozen=True, gc=False):
    """An Attack Sequence: its kind (``duel``, ``scare``, ``kill``), the attacker, the target of a duel or a kill, the
    Killer declared, both values, the active cards in the order played, sides taken, and each player's target.
    ``before``: what a purge of the last card played would bring back."""

    kind: Literal["duel", "scare", "kill"] = "duel"
    attacker: SeatName = ""
    target: SeatName | None = None
    killer: KillerName | None = None
    attack: int = 0
    block: int = 0
    cards: tuple[Active, ...] = ()
    sides: dict[SeatName, Side] = {}
    targets: dict[SeatName, SeatName] = {}
    before: tuple[Before, ...] = ()


class Step(msgspec.Struct, frozen=True, gc=False):
    """Something half done that waits for ``seat``; the last step of a position is done first. ``words``: what there is
    to do, and by which entry."""

    words: ClassVar[str] = "do what a card or a rule demands"
    seat: SeatName


class Drawing(Step, frozen=True, tag="drawing"):
    """Draws up to ``most`` cards, at least ``least`` where that many can be drawn. ``begun``: some were drawn off a
    deck of unknown size, and it may be over. ``of``: what gave it, where several players do so in any order."""

    most: int = 3
    least: int = 0
    begun: bool = False
    of: Free = ""


class Clearing(Step, frozen=True, tag="clearing"):
    """Clears up to ``left`` cards off the stacks of ``whose``, top first; off ``stacks`` alone, or all off
    ``one_stack``, or those of ``kinds`` and ``titles``, or ``active`` ones, wherever they lie."""

    whose: SeatName = ""
    left: int = 3
    stacks: tuple[Attribute, ...] = ()
    one_stack: bool = False
    kinds: tuple[ActionKind, ...] = ()
    titles: Titles = ()
    active: bool = False
    of: Free = ""


class Discarding(Step, frozen=True, tag="discarding"):
    """Must discard ``left`` cards of its choice."""

    left: int = 1


class Wasting(Step, frozen=True, tag="wasting"):
    """Must waste ``left`` cards of its choice."""

    left: int = 1


class Converting(Step, frozen=True, tag="converting"):
    """Chooses an opponent's active card (of ``kinds``), which is then read with the constant ``value`` and, where they
    are given, with ``effects``."""

    value: int = 0
    effects: tuple[Lasting, ...] | None = None
    kinds: tuple[ActionKind, ...] = ()


class Twisting(Step, frozen=True, tag="twisting"):
    """Chooses a card in play of ``whose`` to be twisted, with what lasts while it is and when it unwinds."""

    whose: SeatName = ""
    less: int = 0
    forbid: Meant | None = None
    until: Literal["clear", "sequence", "turn", "next_turn", "unwind"] = "clear"


class Deploying(Step, frozen=True, tag="deploying"):
    """May deploy up to ``left`` cards of the hand, of ``kinds`` where any is named."""

    left: int = 1
    kinds: tuple[ActionKind, ...] = ()


class Shuffling(Step, frozen=True, tag="shuffling"):
    """The Action deck of ``seat`` ran out: its Discard stack is shuffled at once."""


CoreStep = Drawing | Clearing | Discarding | Wasting | Converting | Twisting | Deploying | Shuffling


class HeroPosition(Position, frozen=True, kw_only=True):
    """The fields that both games share. ``turn`` is the active player, ``number`` counts turns, ``left`` the draws,
    clears or moves left in this phase, ``priority`` who may play or pass now, ``passes`` how many passed in a row,
    ``exchange`` whether cards played wait for answers, ``played`` and ``exclusive`` what the active player has done
    this phase, ``drew`` who has just drawn off a deck of unknown size (and may have emptied it), ``time``: ``called``
    (the turn is finished first) or ``extra`` (equal: played on), ``extra`` turns since then."""

    players: dict[SeatName, Hero] = {}
    turn: SeatName = ""
    number: int = 1
    phase: str = "discard"
    left: int = IN_A_PHASE
    priority: SeatName = ""
    passes: int = 0
    exchange: bool = False
    played: bool = False
    exclusive: bool = False
    sequence: Sequence | None = None
    steps: tuple[Step, ...] = ()
    drew: SeatName = ""
    time: Literal["", "called", "extra"] = ""
    extra: int = 0
    winner: SeatName | None = None


#: A position of one of the two games.
P = TypeVar("P", bound=HeroPosition)
