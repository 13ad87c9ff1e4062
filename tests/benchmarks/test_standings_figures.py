"""How long standings with all tiebreakers take. Prints figures; decides nothing by time."""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec
import pytest

from tournaments.facts import Rules
from tournaments.simulation import simulated_event
from tournaments.standings import standings_of, working_of
from tournaments.standings.tiebreakers.registry import TIEBREAKERS

#: the best of so many
RUNS = 3


def _seconds(work: Callable[[], object]) -> float:
    """Processor time: what else the machine does is left out."""
    began = time.process_time()
    work()
    return time.process_time() - began


@pytest.mark.bench
@pytest.mark.parametrize("entrants", [1_000, 10_000])
@pytest.mark.parametrize("profile", ["mtr", "netrunner", "fide", "pokemon"])
def test_all_tiebreakers_after_ten_rounds(entrants: int, profile: str) -> None:
    event = simulated_event(entrants, 10, "bench")
    rules = msgspec.convert({"profile": profile, "tiebreakers": tuple(TIEBREAKERS)}, Rules)
    event = msgspec.structs.replace(event, rules=rules)
    seconds = min(_seconds(lambda: standings_of(event)) for _ in range(RUNS))
    standings = standings_of(event)
    working = _seconds(lambda: working_of(event, standings.rows[0].entrant))
    goal = ", to reach: 1 s" if entrants == 10_000 else ""
    print(
        f"\nstandings, 18 tiebreakers, {profile:>9}, 10 rounds, {entrants:>6,} entrants: "
        f"{seconds:6.3f} s{goal}; one working {working:6.3f} s (no figures of others are known)"
    )
    assert standings.rows[0].place == 1
