"""The fifth round of a made-up field of the size given, by a general matching on a complete graph with the weights that
our own exact matching has. In: networkx or rustworkx, players. Out, as JSON: seconds of the processor for the matching
alone (the graph is there), and the pairing's sum of squared differences."""

from __future__ import annotations

import json
import sys
import time
from typing import Any

from tests.benchmarks.peers.fields import field_to_pair
from tournaments.pairing.costs import costs_of
from tournaments.pairing.matching import _Weights


def main(library: str, players: int) -> None:
    """Matches and prints."""
    _, field = field_to_pair(players)
    size, byes = len(field.ids), len(field.ids) % 2
    edges = _Weights(field, list(range(size)), byes, frozenset()).edges(None)
    matching: Any
    if library == "networkx":
        import networkx

        graph: Any = networkx.Graph()
        graph.add_weighted_edges_from(edges)
        begun = time.process_time()
        matching = networkx.max_weight_matching(graph, maxcardinality=True)
    else:
        import rustworkx

        drawn: Any = rustworkx.PyGraph(multigraph=False)
        drawn.add_nodes_from([None] * (size + byes))
        drawn.add_edges_from(edges)
        begun = time.process_time()
        matching = rustworkx.max_weight_matching(drawn, max_cardinality=True, weight_fn=int)
    seconds = time.process_time() - begun
    pairs = [(a, b) for a, b in matching if max(a, b) < size]
    left = [min(a, b) for a, b in matching if max(a, b) >= size]
    squared = costs_of(field, pairs, left).squared
    print(json.dumps({"seconds": seconds, "pairs": len(pairs), "squared": int(squared)}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
