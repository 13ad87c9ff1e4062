"""The fewest cards that can have gone through a graph of stretches: a minimum flow with lower and upper bounds.

Between two nodes so many cards went at least, and so many at most. Every card begins at the source and ends at the
sink; at every other node as many leave as came. The fewest cards in all, and the cut that proves it: stretches that lie
side by side, no two of which can have been one card.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

#: more cards than there are
MANY = 1_000_000


class Fewest(NamedTuple):
    """``cards``: how many at least; ``before``: the nodes on the source's side of the cut that proves it."""

    cards: int
    before: frozenset[int]


Bounds = Mapping[tuple[int, int], tuple[int, int]]


def fewest(bounds: Bounds, source: int, sink: int) -> Fewest | None:
    """The least flow; None where no flow keeps to the bounds. ``bounds``: by start and end the least and the most."""
    graph = _Residual()
    start, end = -1, -2
    excess: dict[int, int] = {}
    for (u, v), (least, most) in bounds.items():
        graph.add(u, v, most - least)
        excess[v] = excess.get(v, 0) + least
        excess[u] = excess.get(u, 0) - least
    wanted = 0
    for node, more in excess.items():
        if more > 0:
            graph.add(start, node, more)
            wanted += more
        elif more < 0:
            graph.add(node, end, -more)
    # first without a way back from the sink to the source: what then still needs one is the least flow
    sent = graph.send(start, end)
    graph.add(sink, source, MANY)
    back = graph.send(start, end)
    if sent + back < wanted:
        return None
    graph.cut(sink, source)
    return Fewest(back, graph.reached_backwards(source))


class _Residual:
    """How much more can go from each node to each other."""

    def __init__(self) -> None:
        self.free: dict[int, dict[int, int]] = {}

    def add(self, u: int, v: int, most: int) -> None:
        ways = self.free.setdefault(u, {})
        ways[v] = ways.get(v, 0) + most
        self.free.setdefault(v, {}).setdefault(u, 0)

    def cut(self, u: int, v: int) -> None:
        """Takes a way out, in both directions."""
        self.free[u][v] = self.free[v][u] = 0

    def send(self, start: int, end: int) -> int:
        """As much as can go, along shortest ways; how much that is."""
        sent = 0
        while start in self.free and end in self.free and (way := self._way(start, end)):
            most = min(self.free[u][v] for u, v in way)
            for u, v in way:
                self.free[u][v] -= most
                self.free[v][u] += most
            sent += most
        return sent

    def _way(self, start: int, end: int) -> list[tuple[int, int]]:
        before: dict[int, int] = {start: start}
        row = [start]
        for node in row:
            for other, free in self.free[node].items():
                if free > 0 and other not in before:
                    before[other] = node
                    if other == end:
                        return _back(before, start, end)
                    row.append(other)
        return []

    def reached_backwards(self, start: int) -> frozenset[int]:
        """The nodes from which flow can be taken back to ``start``, or to which more can go instead: as long as the
        other end is not among them the flow is the least."""
        row, seen = [start], {start}
        into: dict[int, list[int]] = {}
        for u, ways in self.free.items():
            for v, free in ways.items():
                if free > 0:
                    into.setdefault(v, []).append(u)
        for node in row:
            for other in into.get(node, ()):
                if other not in seen and other >= 0:
                    seen.add(other)
                    row.append(other)
        return frozenset(seen)


def _back(before: Mapping[int, int], start: int, end: int) -> list[tuple[int, int]]:
    way = []
    while end != start:
        way.append((before[end], end))
        end = before[end]
    return way
