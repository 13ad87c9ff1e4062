"""How long it takes to pair the fifth round. Prints figures with others' beside them; decides nothing by time.

Run with `pytest -m bench -s tests/benchmarks` (the largest with `-m "bench and long"`).
"""

from __future__ import annotations

import random
import time
from itertools import combinations

import msgspec
import pytest

from tournaments.facts import Match, Result, Round
from tournaments.pairing import pair_next_round
from tournaments.pairing.pods.sizes import repeats_at_least
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


@pytest.mark.bench
def test_pods_of_two_thousand() -> None:
    """2,000 at tables of four, eight rounds: how long a round takes, and how many pairs met again beside the bound."""
    event = simulated_event(2_000, 0, "bench", pods=True)
    met: set[frozenset[str]] = set()
    again, opponents, slowest = 0, dict.fromkeys((e.id for e in event.entrants), 0), 0.0
    for number in range(1, 9):
        began = time.process_time()
        pairing = pair_next_round(event)
        slowest = max(slowest, time.process_time() - began)
        chance = random.Random(number)
        matches = []
        for match in pairing.matches:
            for pair in combinations(match.seats, 2):
                again += frozenset(pair) in met
                met.add(frozenset(pair))
            for seat in match.seats:
                opponents[seat] += len(match.seats) - 1
            places = sorted(match.seats, key=lambda seat: int(seat[1:]) + chance.gauss(0, 500))
            matches.append(Match(match.seats, match.table, Result(ranking=tuple((seat,) for seat in places))))
        matches += [Match((entrant,), None, "bye") for entrant in pairing.byes]
        played = Round(number, "pods", tuple(matches))
        event = msgspec.structs.replace(event, rounds=(*event.rounds, played))
    bound = repeats_at_least(list(opponents.values()), len(opponents))
    print(
        f"\npods of 2,000 at four, 8 rounds: slowest {slowest:.2f} s (to reach: 10 s); met again {again}, bound {bound}"
    )
    assert again <= 1.05 * bound
