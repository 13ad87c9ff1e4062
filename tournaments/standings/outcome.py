"""The parts of standings: rows, figures, and how a figure was computed."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

import msgspec


class Record(NamedTuple):
    """Matches won, lost and drawn, byes among those won."""

    won: int
    lost: int
    drawn: int


class Standing(msgspec.Struct, frozen=True, gc=False):
    """A row of the table. `values` follows the event's chain of tiebreakers; None where there is none. `stage` is the
    last one that the entrant played, `record` is None where a stage is played in pods."""

    place: int
    entrant: str
    values: Mapping[str, Fraction | None]
    stage: str = ""
    record: Record | None = None


class Standings(msgspec.Struct, frozen=True, gc=False):
    """The table after a round, best first. `relied_on` names what each choice followed."""

    after_round: int
    tiebreakers: tuple[str, ...]
    rows: tuple[Standing, ...]
    relied_on: dict[str, str]


class Part(msgspec.Struct, frozen=True, gc=False):
    """One contribution to a figure; `opponent` is None where it comes from no opponent."""

    round: int | None
    opponent: str | None
    value: Fraction | None
    note: str = ""


class Figure(msgspec.Struct, frozen=True, gc=False):
    """A tiebreaker's value for one entrant with what went into it and the rule it follows."""

    value: Fraction | None
    parts: tuple[Part, ...]
    rule: str


class Working(msgspec.Struct, frozen=True, gc=False):
    """Every figure of one entrant, in the order of the event's chain of tiebreakers."""

    entrant: str
    after_round: int
    place: int | None
    values: dict[str, Figure]
