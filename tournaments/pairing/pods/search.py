"""Seating a field at tables of several: a first seating by points, mended and improved by exchanging two players.

All promises go into one whole number, each in a measure that outweighs everything below it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.pairing.field import Field

#: How many tables to either side are tried for an exchange: few at first, then more for what is still wrong.
NEAR = (6, 40)
#: Shuffles times players squared, at most: a small field is shuffled and improved again more often than a large one.
WORK = 80_000
MAX_SHUFFLES = 600
#: Exchanges tried in the first search of a round at most; half as many in the second, a third in the next. Two thousand
#: players need a hundred thousand; only fields that have no good seating reach the limit.
MAX_EXCHANGES = 1_000_000


@dataclass
class Seated:
    """Tables with their players; where there is a table below the full size, `short` says which."""

    tables: list[list[int]]
    short: list[bool]


class Search:
    """Finds tables for the players of a field. `sat_short[i]`: how often a player sat at a short table."""

    def __init__(self, field: Field, sat_short: Sequence[int], seed: str) -> None:
        self.field, self.sat_short = field, sat_short
        self.points = field.points
        self.chance = random.Random(seed)  # noqa: S311 - the event's own draw, which has to be the same again
        self.left = self.searches = 0
        self._measure()

    def _measure(self) -> None:
        """Sets the weight of each promise: more than all below it together could."""
        field, size = self.field, len(self.field.ids)
        spread = (max(self.points, default=0) - min(self.points, default=0)) ** 2
        pairs = size * size + 1
        self.short_weight = spread * pairs + 1
        weak = self.short_weight * ((max(self.sat_short, default=0) + 1) * size + 1)
        again = weak * pairs
        never = again * pairs
        self.never = never
        self.special: list[dict[int, int]] = []
        for i in range(size):
            weights = dict.fromkeys(field.met[i], again)
            for j in field.weak.get(i, ()):
                weights[j] = weights.get(j, 0) + weak
            for j in field.absolute.get(i, ()):
                weights[j] = weights.get(j, 0) + never
            self.special.append(weights)

    def seat(self, players: list[int], sizes: list[int], full: int) -> Seated:
        """The players at tables of these sizes; those below `full` are short."""
        self.searches += 1
        self.left = MAX_EXCHANGES // self.searches
        seated = self._first(players, sizes, full)
        self._mend(seated, NEAR[0], everywhere=True)
        for near in NEAR:
            self._mend(seated, near, everywhere=False)
        self._mend(seated, len(seated.tables), everywhere=False)
        return self._shaken(seated, len(players))

    # -- the first seating ------------------------------------------------------------------------------------------

    def _first(self, players: list[int], sizes: list[int], full: int) -> Seated:
        """By points; at the short tables who sat there least often, of these the lowest."""
        order, points = self.field.order, self.points
        ranked = sorted(players, key=lambda i: (-points[i], order[i]))
        places = sum(size for size in sizes if size < full)
        lowest = sorted(players, key=lambda i: (self.sat_short[i], points[i], -order[i]))
        apart = set(lowest[:places])
        made: list[tuple[bool, list[int]]] = []
        for short in (False, True):
            here = [i for i in ranked if (i in apart) == short]
            at = 0
            for size in sizes:
                if (size < full) == short:
                    made.append((short, here[at : at + size]))
                    at += size
        made.sort(key=lambda table: -sum(points[i] for i in table[1]) / len(table[1]))
        return Seated([players for _, players in made], [short for short, _ in made])

    # -- exchanging -------------------------------------------------------------------------------------------------

    def _mend(self, seated: Seated, near: int, *, everywhere: bool) -> None:
        """Exchange as long as it helps: at every table, or only at those where a promise is broken."""
        tables = seated.tables
        waiting = [at for at in range(len(tables)) if everywhere or self._broken(tables[at])]
        for _ in range(8):
            touched: set[int] = set()
            for at in waiting:
                if self.left > 0 and (everywhere or self._broken(tables[at])):
                    touched |= self._mend_table(seated, at, near)
            waiting = sorted(touched)
            if not waiting:
                return

    def _broken(self, table: list[int]) -> bool:
        return any(j in self.special[i] for i in table for j in table)

    def _mend_table(self, seated: Seated, at: int, near: int) -> set[int]:
        """The best exchange for each seat of a table; which tables were changed."""
        tables, touched = seated.tables, set()
        for seat in range(len(tables[at])):
            best, partner = 0, (-1, -1)
            for other in _around(at, near, len(tables)):
                self.left -= len(tables[other])
                for place in range(len(tables[other])):
                    delta = self._delta(seated, at, seat, other, place)
                    if delta < best:
                        best, partner = delta, (other, place)
            other, place = partner
            if other >= 0:
                one, two = tables[at], tables[other]
                one[seat], two[place] = two[place], one[seat]
                touched |= {at, other}
        return touched

    def _delta(self, seated: Seated, at: int, seat: int, other: int, place: int) -> int:
        """The change of the cost when these two exchange their places."""
        one, two = seated.tables[at], seated.tables[other]
        a, b = one[seat], two[place]
        points, pa, pb = self.points, self.points[a], self.points[b]
        with_a, with_b = self.special[a], self.special[b]
        delta = 0
        for i in one:
            if i != a:
                p = points[i]
                delta += (pb - p) ** 2 - (pa - p) ** 2 + with_b.get(i, 0) - with_a.get(i, 0)
        for i in two:
            if i != b:
                p = points[i]
                delta += (pa - p) ** 2 - (pb - p) ** 2 + with_a.get(i, 0) - with_b.get(i, 0)
        if seated.short[at] != seated.short[other]:
            more = self.sat_short[b] - self.sat_short[a]
            delta += self.short_weight * (more if seated.short[at] else -more)
        return delta

    # -- small fields -----------------------------------------------------------------------------------------------

    def _shaken(self, seated: Seated, players: int) -> Seated:
        """Exchange some at random and mend again; keep what is no worse."""
        if len(seated.tables) < 2:
            return seated
        best = self.cost(seated)
        for _ in range(min(MAX_SHUFFLES, WORK // (players * players))):
            tried = Seated([list(table) for table in seated.tables], seated.short)
            for _ in range(3):
                one, two = self.chance.sample(range(len(tried.tables)), 2)
                a, b = (
                    self.chance.randrange(len(tried.tables[one])),
                    self.chance.randrange(len(tried.tables[two])),
                )
                upper, lower = tried.tables[one], tried.tables[two]
                upper[a], lower[b] = lower[b], upper[a]
            self._mend(tried, len(tried.tables), everywhere=True)
            cost = self.cost(tried)
            if cost <= best:
                best, seated = cost, tried
        return seated

    def cost(self, seated: Seated) -> int:
        """All that the seating costs, as one number."""
        total = 0
        for table, short in zip(seated.tables, seated.short, strict=True):
            for at, i in enumerate(table):
                if short:
                    total += self.short_weight * self.sat_short[i]
                for j in table[:at]:
                    total += (self.points[i] - self.points[j]) ** 2 + self.special[i].get(j, 0)
        return total

    def never_together(self, seated: Seated) -> list[int]:
        """The players who sit with somebody they must never meet."""
        return [
            i
            for table in seated.tables
            for i in table
            if any(self.special[i].get(j, 0) >= self.never for j in table)
        ]


def _around(at: int, near: int, tables: int) -> Iterator[int]:
    """The other tables, the nearest first."""
    for distance in range(1, min(near, tables) + 1):
        for other in (at - distance, at + distance):
            if 0 <= other < tables:
                yield other
