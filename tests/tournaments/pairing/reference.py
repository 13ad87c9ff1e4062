"""The best pairing by brute weight: networkx on the complete graph, promises as Python's unbounded numbers."""

from __future__ import annotations

from typing import Any

import networkx

from tournaments.pairing.costs import Costs, costs_of
from tournaments.pairing.field import Field

FACTOR = 10**6


def best_costs(field: Field) -> tuple[int, Costs]:
    """The fewest players left, and the least costs of any pairing of this field that leaves so many."""
    size = len(field.ids)
    allowed = [(i, j) for i in range(size) for j in range(i) if j not in field.absolute.get(i, ())]
    graph: Any = networkx.Graph()
    graph.add_nodes_from(range(size))
    graph.add_edges_from(allowed)
    left = size - 2 * len(networkx.max_weight_matching(graph, maxcardinality=True))
    graph = networkx.Graph()
    highest = FACTOR**7
    for i, j in allowed:
        graph.add_edge(i, j, weight=highest - _weight(costs_of(field, [(i, j)])))
    for bye in range(left):
        for i in range(size):
            graph.add_edge(i, size + bye, weight=highest - _weight(costs_of(field, [], [i])))
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    pairs = [(i, j) for i, j in found if max(i, j) < size]
    byes = [min(i, j) for i, j in found if max(i, j) >= size]
    return left, costs_of(field, pairs, byes)


def _weight(costs: Costs) -> int:
    weight = 0
    for cost in costs:
        assert 0 <= cost < FACTOR
        weight = weight * FACTOR + cost
    return weight
