"""The cost of a pairing, promise by promise in their order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tournaments.pairing.field import Field


class Costs(NamedTuple):
    """Compared from the left: fewer rematches first, then fewer weakly forbidden pairs, and so on.

    `second_byes` counts byes to players who had one; `bye_points` are the points of those with a bye.
    """

    rematches: int
    weak: int
    second_byes: int
    bye_points: int
    squared: int
    repeated_floats: int


def costs_of(
    field: Field,
    pairs: Iterable[tuple[int, int]],
    byes: Iterable[int] = (),
    free: frozenset[int] = frozenset(),
) -> Costs:
    """The costs of these pairs and byes; nothing is held against `free` players but their points."""
    rematches = weak = squared = repeated = second = bye_points = 0
    points, floated = field.points, field.floated
    for i, j in pairs:
        difference = points[i] - points[j]
        if difference:
            squared += difference * difference
            repeated += sum(floated[k] and k not in free for k in (i, j))
        if j in field.avoid[i] and not (i in free or j in free):
            rematches += j in field.met[i]
            weak += j in field.weak.get(i, ())
    for i in byes:
        second += field.had_bye[i] and i not in free
        bye_points += points[i]
    return Costs(rematches, weak, second, bye_points, squared, repeated)
