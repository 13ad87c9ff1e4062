"""Assigns the seats at a table so that everybody gets each seat about equally often over the rounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations

from tournaments.facts import Round
from tournaments.pairing.field import Field

TRIED = 5
"""Up to so many at a table every order is tried."""


def seats_had(field: Field, rounds: Iterable[Round]) -> list[dict[int, int]]:
    """Counts how often each player had which seat at tables of three and more."""
    index = {entrant: i for i, entrant in enumerate(field.ids)}
    had: list[dict[int, int]] = [{} for _ in field.ids]
    for played in rounds:
        for match in played.matches:
            if len(match.seats) > 2:
                for seat, entrant in enumerate(match.seats):
                    if entrant in index:
                        mine = had[index[entrant]]
                        mine[seat] = mine.get(seat, 0) + 1
    return had


def in_seats(field: Field, table: Sequence[int], had: Sequence[dict[int, int]]) -> tuple[int, ...]:
    """The players of a table in the order of their seats: each where he has sat least, then by the draw."""
    players = sorted(table, key=field.order.__getitem__)
    if len(players) <= TRIED:
        return min(
            permutations(players),
            key=lambda order: sum((had[i].get(seat, 0) + 1) ** 2 for seat, i in enumerate(order)),
        )
    left, seated = players, []
    for seat in range(len(players)):
        chosen = min(left, key=lambda i: (had[i].get(seat, 0), -sum(had[i].values())))
        seated.append(chosen)
        left = [i for i in left if i != chosen]
    return tuple(seated)
