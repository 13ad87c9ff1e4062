"""A stage over the API: the bracket and the groups say the same as the pages."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.factories import actor, at, running_event, tables
from tests.tournaments.stages.test_played import CUT, begun, swiss_then_cut
from tournaments.memory import forget_all
from tournaments.models.events import Event
from tournaments.results.changes import enter_result

pytestmark = pytest.mark.django_db


def ask(event: Event, rest: str = "") -> object:
    answer = Client().get(f"/api/v1/events/{event.slug}/stages/{rest}")
    assert answer.status_code == 200
    return answer.json()


def test_the_chain() -> None:
    event = running_event(6, stages=[{"kind": "swiss"}, CUT])
    assert ask(event) == [
        {"code": "swiss", "number": 1, "kind": "swiss", "title": "Swiss", "on": True},
        {"code": "cut", "number": 2, "kind": "single_elimination", "title": "Top 4", "on": False},
    ]
    assert Client().get(f"/api/v1/events/{event.slug}/stages/other/").status_code == 404


def test_a_bracket_as_data() -> None:
    event = swiss_then_cut()
    nothing = ask(event, "cut/")
    assert isinstance(nothing, dict) and (nothing["bracket"], nothing["rounds"]) == (None, [])
    round = begun(event, 200)
    match = tables(round)[0]
    enter_result(match, {"winner": "A"}, by=actor("sam"), now=at(210))
    stage = ask(event, "cut/")
    assert isinstance(stage, dict)
    assert stage["rounds"] == [4] and len(stage["entrants"]) == 4 and stage["groups"] is None
    cells = {(cell["side"], cell["round"], cell["slot"]): cell for cell in stage["bracket"]["matches"]}
    # of four with a third place: two semi-finals, the two matches of who lost and who won
    assert sorted(cells) == [("final", 1, 1), ("third_place", 1, 1), ("winners", 1, 1), ("winners", 1, 2)]
    semi = next(cell for cell in cells.values() if cell["match"] == match.pk)
    winner = match.seats.get(letter="A").entrant
    assert semi["state"] == "done" and semi["event_round"] == 4 and semi["table"] == match.table
    assert [seat["won"] for seat in semi["seats"] if seat["entrant"] == winner.code] == [True]
    assert sorted(seat["seed"] for seat in semi["seats"]) in ([1, 4], [2, 3])
    final = cells["final", 1, 1]
    assert final["match"] is None and final["state"] == "coming"
    known = [seat for seat in final["seats"] if seat["entrant"]]
    assert [seat["entrant"] for seat in known] == [winner.code]
    other = 3 - semi["number"]
    assert [seat["from"] for seat in final["seats"] if not seat["entrant"]] == [
        {"what": "winner", "number": other}
    ]
    assert {"what": "loser", "number": other} in [
        seat["from"] for seat in cells["third_place", 1, 1]["seats"]
    ]


def test_groups_as_data() -> None:
    event = running_event(6, stages=[{"kind": "round_robin", "groups": 2}])
    round = begun(event, 0)
    match = tables(round)[0]
    enter_result(match, {"winner": "A"}, by=actor("sam"), now=at(10))
    stage = ask(event, "round-robin/")
    assert isinstance(stage, dict)
    groups = stage["groups"]
    assert [len(group["rows"]) for group in groups] == [3, 3] and stage["bracket"] is None
    rows = {row["entrant"]: row for group in groups for row in group["rows"]}
    winner = rows[match.seats.get(letter="A").entrant.code]
    assert (winner["points"], winner["won"], winner["lost"]) == (3, 1, 0)
    assert winner["matches"] == [
        {
            "opponent": match.seats.get(letter="B").entrant.code,
            "match": match.pk,
            "result": "1",
            "taken_out": False,
        }
    ]
    # of three one sits out in each group
    assert [[len(out["names"]) for out in group["sits_out"]] for group in groups] == [[1], [1]]


def test_twice_the_players_are_no_more_questions() -> None:
    def questions(players: int) -> int:
        event = running_event(players, stages=[{"kind": "double_elimination"}])
        begun(event, 0)
        ask(event, "double/")
        forget_all()
        with CaptureQueriesContext(connection) as asked:
            ask(event, "double/")
        return len(asked)

    assert questions(5) == questions(12) <= 20
