"""A clock that is started, paused or extended between a jump of the time and the look that notices it.

A round of 50 minutes starts at noon of true time. What the wall says before the look is by the new time; what is kept
is by the old one, and moves with everything else.
"""

from __future__ import annotations

import pytest
from django.db import connections, transaction

from tests.tournaments.factories import (
    actor,
    at,
    player,
    published_round,
    round_under_way,
    running_event,
    tables,
    win,
)
from tests.tournaments.jumps.test_jumps import HOUR, Machine, left, machine
from tests.tournaments.races.together import fork, together
from tournaments import now as edge
from tournaments.clocks.changes import extend_match, pause_clock, resume_clock
from tournaments.clocks.tasks import call_due_times
from tournaments.clocks.whole_round import call_time_now
from tournaments.jumps.base import by_kept_clock
from tournaments.jumps.changes import settle
from tournaments.models.clocks import Deadline
from tournaments.models.jumps import KnownClock
from tournaments.results.reports import report_result
from tournaments.results.tasks import confirm_unchallenged
from tournaments.rounds.changes import start_round

__all__ = ["machine"]
pytestmark = pytest.mark.django_db
JUMPS = pytest.mark.parametrize("seconds", [HOUR, -3])


@JUMPS
def test_a_clock_started_before_the_look_is_right_after_it(seconds: int, machine: Machine) -> None:
    watch, round = machine.watch(), published_round(running_event(4, round_minutes=50))
    machine.set_by = seconds
    round = start_round(round, by=actor("olga"), now=machine.wall())
    assert watch.look()
    now = machine.reach(10)
    assert (left(round, now), left(tables(round)[0], now)) == (40 * 60, 40 * 60)
    assert (call_due_times(machine.reach(49.9)), call_due_times(machine.reach(50))) == (0, 2)


@JUMPS
def test_a_clock_paused_resumed_or_extended_before_the_look_is_right_after_it(
    seconds: int, machine: Machine
) -> None:
    """10 minutes of play, 5 of pause, and 20 more for a table whose time was called."""
    watch, round = machine.watch(), round_under_way(4, round_minutes=50)
    one, two = tables(round)
    machine.reach(10)
    machine.set_by = seconds
    pause_clock(round, by=actor("sam"), now=machine.wall())
    assert watch.look()
    assert left(round, machine.wall()) == 40 * 60
    machine.reach(15)
    machine.set_by += seconds
    resume_clock(round, by=actor("sam"), now=machine.wall())
    assert watch.look()
    assert (left(round, machine.wall()), left(one, machine.wall())) == (40 * 60, 40 * 60)
    assert call_due_times(machine.reach(55)) == 2
    machine.set_by += seconds
    extend_match(two, 20, by=actor("jude"), now=machine.wall())
    assert watch.look()
    assert (call_due_times(machine.reach(74.9)), call_due_times(machine.reach(75))) == (0, 1)


@JUMPS
def test_a_hard_stop_of_time_called_by_hand_before_the_look_is_right_after_it(
    seconds: int, machine: Machine
) -> None:
    watch, round = machine.watch(), round_under_way(4, round_minutes=50, hard_stop_minutes=5)
    machine.reach(20)
    machine.set_by = seconds
    assert call_time_now(round, by=actor("olga"), now=machine.wall()) == 2
    assert watch.look()
    assert (call_due_times(machine.reach(24.9)), call_due_times(machine.reach(25))) == (0, 2)


@JUMPS
def test_a_report_before_the_look_may_be_objected_to_as_long(seconds: int, machine: Machine) -> None:
    watch, round = machine.watch(), round_under_way(4, confirm_minutes=10)
    table = tables(round)[0]
    machine.reach(20)
    machine.set_by = seconds
    report_result(table, win("A"), by=player(table, "A"), now=machine.wall())
    assert watch.look()
    assert (confirm_unchallenged(machine.reach(29.9)), confirm_unchallenged(machine.reach(30))) == (0, 1)


@pytest.mark.parametrize("seconds", [HOUR, -HOUR])
def test_a_time_read_before_the_jump_and_written_after_the_look_is_right(
    seconds: int, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By when it was read, whatever the wall says meanwhile: a request that waited for the database."""
    watch, round = machine.watch(), published_round(running_event(4, round_minutes=50))
    monkeypatch.setattr(edge, "monotonic_seconds", lambda: machine.count)
    monkeypatch.setattr(edge.database, "now", machine.wall)
    read = edge.now()
    machine.set_by = seconds
    assert watch.look()
    round = start_round(round, by=actor("olga"), now=read)
    assert left(round, machine.reach(10)) == 40 * 60


@pytest.mark.parametrize("seconds", [1.9, -1.9])
def test_a_little_step_changes_nothing(seconds: float, machine: Machine) -> None:
    machine.watch()
    machine.set_by = seconds
    assert by_kept_clock(machine.wall()) == machine.wall()


@pytest.mark.parametrize("name", ["", "another machine"])
def test_where_the_count_says_nothing_the_time_stays(name: str, machine: Machine) -> None:
    """Before the first look, on another machine, or where the machine does not name its start."""
    machine.set_by = HOUR
    assert by_kept_clock(machine.wall()) == machine.wall()
    machine.set_by, machine.name = 0, name or machine.name
    machine.watch()
    machine.name, machine.set_by = "a-start" if name else "", HOUR
    assert by_kept_clock(machine.wall()) == machine.wall()


# -- in the same moment --------------------------------------------------------------------------------------------
@pytest.mark.django_db(transaction=True)
def test_starting_and_looking_at_once_is_right_whoever_is_first(machine: Machine) -> None:
    """The one that starts has the new time; the look comes before, in the middle or after."""
    machine.watch()
    rounds = [published_round(running_event(4, name=f"Event {n}", round_minutes=50)) for n in range(3)]
    machine.set_by, olga = HOUR, actor("olga")
    ahead = KnownClock.objects.get().ahead_ms + HOUR * 1000
    answers = together(
        *[lambda round=round: start_round(round, by=olga, now=machine.wall()) and 1 for round in rounds],
        lambda: settle(ahead, start="a-start", first=False, now=machine.wall()) is not None,
    )
    assert answers == [("done", 1)] * 3 + [("done", True)]
    assert set(Deadline.objects.values_list("due_at", flat=True)) == {at(50 + 60)}


@pytest.mark.django_db(transaction=True)
def test_a_look_waits_for_a_clock_that_is_being_started(machine: Machine) -> None:
    machine.watch()
    round, olga = published_round(running_event(4, round_minutes=50)), actor("olga")
    machine.set_by, looked = HOUR, fork.Event()
    ahead, begin = KnownClock.objects.get().ahead_ms + HOUR * 1000, fork.Event()

    def look() -> None:
        begin.wait(60)
        settle(ahead, start="a-start", first=False, now=machine.wall())
        looked.set()
        connections.close_all()

    connections.close_all()
    child = fork.Process(target=look)
    child.start()
    with transaction.atomic():
        start_round(round, by=olga, now=machine.wall())
        begin.set()
        assert not looked.wait(0.5)
    child.join(60)
    assert looked.is_set()
    assert set(Deadline.objects.values_list("due_at", flat=True)) == {at(50 + 60)}
