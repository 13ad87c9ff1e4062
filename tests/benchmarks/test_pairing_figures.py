"""How long it takes to pair the fifth round. Prints figures with others' beside them; decides nothing by time.

Run with `pytest -m bench -s tests/benchmarks` (the largest with `-m "bench and long"`).
"""

from __future__ import annotations

import time

import pytest

from tournaments.pairing import pair_next_round
from tournaments.simulation import simulated_event

PEERS = {
    500: "bbpPairings (C++) 4.7 s",
    1_000: "bbpPairings (C++) 50 s; py4swiss 46 s; rustworkx alone: complete graph 3.5 s, sparse 0.09 s",
    2_000: "bbpPairings (C++) over 120 s",
    5_000: "rustworkx alone, sparse graph: 2.3 s",
    20_000: "rustworkx alone, sparse graph: 60 s",
}
TO_REACH = {1_000: 0.1, 10_000: 1.0, 100_000: 15.0}
#: up to so many entrants the best of so many runs
FEW, RUNS = 10_000, 3
PEERS_NOTE = "others' figures: 2 cores at 2.5 GHz"


def measured(entrants: int) -> None:
    event = simulated_event(entrants, 4, "bench")
    seconds, began = float("inf"), time.process_time()
    for _ in range(RUNS if entrants <= FEW else 1):
        pairing = pair_next_round(event)
        seconds = min(seconds, time.process_time() - began)  # what else the machine does is left out
        began = time.process_time()
    goal = f", to reach: {TO_REACH[entrants]} s" if entrants in TO_REACH else ""
    print(
        f"\npair round 5, {entrants:>7,} entrants: {seconds:7.3f} s{goal}; squared difference "
        f"{pairing.cost.squared_difference} (bound {pairing.cost.lower_bound}, "
        f"proven {pairing.cost.proven}); {PEERS.get(entrants, PEERS_NOTE)}"
    )
    assert len({seat for m in pairing.matches for seat in m.seats}) == 2 * len(pairing.matches)


@pytest.mark.bench
@pytest.mark.parametrize("entrants", [500, 1_000, 2_000, 5_000, 10_000, 20_000])
def test_fifth_round(entrants: int) -> None:
    measured(entrants)


@pytest.mark.bench
@pytest.mark.long
def test_fifth_round_of_a_hundred_thousand() -> None:
    measured(100_000)
