"""Days on which a fault of the site was seen first, and one that was not explained for a while. They play something
else once a move is added, as each draw follows from those before: beside each stands the test of the fault itself."""

from __future__ import annotations

import pytest

from config.simulation.day import Day
from config.simulation.emptying import empty
from config.simulation.plan import FAULTS, Plan

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.anywhere, pytest.mark.long]


@pytest.mark.parametrize(
    ("seed", "players", "rounds", "moves"),
    [
        # standings that waited for an hour: tests/tournaments/kept_standings/test_due.py
        ("100008", 12, 9, 4),
        # a pause that held a hard stop which had passed: tests/tournaments/clocks/test_changes.py
        ("100075", 4, 9, 4),
        # what going back would change, foretold from an old table: tests/tournaments/rounds/test_undoing.py
        ("4", 8, 6, 4),
        # a choice that was changed while the event was copied, of which the simulator's book knew nothing
        ("100355", 7, 9, 4),
        # a lost game that passes a reported match by, of which the book knew nothing: tests/simulation/test_book.py
        ("7100160", 7, 9, 4),
        # two who dropped the same player at once, where the answer to the first was lost: which one counted
        ("7100380", 4, 9, 4),
        # a cleared result let go of its log after a job had begun: tests/referee/disputes/test_disputes.py
        ("7600414", 4, 9, 2),
        # two who went back past rounds at once
        ("7600473", 6, 9, 1),
        # a double loss corrected too late for the bracket: tests/tournaments/pairing/test_double_elimination.py
        ("7100301", 6, 9, 1),
        ("8100016", 4, 9, 1),
        # a sweep that slept through a jump and the way back: tests/tournaments/jumps/test_jumps.py
        ("7100133", 7, 9, 1),
        # a question that came with a pass of the sweep beside, before another pass
        ("7600040", 8, 9, 4),
        # a clock that was stopped in the moment in which its round ended
        ("7100151", 7, 9, 1),
        # a result that was corrected twice: before a withdrawn round of the bracket was paired again, and after it
        ("7600341", 6, 9, 1),
        # a picture that was kept and answered with 404: tests/referee/dispute_pages/test_answers.py
        ("7600566", 6, 9, 2),
        # a table that began anew, and was given time in the same moment
        ("7600517", 8, 9, 1),
        # a piece of long work that left no row, before another that did
        ("7100526", 6, 9, 2),
        # one who was kept while another of those who did not come was dropped
        ("7100127", 6, 9, 1),
    ],
)
def test_nothing_is_broken_any_more(seed: str, players: int, rounds: int, moves: int) -> None:
    empty()
    assert Day(Plan(seed, players, rounds, tuple(FAULTS), moves)).run().failures == []
