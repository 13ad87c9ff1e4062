"""The parts of a computed pairing."""

from __future__ import annotations

from fractions import Fraction

import msgspec
from msgspec import UNSET, UnsetType

from tournaments.facts import Bracket


class PairedMatch(msgspec.Struct, frozen=True):
    """A match of the coming round. `reasons` are codes; `promises.REASONS` has their texts.

    In an elimination `bracket` says where it is, and a bye is a match of one seat without a table.
    """

    table: int | None
    seats: tuple[str, ...]
    reasons: tuple[str, ...] = ()
    bracket: Bracket | UnsetType = UNSET


class Relaxed(msgspec.Struct, frozen=True):
    """A promise that could not be kept, and the entrants it was not kept for."""

    promise: str
    entrants: tuple[str, ...]


class Cost(msgspec.Struct, frozen=True):
    """`squared_difference`: the sum over all matches of the squared difference in match points.

    `lower_bound` is what no pairing of this field can go below; `proven` says that the pairing is known to
    be the best one, promise by promise.
    """

    squared_difference: Fraction
    lower_bound: Fraction
    proven: bool


class Pairing(msgspec.Struct, frozen=True):
    """The next round. `unpaired` sit out; `over` means that there is no next round in this stage."""

    round: int
    stage: str
    matches: tuple[PairedMatch, ...] = ()
    byes: tuple[str, ...] = ()
    unpaired: tuple[str, ...] = ()
    relaxed: tuple[Relaxed, ...] = ()
    cost: Cost = Cost(Fraction(0), Fraction(0), True)
    over: bool = False
    over_because: str = ""
