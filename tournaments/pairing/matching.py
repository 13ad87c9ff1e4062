"""The best pairing of some players, exactly: a matching of the greatest weight.

All promises go into one whole number per possible match, each promise in a measure that outweighs everything
below it, so that the least sum keeps the promises in their order.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import rustworkx

from tournaments.pairing.field import Field
from tournaments.pairing.greedy import Pairs

MAX_BITS = 120
"""Weights are handed over as 128-bit numbers."""


@dataclass(frozen=True)
class Matched:
    """Pairs, and who is left. `exact` is False where the weights had to be coarsened."""

    pairs: Pairs
    byes: list[int]
    exact: bool


def match_players(
    field: Field,
    members: list[int],
    byes: int,
    free: frozenset[int] = frozenset(),
    near: int | None = None,
) -> Matched | None:
    """The best pairing of `members`, `byes` of whom are left; None where they cannot be paired so.

    `free` players are taken as if nothing were known of them (for lower bounds). With `near`, only
    matches with that many next players in the order of points are candidates.
    """
    weights = _Weights(field, members, byes, free)
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * (len(members) + byes))
    graph.add_edges_from(weights.edges(near))
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    size = len(members)
    pairs, left = [], []
    for a, b in matching:
        first, second = min(a, b), max(a, b)
        if second >= size:
            left.append(members[first])
        else:
            pairs.append((members[first], members[second]))
    if 2 * len(pairs) + len(left) != size or len(left) != byes:
        return None
    return Matched(sorted(pairs), sorted(left), weights.exact)


def fewest_left(field: Field, members: list[int], near: int | None = None) -> int:
    """The least number of players who must stay without an opponent when absolutely forbidden pairs are kept apart."""
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * len(members))
    reach = len(members) if near is None else near
    graph.add_edges_from(
        [
            (a, b, 1)
            for a, i in enumerate(members)
            for b in range(a + 1, min(a + 1 + reach, len(members)))
            if not field.forbidden(i, members[b])
        ]
    )
    return len(members) - 2 * len(rustworkx.max_weight_matching(graph, max_cardinality=True))


class _Weights:
    """The measures of the promises for one matching, and the weight of each candidate."""

    def __init__(self, field: Field, members: list[int], byes: int, free: frozenset[int]) -> None:
        self.field, self.members, self.byes, self.free = field, members, byes, free
        size = len(members) + byes
        points = [field.points[i] for i in members]
        spread = (max(points) - min(points)) ** 2 if points else 0
        self.ranks = {score: rank for rank, score in enumerate(sorted(set(points)))}
        self.places = {i: at for at, i in enumerate(sorted(members, key=field.order.__getitem__))}
        self.most_met = max((len(field.met[i]) for i in members), default=0)
        tail = size * size if field.mode != "draw" else 1 << 20
        self.shift, self.exact = 0, True
        while True:
            self._measure(size, spread, tail)
            if self.most.bit_length() <= MAX_BITS:
                break
            if tail > 256 and field.mode == "draw":
                tail = 256
            else:
                self.shift, self.exact = self.shift + 8, False
        self.tail_mask = tail - 1

    def _measure(self, size: int, spread: int, tail: int) -> None:
        measure = 1
        self.measures: list[int] = []
        for most in (tail, self.most_met, 2, spread >> self.shift, len(self.ranks) + 1, 1, 1, 1):
            self.measures.append(measure)
            measure *= size * most + 1
        self.most = measure

    def edges(self, near: int | None) -> list[tuple[int, int, int]]:
        """Every candidate with its weight; the nodes after the members are byes."""
        field, members, most = self.field, self.members, self.most
        made: list[tuple[int, int, int]] = []
        for a, i in enumerate(members):
            kept_apart = field.absolute.get(i, ())
            met = Counter(field.met[i]) if i not in self.free else Counter()
            stop = len(members) if near is None else a + 1 + near
            for b in range(a + 1, min(stop, len(members))):
                j = members[b]
                if j not in kept_apart:
                    made.append((a, b, most - self._cost(i, j, met)))
        for bye in range(self.byes):
            node = len(members) + bye
            made += [(a, node, most - self._cost_of_bye(i)) for a, i in enumerate(members)]
        return made

    def _cost(self, i: int, j: int, met: Counter[int]) -> int:
        field = self.field
        tail, often, float_, squared, _, _, weak, rematch = self.measures
        cost = self._tail(i, j) * tail
        difference = field.points[i] - field.points[j]
        unbound = i in self.free or j in self.free
        if difference:
            cost += ((difference * difference) >> self.shift) * squared
            for k in (i, j):
                if field.floated[k] and k not in self.free:
                    cost += float_
        if unbound:
            return cost
        if j in met:
            cost += rematch + met[j] * often
        if j in field.weak.get(i, ()):
            cost += weak
        return cost

    def _cost_of_bye(self, i: int) -> int:
        tail, _, _, _, score, again, _, _ = self.measures
        cost = self.ranks[self.field.points[i]] * score
        if self.field.had_bye[i] and i not in self.free:
            cost += again
        if self.field.mode == "draw":
            return cost + (self._mixed(self.field.order[i], 0) & self.tail_mask) * tail
        return cost + min((len(self.members) - 1 - self.places[i]) ** 2, self.tail_mask) * tail

    def _tail(self, i: int, j: int) -> int:
        """The cost that decides between otherwise equal pairings: by the draw, or by the list."""
        if self.field.mode == "draw":
            low, high = sorted((self.field.order[i], self.field.order[j]))
            return self._mixed(low + 1, high + 1) & self.tail_mask
        apart = abs(self.places[i] - self.places[j])
        wanted = len(self.members) // 2 if self.field.mode == "halves" else 1
        return (apart - wanted) ** 2

    @staticmethod
    def _mixed(low: int, high: int) -> int:
        """A number that looks like chance, from two places in the draw."""
        mixed = (low * 0x9E3779B97F4A7C15 + high * 0xC2B2AE3D27D4EB4F) & 0xFFFFFFFFFFFFFFFF
        mixed ^= mixed >> 29
        mixed = (mixed * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
        return mixed ^ (mixed >> 32)
