"""The simulator's book follows what happened, in whichever order two answers came."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from config.simulation.day import Day
from config.simulation.expected import DECIDED, OPEN, REPORTED, Table
from config.simulation.facts import newest_timed, written_between
from config.simulation.moves import desk, logs
from config.simulation.placed import places
from config.simulation.plan import Plan
from config.simulation.site_client import Answer, Ask, Person
from config.simulation.sweeping import Sweeping
from tests.tournaments.factories import make_event
from tournaments.models.events import JournalEntry

pytestmark = pytest.mark.anywhere
OLGA = Person("olga", frozenset({"organiser"}))


@pytest.mark.parametrize(
    ("other", "state"), [(desk.clear, OPEN), (desk.enter, DECIDED)], ids=["cleared", "entered"]
)
def test_a_log_has_its_say_also_where_the_desk_had_its_own_in_the_same_moment(
    other: Callable[[Day], Ask | None], state: str
) -> None:
    day = Day(Plan("1", 4, 1))
    table = Table(7, 1, 1, {"A": "P01", "B": "P02"}, bye=False, state=REPORTED)
    day.expected.tables, day.expected.round_state = {7: table}, "running"
    day.choices = {"game": "looney_tunes", "games_per_match": 1}
    day.people.staff["olga"] = OLGA
    day.people.players = {code: Person(code, frozenset({"player"})) for code in ("P01", "P02")}
    sent, desks = logs.send_in(day), other(day)
    assert sent is not None and desks is not None
    has_a_say = [table.logged]
    for ask, answer in ((desks, Answer(200, {}, "")), (sent, Answer(201, {"id": 3}, ""))):
        day.follow(ask, answer)
        has_a_say.append(table.logged)
    assert has_a_say == [True, False, True]
    assert table.state == state and day.records == {3: table}


@pytest.mark.django_db
def test_a_report_that_nobody_objected_to_ends_the_clock_of_a_table_that_was_given_time_meanwhile() -> None:
    day = Day(Plan("1", 4, 1))
    now = day.clock.now()
    table = Table(7, 1, 1, {"A": "P01", "B": "P02"}, bye=False, state=REPORTED, outcome=("played", "A", ()))
    table.since, table.clock, table.due = now - timedelta(minutes=6), "running", now + timedelta(minutes=2)
    day.expected.state, day.expected.tables, day.expected.round_state = "running", {7: table}, "running"
    day.choices = {"confirm_minutes": 5, "hard_stop_minutes": None}
    Sweeping(day).expect()
    assert (table.state, table.outcome, table.clock) == (DECIDED, ("played", "A", ()), "stopped")


@pytest.mark.django_db
def test_rows_of_a_future_that_was_taken_back_tell_nothing_about_a_wait() -> None:
    # seen with seed 100023, five players, nine rounds: a pause that waited after it had asked for the time
    now = Day(Plan("1", 4, 1)).clock.now()
    event = make_event()
    JournalEntry.objects.create(event=event, kind="note", by="olga", at=now + timedelta(seconds=40))
    before = newest_timed()
    wait = now, now + timedelta(seconds=70)
    assert not written_between(*wait, before)
    JournalEntry.objects.create(event=event, kind="note", by="olga", at=now + timedelta(seconds=70))
    assert written_between(*wait, before)


@pytest.mark.parametrize(("state", "counts_from"), [(OPEN, 5), (REPORTED, 6), (DECIDED, 6)])
def test_a_lost_game_of_a_round_that_is_over_passes_a_match_by_that_is_reported(
    state: str, counts_from: int
) -> None:
    # seen with seed 7100160, seven players, nine rounds
    day = Day(Plan("1", 4, 1))
    book, seats = day.expected, {"A": "P01", "B": "P02"}
    book.finished = {
        3: {3: Table(3, 3, 1, seats, bye=False, state=DECIDED)},
        4: {4: Table(4, 4, 1, seats, bye=False, state=DECIDED)},
    }
    book.tables, book.round_state, book.number = (
        {7: Table(7, 5, 1, seats, bye=False, state=state)},
        "running",
        5,
    )
    day.choices = {"games_per_match": 3}
    assert places(day, "P01", "game_loss", 3) == {(False, counts_from)}
    assert places(day, "P01", "match_loss", 3) == {(False, 6 if state == DECIDED else 5)}
