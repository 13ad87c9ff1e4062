"""PostgreSQL's clock jumps, and a page on another machine than the one that sweeps starts a round: before the sweep
took the jump in, after it, or in a process that began between the two. What is asked is the real database, whose clock
the test sets.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from django.db import connection

from tests.tournaments.factories import actor, published_round, running_event
from tests.tournaments.jumps.test_jumps import HOUR, left
from tournaments import now as edge
from tournaments.jumps.base import by_kept_clock
from tournaments.jumps.watch import Watch
from tournaments.models.jumps import ClockJump
from tournaments.models.rounds import Round
from tournaments.rounds.changes import start_round

pytestmark = [pytest.mark.django_db]
JUMPS = pytest.mark.parametrize("seconds", [HOUR, -HOUR])
ASKED = edge.TIME_AND_JUMPS


class Hall:
    """The database's clock, a machine that sweeps, and one that serves pages."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.patch, self.sweeping = patch, edge.DatabaseTime()
        patch.setattr(edge, "ASKS", True)
        patch.setattr("tournaments.jumps.base.watch", Watch(start=lambda: "the pages"))
        self.sweeper = Watch(wall=self.swept, start=lambda: "the sweeper", anew=lambda: True)
        self.begin()

    def begin(self) -> None:
        """A process of the pages begins, and asks."""
        self.pages = edge.DatabaseTime()
        self.patch.setattr(edge, "database", self.pages)
        self.patch.setattr("tournaments.jumps.base.database", self.pages)
        self.patch.setattr("tournaments.now._asked", threading.local())
        self.pages.ask(connection)

    def swept(self) -> datetime:
        """The time as the sweeper asks for it, anew each time."""
        self.sweeping.said = None
        self.sweeping.ask(connection)
        found = self.sweeping.now()
        assert found is not None
        return found

    def jump(self, seconds: int) -> None:
        """Somebody sets the clock of the database's machine."""
        moved = f"clock_timestamp() + interval '{seconds} seconds'"
        self.patch.setattr(edge, "TIME_AND_JUMPS", ASKED.replace("clock_timestamp()", moved))

    def ask_again(self) -> None:
        """Some seconds later a page asks for the time."""
        assert self.pages.said is not None
        self.pages.said = (
            self.pages.said[0] - edge.EVERY,
            self.pages.said[1] - timedelta(seconds=edge.EVERY),
        )
        self.pages.ask(connection)


@pytest.fixture
def hall(db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    if connection.vendor != "postgresql":
        pytest.fail("this is about PostgreSQL")
    of_all_tests = edge.database
    yield Hall(monkeypatch)
    assert of_all_tests.said is None, "tests that follow would go by the time of this one"


def started(hall: Hall) -> Round:
    """A round of 50 minutes, started by a page that asks for the time as pages do."""
    return start_round(published_round(running_event(4, round_minutes=50)), by=actor("olga"), now=edge.now())


def full(round: Round, hall: Hall) -> bool:
    """Whether its 50 minutes have just begun; a minute is left to slow machines."""
    found = left(round, hall.swept())
    return found is not None and 49 * 60 < found <= 50 * 60


@pytest.mark.postgres
@JUMPS
def test_started_by_the_new_time_before_the_sweep_took_it_in(seconds: int, hall: Hall) -> None:
    hall.sweeper.look()
    hall.jump(seconds)
    hall.ask_again()
    round = started(hall)
    assert hall.sweeper.look()
    assert full(round, hall)


@pytest.mark.postgres
@JUMPS
def test_started_by_the_old_time_after_the_sweep_took_it_in(seconds: int, hall: Hall) -> None:
    hall.sweeper.look()
    hall.jump(seconds)
    assert hall.sweeper.look()
    assert full(started(hall), hall)
    hall.ask_again()
    assert full(started_again(hall), hall)


def started_again(hall: Hall) -> Round:
    event = running_event(4, name="Another", round_minutes=50)
    return start_round(published_round(event), by=actor("olga"), now=edge.now())


@pytest.mark.postgres
@JUMPS
def test_a_sweep_that_has_not_heard_of_a_jump_moves_nothing_back(seconds: int, hall: Hall) -> None:
    """Each process asks for the time now and then; until then it goes by what it was told before."""
    other = edge.DatabaseTime()
    other.ask(connection)

    def counted() -> datetime:
        moment = other.now()
        assert moment is not None
        return moment

    later = Watch(wall=counted, start=lambda: "the sweeper", anew=lambda: other.ask_anew(connection))
    assert hall.sweeper.look() and later.look()
    round = started(hall)
    hall.jump(seconds)
    assert hall.sweeper.look()
    assert later.look()
    assert abs((counted() - hall.swept()).total_seconds()) < 60
    assert full(round, hall)
    assert (hall.sweeper.look(), later.look()) == (False, False)
    assert list(ClockJump.objects.values_list("ms", flat=True)) == [pytest.approx(seconds * 1000, abs=1000)]


@pytest.mark.postgres
@JUMPS
def test_a_process_that_began_between_the_two(seconds: int, hall: Hall) -> None:
    hall.sweeper.look()
    hall.jump(seconds)
    hall.begin()
    assert hall.sweeper.look()
    assert full(started(hall), hall)


@pytest.mark.postgres
def test_what_nobody_takes_in_is_the_time_after_a_minute(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine that watched is gone: the next one begins with the time there is."""
    hall.sweeper.look()
    hall.jump(HOUR)
    hall.ask_again()
    before = edge.now()
    assert before - by_kept_clock(before) > timedelta(minutes=59)
    monkeypatch.setattr(edge, "TAKEN_IN", -1.0)
    hall.ask_again()
    now = edge.now()
    assert by_kept_clock(now) == now
