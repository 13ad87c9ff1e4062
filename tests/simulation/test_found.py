"""Days on which a fault of the site was seen first. They play something else once a move is added, as each draw follows
from those before it: beside each stands the test of the fault itself."""

from __future__ import annotations

import pytest

from config.simulation.day import Day
from config.simulation.emptying import empty
from config.simulation.plan import FAULTS, Plan

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.anywhere, pytest.mark.long]


@pytest.mark.parametrize(
    ("seed", "players", "rounds"),
    [
        # standings that waited for an hour: tests/tournaments/kept_standings/test_due.py
        ("100008", 12, 9),
        # a pause that held a hard stop which had passed: tests/tournaments/clocks/test_changes.py
        ("100075", 4, 9),
    ],
)
def test_nothing_is_broken_any_more(seed: str, players: int, rounds: int) -> None:
    empty()
    assert Day(Plan(seed, players, rounds, tuple(FAULTS))).run().failures == []
