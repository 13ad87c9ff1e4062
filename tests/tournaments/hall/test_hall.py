"""The plan of the hall: every table where it stands, with what happens there, for the staff."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from referee.calls.changes import call_judge
from referee.calls.queries import floor_calls
from tests.tournaments.factories import (
    actor,
    at,
    player,
    round_under_way,
    running_event,
    running_round,
    tables,
    win,
)
from tournaments.clocks.whole_round import call_time_now
from tournaments.errors import Conflict, Invalid
from tournaments.events.changes import edit_event
from tournaments.hall.queries import hall_of
from tournaments.models.events import Event
from tournaments.results.changes import contest, enter_result
from tournaments.rounds.changes import finish_round

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
ROWS = [{"name": "Window", "first": 1, "last": 2}, {"name": "Wall", "first": 4, "last": 5}]


def shown(event: Event, minute: float) -> list[tuple[str, list[tuple[int, str, bool]]]]:
    event.refresh_from_db()
    return [
        (row.name, [(place.number, place.state, place.calling) for place in row.places])
        for row in hall_of(event, at(minute))
    ]


def test_each_table_where_it_stands_with_its_state() -> None:
    event = running_event(8, hall_rows=ROWS)
    assert shown(event, -1) == [
        ("Window", [(1, "empty", False), (2, "empty", False)]),
        ("Wall", [(4, "empty", False), (5, "empty", False)]),
    ]
    round = running_round(event)
    first, second, third, fourth = tables(round)
    enter_result(first, win("A"), by=actor("sam"), now=at(10))
    call_judge(second, "rules", "", by=player(second, "A"), now=at(11))
    contest(third, by=actor("sam"), now=at(12))
    call_time_now(round, reason="Time.", by=actor("olga"), now=at(20))
    # tables 1 to 4; 3 stands in no row, and nobody sits at 5
    assert shown(event, 21) == [
        ("Window", [(1, "done", False), (2, "late", True)]),
        ("Wall", [(4, "late", False), (5, "empty", False)]),
        ("", [(3, "contested", False)]),
    ]
    for match in (second, third, fourth):
        enter_result(match, win("A"), by=actor("sam"), now=at(30), reason="Decided.")
    finish_round(round, by=actor("olga"), now=at(40))
    assert [row[0] for row in shown(event, 41)] == ["Window", "Wall"]


def test_without_rows_all_tables_are_one() -> None:
    event = round_under_way(4).event
    assert shown(event, 1) == [("", [(1, "playing", False), (2, "playing", False)])]


@pytest.mark.parametrize(
    "rows",
    [
        [{"name": "A", "first": 1, "last": 3}, {"name": "B", "first": 3, "last": 4}],
        [{"name": "A", "first": 3, "last": 1}],
        [{"name": "A", "first": 1, "last": 2}, {"name": "A", "first": 3, "last": 4}],
        [{"name": "", "first": 1, "last": 2}],
        [{"first": 1, "last": 2}],
        "1-2 A",
        [7],
    ],
)
def test_rows_that_cannot_be(rows: Any) -> None:
    event = running_event(4)
    with pytest.raises((Invalid, Conflict)) as refused:
        edit_event(event, {"hall_rows": rows}, by=actor("olga"), now=at(0))
    assert "hall_rows" in refused.value.details["fields"]


def client(who: str) -> Client:
    made = Client()
    user = actor(who).user
    assert user is not None
    made.force_login(user)
    return made


def test_the_page_and_its_form() -> None:
    event = round_under_way(4).event
    where = f"/events/{event.slug}/hall/"
    olga = client("olga")
    assert olga.post(where, {"hall_rows": "1-10 Window\n\n 11 – 12  The <back>"}).status_code == 303
    event.refresh_from_db()
    assert event.hall_rows == [
        {"name": "Window", "first": 1, "last": 10},
        {"name": "The <back>", "first": 11, "last": 12},
    ]
    page = olga.get(where).content.decode()
    assert "1-10 Window" in page and "The &lt;back&gt;" in page and page.count("data-row=") == 12
    for wrong in ("Window", "1-x Window", "5-1 Window", "1-3 A\n2 B", "\0"):
        assert olga.post(where, {"hall_rows": wrong}).status_code == 400, wrong
    assert "How the tables stand" not in client("jude").get(where).content.decode()
    assert client("sam").post(where, {"hall_rows": ""}).status_code == 403
    assert client("player1").get(where).status_code == 403


def test_the_floor_shows_one_row() -> None:
    round = round_under_way(8)
    event = edit_event(round.event, {"hall_rows": ROWS}, by=actor("olga"), now=at(0))
    for match in tables(round):
        call_judge(match, "rules", "", by=player(match, "A"), now=at(5))
    by_row = {row: len(floor_calls(event, actor("jude"), at(6), row=row)) for row in ("", "Window", "Wall")}
    assert by_row == {"": 4, "Window": 2, "Wall": 1}
