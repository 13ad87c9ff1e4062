"""What happens at a statement drawn, or at the commit itself, is rolled back as a database rolls it back."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction

from config.simulation.chance import Chance
from config.simulation.day import Day
from config.simulation.faults import MORE, USUALLY, Faults
from config.simulation.injections import FullDisk, Injection, Kill, Killed, Place, WatchedConnection
from config.simulation.plan import Plan
from tournaments.models.accounts import User


@pytest.fixture
def watched(transactional_db: None) -> Iterator[WatchedConnection]:
    made = WatchedConnection(connection)
    yield made
    made.detach()


def two_accounts(watched: WatchedConnection, injection: Injection) -> None:
    watched.begin(injection)
    with transaction.atomic():
        User.objects.create(username="one")
        User.objects.count()
        User.objects.create(username="two")
    watched.end()


def kept() -> int:
    connection.close()  # as a process that ended does
    return User.objects.count()


@pytest.mark.parametrize(
    "at",
    [Place(1, of_writes=True), Place(2, of_writes=True), Place(3, of_writes=True)],
    ids=["first", "second", "commit"],
)
def test_who_is_killed_at_a_write_or_at_the_commit_leaves_nothing(
    watched: WatchedConnection, at: Place
) -> None:
    injection = Kill("killed", at)
    with pytest.raises(Killed):
        two_accounts(watched, injection)
    assert injection.fired and watched.commits == 0
    assert kept() == 0


def test_who_is_killed_beyond_the_last_statement_is_not(watched: WatchedConnection) -> None:
    injection = Kill("killed", Place(4, of_writes=True))
    two_accounts(watched, injection)
    assert not injection.fired and (watched.writes, watched.commits) == (3, 1)
    assert kept() == 2


def test_a_commit_that_finds_no_room_is_an_error_and_leaves_nothing(watched: WatchedConnection) -> None:
    with pytest.raises(OperationalError):
        two_accounts(watched, FullDisk("disk_full", Place(3, of_writes=True)))
    assert kept() == 0


@pytest.mark.anywhere
def test_the_place_is_drawn_from_what_such_a_request_ran_the_last_time() -> None:
    day: Any = SimpleNamespace(plan=Plan("1", 4, 1, ("killed",)), chance=Chance("places"))
    faults = Faults(day)
    faults.note_length("report", SimpleNamespace(statements=70, writes=3))  # type: ignore[arg-type]
    known = [faults._somewhere("report") for _ in range(2000)]
    assert {place.n for place in known if place.of_writes} == {1, 2, 3}
    assert {place.n for place in known if not place.of_writes} == set(range(1, 70 + MORE + 1))
    unknown = [faults._somewhere("another") for _ in range(2000)]
    assert max(place.n for place in unknown if not place.of_writes) == USUALLY[0] + MORE


@pytest.mark.anywhere
def test_a_clock_set_in_the_middle_of_a_request_is_known_to_the_book_until_somebody_looks() -> None:
    day = Day(Plan("1", 4, 1, ("clock_back",)))
    day.faults = Faults(day)
    before = day.clock.now()
    day.faults._set_clock(-600)
    assert day.clock.now() - day.apart == before
