"""The embedded runner's pace, its nudges, and that nothing a sweep does can end it."""

import socket
import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from django.db import OperationalError

from config import sweeps
from config.runner import Nudges, Runner
from config.timetable import TIMETABLE, Sweep
from tests.ground.places import free_port

QUICK, SLOW = Sweep("quick", 0.25), Sweep("slow", 1)


class Clock:
    """A clock that moves when told to."""

    moment = 100.0

    def __call__(self) -> float:
        return self.moment


def rounds(runner: Runner, clock: Clock, count: int) -> None:
    """Goes through so many rounds, waiting as long as each asks for."""
    for _ in range(count):
        wait = runner.round()
        clock.moment += wait


def test_every_sweep_keeps_its_own_pace() -> None:
    clock, done = Clock(), []
    runner = Runner(lambda s: done.append((s.path, clock.moment)) or 0, (QUICK, SLOW), clock)
    rounds(runner, clock, 9)
    # Nine rounds a quarter of a second apart: 0, 0.25, … 2.0.
    assert [at - 100 for path, at in done if path == "quick"] == [n * 0.25 for n in range(9)]
    assert [at - 100 for path, at in done if path == "slow"] == [0, 1, 2]


def test_a_nudge_runs_everything_at_once() -> None:
    clock, done = Clock(), []
    runner = Runner(lambda s: done.append(s.path) or 0, (QUICK, SLOW), clock)
    runner.round()
    done.clear()
    clock.moment += 0.1
    runner.round()
    assert done == []
    runner.round(nudged=True)
    assert done == ["quick", "slow"]


def test_a_slow_sweep_is_not_made_up_for_in_a_rush() -> None:
    clock, done = Clock(), []

    def run(sweep: Sweep) -> int:
        done.append(sweep.path)
        if len(done) == 1:
            clock.moment += 5
        return 0

    runner = Runner(run, (QUICK,), clock)
    rounds(runner, clock, 3)
    # The first took five seconds; then one at each round again, not twenty.
    assert done == ["quick"] * 3


def test_a_nudge_wakes_the_runner() -> None:
    port = free_port()
    nudges = Nudges(port)
    assert nudges.wait(0.01) is False
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        for _ in range(3):
            sender.sendto(b"1", ("127.0.0.1", port))
    begun = time.monotonic()
    assert nudges.wait(30) is True
    assert time.monotonic() - begun < 20
    assert nudges.wait(0.01) is False, "three nudges at once are one"
    nudges.close()


def test_without_a_port_it_only_waits() -> None:
    assert Nudges(None).wait(0.01) is False


@pytest.fixture
def nothing_said() -> Iterator[None]:
    sweeps._said.clear()
    yield
    sweeps._said.clear()


def due(now: datetime) -> int:
    """A sweep that finds three things."""
    assert now.tzinfo is UTC
    return 3


def locked(now: datetime) -> int:
    """A sweep that finds the database locked."""
    raise OperationalError("database is locked")


def broken(now: datetime) -> int:
    """A sweep with a mistake in it."""
    raise ZeroDivisionError("a mistake")


@pytest.mark.django_db
def test_a_sweep_gets_the_time_and_says_what_it_did() -> None:
    assert sweeps.run_sweep(Sweep(f"{__name__}.due", 1)) == 3


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["locked", "broken", "missing"])
def test_a_sweep_that_fails_is_said_once_and_ends_nothing(
    name: str, nothing_said: None, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(5):
        assert sweeps.run_sweep(Sweep(f"{__name__}.{name}", 1)) == 0
    assert len([r for r in caplog.records if r.name == "config.sweeps"]) == 1


def test_the_timetable_reads_as_one() -> None:
    paths = [line.path for line in TIMETABLE]
    assert len(set(paths)) == len(paths)
    assert all(line.every > 0 for line in TIMETABLE)
    assert next(line.every for line in TIMETABLE if line.path.endswith("call_due_times")) <= 0.25


def test_every_line_of_the_timetable_leads_to_a_function() -> None:
    from django.utils.module_loading import import_string

    for line in TIMETABLE:
        assert callable(import_string(line.path)), line.path
