"""What a position of Highlander is."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rules.kernel.knowledge import OPEN
from rules.kernel.position import Deck, Hand, HiddenSlot, Pile, Position, Slot

Phase = Literal[
    "roll_off", "opening", "must_do", "may_do", "defense", "attack", "draw_discard", "time_called",
    "first_blood", "over"
]  # fmt: skip
Status = Literal["pending", "successful", "blocked", "power_blocked", "dodged", "avoided"]
START_ABILITY = 15


class Mark(Struct, frozen=True, omit_defaults=True):
    """Something that holds of an attack or a defense; ``event``: an Event gave it (First Blood takes that away)."""

    what: str
    event: bool = False


class Attack(Struct, frozen=True, kw_only=True):
    """An attack made, numbered from 1 in the order made. ``face_down`` holds the card of a hidden attack, ``card`` that
    of an open one; a made attack has neither. ``squares``: its area as nine bits, 0 where the card says it."""

    owner: str
    card: Slot = None
    face_down: HiddenSlot = None
    made: str = ""
    squares: int = 0
    damage: int | None = None
    extra: int = 0
    marks: tuple[Mark, ...] = ()
    status: Status = "pending"


class Defense(Struct, frozen=True, kw_only=True):
    """A defense in play. ``against``: numbers of the attacks it is used against; ``played``: the turn it was played."""

    owner: str
    card: Slot = None
    squares: int = 0
    against: tuple[int, ...] = ()
    from_exertion: bool = False
    power_block: bool = False
    by_exertion: bool = False
    played: int = 0
    marks: tuple[Mark, ...] = ()


class InPlay(Struct, frozen=True, kw_only=True):
    """A card in play on the side of who controls it. ``owner``: whose deck it is from; ``played``: the turn it came
    into play; ``nullified``: the turns in which it has no effect; ``count``: what its text counts; ``waiting``: it was
    played in conjunction with an attack or defense that has not been played yet."""

    owner: str
    card: Slot = None
    played: int = 0
    nullified: tuple[int, ...] = ()
    count: int = 0
    waiting: bool = False


class Lasting(Struct, frozen=True, kw_only=True):
    """A continuous effect of no card in play: ``what`` holds for ``seat`` up to the end of turn ``until``."""

    what: str
    seat: str
    until: int
    event: bool = False


class Must(Struct, frozen=True, kw_only=True):
    """Something a player must do in the Must Do Phase, or at once on the own turn: ``discard`` ``count`` cards of a
    kind, or ``draw`` up to the Ability."""

    do: str
    count: int = 1
    what: str = "card"
    event: bool = False


class Due(Struct, frozen=True, kw_only=True):
    """Damage pending, or Ability Loss or gain not yet adjusted."""

    amount: int
    kind: Literal["damage", "loss", "gain"] = "damage"
    source: str = ""
    event: bool = False


class Side(Struct, frozen=True, kw_only=True):
    """One player's side of the table and what later rules look back on."""

    ability: int = START_ABILITY
    endurance: Deck = (OPEN,)
    hand: Hand = ()
    discard_pile: Pile = ()
    removed: Pile = ()
    in_play: tuple[InPlay, ...] = ()
    attacks: tuple[Attack, ...] = ()
    defenses: tuple[Defense, ...] = ()
    due: tuple[Due, ...] = ()
    must: tuple[Must, ...] = ()
    rolled: int = 0
    recovering: bool = False
    attacks_allowed: int = 1
    attacks_made: int = 0
    next_attack: tuple[Mark, ...] = ()
    later_attack: tuple[Mark, ...] = ()
    specials_played: int = 0
    special_forgone: bool = False
    exertions: int = 0
    exerted_in: str = ""
    power_blow_made: bool = False
    played_card: bool = False
    discarded_defense: bool = False
    skip_attack: bool = False
    exhausted: int = 0
    disarmed: bool = False
    weapon_broken: bool = False
    turns: int = 0
    attacked_last_turn: bool = False
    power_blow_last_turn: bool = False
    location_last_turn: bool = False
    gained_last_turn: bool = False
    called: bool = False


class Exerting(Struct, frozen=True, kw_only=True):
    """An Exertion under way: ``wanted`` cards are turned over, ``left`` of them still wait for a reshuffle."""

    seat: str
    purpose: str
    number: int = 0
    wanted: int = 5
    left: int = 0
    owner: str = ""
    cards: Pile = ()
    named: int = 0


class Chance(Struct, frozen=True, kw_only=True):
    """A chance to counter the card that was just played (the last one in its player's ``in_play``); ``series``: the
    cards played in conjunction with the attack just made."""

    seat: str
    series: bool = False


class Choice(Struct, frozen=True, kw_only=True):
    """A card wants a target of its player: a card in play of type ``what``, to ``remove`` it or to ``nullify`` it in
    the turns named."""

    seat: str
    what: str
    then: Literal["remove", "nullify"] = "remove"
    turns: tuple[int, ...] = ()


class Highlander(Position, frozen=True, kw_only=True):
    """A position. ``number`` counts turns from 1; ``reshuffling`` names whose Endurance the table must make anew from
    the discard pile, ``milling`` how many more cards leave it then; ``rolling`` what a die decides; ``how``: how the
    game was won."""

    players: dict[str, Side] = {}
    turn: str = ""
    number: int = 1
    phase: Phase = "roll_off"
    exerting: Exerting | None = None
    chance: Chance | None = None
    choice: Choice | None = None
    reshuffling: str | None = None
    milling: int = 0
    rolling: str | None = None
    lasting: tuple[Lasting, ...] = ()
    time_called: bool = False
    first_blood: bool = False
    shuffled_in: tuple[str, ...] = ()
    redrawn: tuple[str, ...] = ()
    conceding: str | None = None
    winner: str | None = None
    how: str = ""
