"""The position of Highlander.

Its structs are left out of the garbage collection (``gc=False``): frozen, they hold no cycles, and a replay keeps them
by the thousand, which the collector would go through over and over."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from rules.highlander import position_values
from rules.highlander.language import serialization
from rules.highlander.language.filters import text_of
from rules.highlander.language.parts import Part
from rules.highlander.position_values import Aim, Way, aim, aim_text, way, way_text
from rules.kernel.entries import SeatName
from rules.kernel.knowledge import OPEN
from rules.kernel.position import Deck, Hand, Heap, HiddenSlot, Pile, Position, Ref, Refs, Slot
from rules.kernel.text_codecs import TextCodec

Phase = Literal[
    "roll_off", "opening", "must_do", "may_do", "defense", "attack", "draw_discard", "time_called",
    "first_blood", "over"
]  # fmt: skip
#: the Phases of a turn in which its player enters something
TURN_PHASES = ("must_do", "may_do", "defense", "attack", "draw_discard")
Status = Literal["pending", "successful", "blocked", "power_blocked", "dodged", "avoided", "combined"]
START_ABILITY = 15
#: Words that a position says, told apart by what they mean (``position_words.py`` knows them).
MarkWord = Annotated[str, Meta(max_length=200, extra={"is": "mark"})]
MustWord = Annotated[str, Meta(max_length=200, extra={"is": "must"})]
Measure = Annotated[str, Meta(max_length=200, extra={"is": "measure"})]
Lasts = Annotated[Part, Meta(extra={"is": "lasts"}), TextCodec(serialization.lasting, serialization.written)]
UsedWay = Annotated[Way, Meta(extra={"is": "way"}), TextCodec(way, way_text)]
MustWhat = Annotated[
    position_values.Due, Meta(extra={"is": "measure"}), TextCodec(position_values.due, text_of)
]
Wanted = Annotated[Aim, Meta(extra={"is": "measure"}), TextCodec(aim, aim_text)]
Title = Annotated[str, Meta(max_length=200, extra={"is": "title"})]
GroupName = Annotated[str, Meta(max_length=200, extra={"is": "group"})]
TypeName = Annotated[str, Meta(max_length=200, extra={"is": "type"})]
Then = Annotated[
    Part | None, Meta(extra={"is": "then"}), TextCodec(serialization.following, serialization.written)
]
ChoiceThen = Annotated[str, Meta(max_length=200, extra={"is": "choice"})]
SideName = Annotated[str, Meta(max_length=200, extra={"is": "side"})]
ExertionWord = Annotated[str, Meta(max_length=200, extra={"is": "exertion"})]
PhaseName = Annotated[str, Meta(max_length=200, extra={"is": "phase"})]
ZoneName = Annotated[str, Meta(max_length=200, extra={"is": "zone"})]
Won = Annotated[str, Meta(max_length=200, extra={"is": "won"})]
Made = Annotated[str, Meta(max_length=200, extra={"is": "made"})]


class Mark(Struct, frozen=True, gc=False, omit_defaults=True):
    """Something that holds of an attack or a defense; ``event``: an Event gave it (First Blood takes that away)."""

    what: MarkWord
    event: bool = False


class Attack(Struct, frozen=True, gc=False, kw_only=True):
    """An attack made, numbered from 1 in the order made. ``face_down`` holds the card of a hidden attack, ``card`` that
    of an open one; a made attack has neither. ``squares``: its area as nine bits, 0 where the card says it."""

    owner: SeatName
    card: Slot = None
    face_down: HiddenSlot = None
    made: Made = ""
    squares: int = 0
    damage: int | None = None
    extra: int = 0
    marks: tuple[Mark, ...] = ()
    status: Status = "pending"


class Defense(Struct, frozen=True, gc=False, kw_only=True):
    """A defense in play. ``against``: numbers of the attacks it is used against; ``played``: the turn it was played;
    ``second``: another Basic Block that forms this Defense with the first."""

    owner: SeatName
    card: Slot = None
    second: Slot = None
    squares: int = 0
    against: tuple[int, ...] = ()
    from_exertion: bool = False
    power_block: bool = False
    by_exertion: bool = False
    played: int = 0
    marks: tuple[Mark, ...] = ()


class Under(Struct, frozen=True, gc=False, kw_only=True):
    """A card under another one in play (``face_down``: Dojo, Safe House …) or on it (``card``: Security Guard)."""

    owner: SeatName
    card: Slot = None
    face_down: HiddenSlot = None

    @property
    def id(self) -> int | None:
        return self.card if self.card is not None else self.face_down


class InPlay(Struct, frozen=True, gc=False, kw_only=True):
    """A card in play on the side of who controls it. ``owner``: whose deck it is from; ``played``: the turn it came
    into play; ``nullified``: the turns in which it has no effect; ``count``: what its text counts; ``waiting``: it was
    played in conjunction with something that has not been played yet; ``series``: its number among the cards played in
    conjunction with each other this turn. ``face_down`` holds a card played face down, ``kind`` the Type it is.
    ``under``: cards it holds, and cards played on it. ``until``: the turn after which control of it goes back, 0 for
    never; ``used``: the turn its text was last used, ``way`` how; ``ignored``: the players who ignore it;
    ``target``: the player it is aimed at, where its text says “target player”."""

    owner: SeatName
    card: Slot = None
    played: int = 0
    nullified: tuple[int, ...] = ()
    count: int = 0
    waiting: bool = False
    rolled: bool = False
    series: int = 0
    face_down: HiddenSlot = None
    kind: TypeName = ""
    under: tuple[Under, ...] = ()
    until: int = 0
    used: int = 0
    way: UsedWay = ""
    ignored: tuple[SeatName, ...] = ()
    condition: Literal["", "disarmed", "broken"] = ""
    target: SeatName = ""

    @property
    def id(self) -> int | None:
        return self.card if self.card is not None else self.face_down


class Lasting(Struct, frozen=True, gc=False):
    """A continuous effect of no card in play: ``what`` holds for ``seat`` from turn ``since`` up to the end of turn
    ``until``, or ``count`` times. ``by``: whose card gave it; ``source``: its title; ``event``: it is an Event."""

    effect: Lasts = field(name="what")
    seat: SeatName
    until: int
    since: int = 0
    count: int = 0
    event: bool = False
    by: SeatName = ""
    source: str = ""


#: what a ``Must`` to draw says where nobody knows how many cards that is: up to its ``count``
UNCOUNTED: Literal["uncounted"] = "uncounted"


class Must(Struct, frozen=True, gc=False, kw_only=True):
    """Something a player must do in the Must Do Phase, or at once on their own turn: ``discard`` ``count`` cards of a
    kind, ``draw`` up to the Ability, ``draw_cards``, ``replace`` up to ``count`` cards (``done``: so many are discarded
    for it), ``search`` the Endurance, ``shuffle`` the hand in, ``roll``. ``random``: by lot; ``optional``: or not;
    ``unless``: the damage taken where it is not done; ``cost``: a card played is paid with it; ``of``: the cards drawn,
    of which some must be discarded; ``begun``: it is under way, and nothing comes between; ``after``: it is done after
    the one that stands before it. ``mill``: cards off the Endurance; ``choke``: cards of it under a card in play;
    of both, and of a ``roll``, ``what`` is the card that asks for it."""

    do: MustWord
    count: int = 1
    what: MustWhat = "card"
    event: bool = False
    random: bool = False
    optional: bool = False
    unless: int = 0
    done: int = 0
    cost: bool = False
    of: Refs = ()
    begun: bool = False
    after: bool = False


class Due(Struct, frozen=True, gc=False, kw_only=True):
    """Damage pending, or Ability Loss or gain not yet adjusted. ``by``: the player who causes it; ``prevented``: how
    much of the damage is."""

    amount: int
    kind: Literal["damage", "loss", "gain"] = "damage"
    source: str = ""
    event: bool = False
    by: SeatName = ""
    prevented: int = 0


class AbilityChange(Struct, frozen=True, gc=False, kw_only=True):
    """A change of Ability by a card that stays: the card came, or went, and the player's own Ability Adjustment Phase
    has not come since (reading B47)."""

    amount: int
    source: str = ""


class Gone(Struct, frozen=True, gc=False, kw_only=True):
    """A card that was played this turn and has left play: countered, replaced, removed, dropped."""

    title: Title = ""
    type: TypeName = ""
    groups: tuple[GroupName, ...] = ()


class Side(Struct, frozen=True, gc=False, kw_only=True):
    """One player's side of the table and what later rules look back on."""

    ability: int = START_ABILITY
    endurance: Deck = (OPEN,)
    hand: Hand = ()
    discard_pile: Heap = ()
    removed: Heap = ()
    in_play: tuple[InPlay, ...] = ()
    attacks: tuple[Attack, ...] = ()
    defenses: tuple[Defense, ...] = ()
    due: tuple[Due, ...] = ()
    ability_changes: tuple[AbilityChange, ...] = ()
    must: tuple[Must, ...] = ()
    rolled: int = 0
    recovering: bool = False
    attacks_allowed: int = 1
    attacks_made: int = 0
    next_attack: tuple[Mark, ...] = ()
    coming_attack: tuple[Mark, ...] = ()
    later_attack: tuple[Mark, ...] = ()
    specials_played: int = 0
    events_played: int = 0
    special_forgone: bool = False
    exertions: int = 0
    exerted_in: PhaseName = ""
    power_blow_made: bool = False
    played_card: bool = False
    discarded_defense: bool = False
    skip_attack: bool = False
    exhausted: int = 0
    prone: bool = False
    last_attack: Refs = ()
    disarmed: bool = False
    weapon_broken: bool = False
    turns: int = 0
    attacked_last_turn: bool = False
    power_blow_last_turn: bool = False
    location_last_turn: bool = False
    gained_last_turn: bool = False
    gained_this_turn: bool = False
    ally_removed: int = 0
    called: bool = False
    may_remove: int = 0
    arriving: tuple[Under, ...] = ()
    may_borrow: ZoneName = ""
    borrowing: Ref = None
    borrowed: Refs = ()
    borrowed_from: ZoneName = ""
    defended: tuple[int, ...] = ()
    removing: bool = False
    further_exertion: int = 0
    drawing: bool = False
    discarding: bool = False
    gone: tuple[Gone, ...] = ()


class Exerting(Struct, frozen=True, gc=False, kw_only=True):
    """An Exertion under way: ``wanted`` cards are turned over, ``left`` of them still wait for a reshuffle. Of a card
    that makes one for several attacks: how many more ``plays``, whether ``every`` Attack in it must be played,
    whether some may come ``from_hand``, and the ``marks`` of each. ``keep``: of what kind its player may take cards to
    the hand, and ``keeps`` how many more."""

    seat: SeatName
    purpose: ExertionWord
    number: int = 0
    wanted: int = 5
    left: int = 0
    owner: SeatName = ""
    cards: Pile = ()
    named: int = 0
    plays: int = 1
    every: bool = False
    from_hand: bool = False
    by_card: bool = False
    marks: tuple[Mark, ...] = ()
    keep: Measure = ""
    keeps: int = 0


class Chance(Struct, frozen=True, gc=False, kw_only=True):
    """A chance to counter the card just played: ``card``; of a ``series``, the cards played in conjunction with the
    attack just made, or with each other (``specials``); or the Defense numbered ``defense``."""

    seat: SeatName
    series: bool = False
    specials: bool = False
    defense: int = 0
    card: Ref = None


class Rolling(Struct, frozen=True, gc=False, kw_only=True):
    """A die that waits to be rolled by ``seat``: ``then`` is what happens to ``who`` (``you``, ``opponent``) on a roll
    of up to ``success``; ``chance``: it is a chance of success; ``title``: the card that asks for it; ``again``: a roll
    is made for every card of that type in play, in any order; ``exertion``: an Exertion of so many cards is made
    before it; ``event``: an Event asks for it."""

    seat: SeatName
    success: int = 0
    chance: bool = False
    then: Then = None
    who: SideName = "you"
    title: Title = ""
    again: Measure = ""
    exertion: int = 0
    event: bool = False


class Choice(Struct, frozen=True, gc=False, kw_only=True):
    """A card needs a target named by its player: a card in play that is ``what``, on the side ``whose`` (``you``,
    ``opponent``, either), or a ``player``. ``then``: what becomes of it; ``turns``: those in which it is nullified;
    ``title`` and ``event``: the card that wants it; ``first``: of two targets, the one named already (seat and place
    from 1)."""

    seat: SeatName
    what: Wanted
    then: ChoiceThen = "remove"
    turns: tuple[int, ...] = ()
    whose: SideName = ""
    title: Title = ""
    event: bool = False
    first: tuple[SeatName, int] | None = None


class Highlander(Position, frozen=True, kw_only=True):
    """A position. ``number`` counts turns from 1; ``reshuffling`` names whose Endurance the table must make anew from
    the discard pile, ``milling`` how many more cards leave it then; ``rolling`` what a die decides; ``how``: how the
    game was won."""

    players: dict[SeatName, Side] = {}
    turn: SeatName = ""
    number: int = 1
    phase: Phase = "roll_off"
    exerting: Exerting | None = None
    chance: Chance | None = None
    choice: Choice | None = None
    reshuffling: SeatName | None = None
    milling: int = 0
    rolling: Rolling | None = None
    lasting: tuple[Lasting, ...] = ()
    showing: SeatName | None = None
    time_called: bool = False
    first_blood: bool = False
    shuffled_in: tuple[SeatName, ...] = ()
    redrawn: tuple[SeatName, ...] = ()
    conceding: SeatName | None = None
    winner: SeatName | None = None
    how: Won = ""
