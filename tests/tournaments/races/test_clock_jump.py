"""A jump of the clock is taken in once, however many processes see it in the same moment."""

import pytest

from tests.tournaments.factories import at, running_event, running_round
from tests.tournaments.races.together import together
from tournaments.jumps.changes import settle
from tournaments.models.clocks import ClockEvent, Deadline
from tournaments.models.jumps import ClockJump

pytestmark = pytest.mark.django_db(transaction=True)


def test_four_who_sweep_see_a_jump_at_once_and_one_moves_the_deadlines() -> None:
    running_round(running_event(8, round_minutes=50))
    settle(0, start="a-start", first=True, now=at(10))
    answers = together(
        *[lambda: settle(3_600_000, start="a-start", first=False, now=at(70)) is not None for _ in range(4)]
    )
    assert sorted(answers) == [("done", False)] * 3 + [("done", True)]
    assert set(Deadline.objects.values_list("due_at", flat=True)) == {at(110)}
    assert (ClockJump.objects.count(), ClockEvent.objects.filter(kind="jumped").count()) == (1, 1)


def test_the_first_looks_of_four_processes_make_one_row() -> None:
    answers = together(*[lambda: settle(0, start="a-start", first=True, now=at(10)) for _ in range(4)])
    assert answers == [("done", None)] * 4
