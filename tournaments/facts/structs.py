"""The facts of an event as one value: what an event file holds, and what the site builds from its rows."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

Number: TypeAlias = int | float
StageKind: TypeAlias = Literal["swiss", "round_robin", "single_elimination", "double_elimination", "pods"]
BracketSide: TypeAlias = Literal["winners", "losers", "final", "third_place"]
Places: TypeAlias = Literal["by_seed", "shared"]
Withdrawn: TypeAlias = Literal["expunge", "forfeit"]
Strength: TypeAlias = Literal["absolute", "weak"]
FirstRound: TypeAlias = Literal["random", "seed", "rating"]
MissedAs: TypeAlias = Literal["loss", "bye", "nothing"]
ResultKind: TypeAlias = Literal[
    "played",
    "intentional_draw",
    "forfeit",
    "no_show",
    "conceded",
    "game_loss",
    "match_loss",
    "adjudicated",
]


# gc=False: facts are trees, so the collector has nothing to find in them, and large events have millions.


class Points(msgspec.Struct, frozen=True, gc=False):
    """Match points of a match of two, and of a bye. What is left out, the profile sets."""

    win: Number | UnsetType = UNSET
    draw: Number | UnsetType = UNSET
    loss: Number | UnsetType = UNSET
    bye: Number | UnsetType = UNSET


class ClubsApart(msgspec.Struct, frozen=True, gc=False):
    """Entrants of one club do not meet: never (absolute), or only where nothing else is left (weak).

    After `until_round` they may; null: it binds in every round.
    """

    strength: Strength = "weak"
    until_round: int | None = 1


class TableRange(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Tables with a name, from the first to the last: for a stream, near the door. Who belongs there is numbered
    there; others are, too, where there is room, unless it is `kept_free`."""

    name: str
    first: int
    last: int
    kept_free: bool = False

    def has(self, table: int | None) -> bool:
        """Whether the table is one of it."""
        return table is not None and self.first <= table <= self.last


class Rules(msgspec.Struct, frozen=True, gc=False):
    """The choices of the event; those left out come from the profile. Profile and tiebreakers are named as the
    standings know them; a file that names another is refused when it is read."""

    points: Points = Points()
    games_per_match: int = 3
    profile: str = "mtr"
    tiebreakers: tuple[str, ...] | UnsetType = UNSET
    floor: Number | UnsetType | None = UNSET
    pod_points: dict[str, tuple[Number, ...]] | UnsetType = UNSET
    swiss_rounds: int | None = None
    first_round: FirstRound = "random"
    last_round_by_standing: bool = False
    clubs_apart: ClubsApart | UnsetType | None = UNSET
    table_ranges: tuple[TableRange, ...] | UnsetType = UNSET


class Forbidden(msgspec.Struct, frozen=True, gc=False):
    """Entrants this one must not meet: never (absolute), or only where nothing else is left (weak).

    After `until_round` they may; without it they never may.
    """

    absolute: tuple[str, ...] = ()
    weak: tuple[str, ...] = ()
    until_round: int | UnsetType | None = UNSET


class Adjustment(msgspec.Struct, frozen=True, gc=False):
    """Match points given or taken by staff in a round."""

    round: int
    match_points: Number
    reason: str = ""


class Entrant(msgspec.Struct, frozen=True, gc=False):
    """Somebody in the event. `dropped_after` is the last round he took part in, 0 for none. A `deck` comes along only
    where a file is complete."""

    id: str
    name: str = ""
    seed: int | None = None
    rating: Number | None = None
    dropped_after: int | None = None
    disqualified_after: int | None = None
    entered_before: int = 1
    absences: tuple[tuple[int, int], ...] = ()
    missed_rounds_as: MissedAs = "loss"
    awarded_byes: tuple[int, ...] = ()
    forbidden: Forbidden = Forbidden()
    fixed_table: int | None = None
    adjustments: tuple[Adjustment, ...] = ()
    club: str | UnsetType = UNSET
    table_range: str | UnsetType = UNSET
    deck: dict[str, Any] | UnsetType = UNSET


def club_key(club: str | UnsetType) -> str:
    """A club as it is compared: without regard to capitals and to spaces around it; empty for none."""
    return club.strip().casefold() if isinstance(club, str) else ""


class Stage(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A part of the event with one structure. What is None follows the event's rules, or the kind's own default.

    `entrants` are in seed order, written when the first round is published; without them they are computed.
    """

    id: str
    kind: StageKind
    size: int | None = None
    entrants: tuple[str, ...] | None = None
    games_per_match: int | None = None
    draws: bool | None = None
    last_tiebreak: str | None = None
    rounds: int | None = None
    fresh: bool = False
    third_place: bool = False
    places: Places | None = None
    reset: bool = True
    legs: int = 1
    groups: int = 1
    withdrawn: Withdrawn | None = None
    pod_size: int | None = None
    smallest: int | None = None


class Bracket(msgspec.Struct, frozen=True, gc=False):
    """The place of a match in an elimination bracket: rounds count within a side, slots from the top."""

    side: BracketSide
    round: int = 1
    slot: int = 1


class Result(msgspec.Struct, frozen=True, gc=False):
    """The result of a match. For two seats `winner` (null: a draw) or `ranking`; for more seats `ranking`.

    `games` are the games won by the first seat, by the second, and drawn; `scores` what the game counted;
    `tiebreakers` the game's own figure for a seat (more is better), summed by the tiebreaker `game`. `decided_by`
    names the tiebreak that alone made the winner.
    """

    winner: str | UnsetType | None = UNSET
    games: tuple[int, int, int] | None = None
    kind: ResultKind = "played"
    ranking: tuple[tuple[str, ...], ...] | None = None
    scores: dict[str, Number] | None = None
    tiebreakers: dict[str, Number] | None = None
    decided_by: str | UnsetType | None = UNSET


AnyResult: TypeAlias = Result | Literal["bye", "double_loss"] | None


class MatchLog(msgspec.Struct, frozen=True, gc=False):
    """The log of a game of a match, as JSON Lines, and the letter of the seat that kept it: A for the first of the
    match; empty for the staff's. `merged`: whether a judge had it made of two logs."""

    log: str
    game: int = 1
    seat: str = ""
    merged: bool | UnsetType = UNSET


class Match(msgspec.Struct, frozen=True, gc=False):
    """The entrants at a table in a round and their result; `None` while it is missing. In an elimination also where
    in it. `logs` come along only where a file is complete."""

    seats: tuple[str, ...]
    table: int | None = None
    result: AnyResult = None
    bracket: Bracket | UnsetType | None = UNSET
    logs: tuple[MatchLog, ...] | UnsetType = UNSET


class Round(msgspec.Struct, frozen=True, gc=False):
    """One pairing of a stage."""

    number: int
    stage: str
    matches: tuple[Match, ...] = ()


class EventFile(msgspec.Struct, frozen=True, gc=False):
    """An event: `event` is the version of the format, always 1. `cards` are its own, as a card list has them."""

    event: Literal[1]
    name: str = ""
    game: str = ""
    seed: str = ""
    rules: Rules = Rules()
    entrants: tuple[Entrant, ...] = ()
    stages: tuple[Stage, ...] = (Stage(id="swiss", kind="swiss"),)
    rounds: tuple[Round, ...] = ()
    cards: tuple[dict[str, Any], ...] = ()
