"""Going back past rounds that were played: what it says it will change is what it changes."""

import pytest

from tests.tournaments.factories import (
    actor,
    at,
    played_round,
    running_event,
    running_round,
    seated,
    tables,
    win,
)
from tests.tournaments.pages.conftest import Who, who  # noqa: F401 the fixture
from tournaments.clocks.tasks import call_due_times
from tournaments.entrants.changes import disqualify_entrant, drop_entrant, late_entry
from tournaments.errors import Conflict, NotAllowed
from tournaments.kept_standings.snapshots import keep_standings
from tournaments.kept_standings.standings import snapshot_of, standings_now
from tournaments.models.events import Event
from tournaments.models.rounds import Round
from tournaments.projection import facts_of
from tournaments.results.changes import enter_result
from tournaments.rounds.changes import offer_round, undo_rounds
from tournaments.rounds.coming import coming_round
from tournaments.rounds.undo_api import MovedSerializer, UndoingSerializer
from tournaments.rounds.undoing import what_undoing_changes
from tournaments.stages.queries import stages_of

pytestmark = pytest.mark.django_db

WHY = "Round 2 was paired from a wrong result."


def after_three() -> tuple[Event, object, list[tuple[int, str]]]:
    """Three rounds played, with what the facts and the table were after the first."""
    event = running_event(6, swiss_rounds=5)
    played_round(event)
    facts, table = facts_of(event), [(row.place, row.entrant.code) for row in standings_now(event)]
    played_round(event, 60)
    played_round(event, 120)
    return event, facts, table


def undone(event: Event, to: int = 1, **more: bool) -> list[Round]:
    return undo_rounds(event, to, reason=WHY, by=actor("olga"), now=at(300), **more)


def test_the_facts_are_those_after_the_round_that_stays() -> None:
    event, facts, table = after_three()
    assert [round.number for round in undone(event, void_results=True)] == [3, 2]
    assert facts_of(event) == facts
    assert [(row.place, row.entrant.code) for row in standings_now(event)] == table
    assert coming_round(event).number == 2
    offered = offer_round(event, by=actor("olga"), now=at(301))
    assert offered.number == 2
    assert event.rounds.filter(state="withdrawn").count() == 2


def test_results_are_void_only_where_that_is_said_and_only_by_the_organiser() -> None:
    event, _facts, _table = after_three()
    with pytest.raises(Conflict) as refused:
        undone(event)
    assert refused.value.details["void_results"] == 6
    with pytest.raises(NotAllowed):
        undo_rounds(event, 1, reason=WHY, by=actor("sam"), now=at(300), void_results=True)
    assert event.rounds.filter(state="finished").count() == 3


def test_twice_is_once_and_a_running_round_goes_with_its_clock() -> None:
    event, facts, _table = after_three()
    running = running_round(event, 180)
    enter_result(tables(running)[0], win("A"), by=actor("sam"), now=at(190))
    assert len(undone(event, void_results=True)) == 3
    assert undone(event) == []
    assert not call_due_times(now=at(2000)) and facts_of(event) == facts


def test_who_left_or_came_meanwhile_left_before_and_is_in_time() -> None:
    event, _facts, _table = after_three()
    leaver = seated(tables(event.rounds.get(number=3))[0], "A")
    drop_entrant(leaver, by=actor("olga"), now=at(200))
    late = late_entry(event, "Late", by=actor("olga"), now=at(200))
    assert what_undoing_changes(event, 1).rejoin == [leaver.name]
    undone(event, void_results=True)
    leaver.refresh_from_db()
    late.refresh_from_db()
    assert leaver.dropped_after == 1 and late.entered_before == 2


def test_what_it_would_change_is_said_before() -> None:
    event, _facts, table = after_three()
    before = {row.entrant.code: row.place for row in standings_now(event)}
    undoing = what_undoing_changes(event, 1)
    assert [(round.number, results) for round, results in undoing.rounds] == [(3, 3), (2, 3)]
    assert {row.code: row.before for row in undoing.moved} == before
    assert {row.code: row.after for row in undoing.moved} == {code: place for place, code in table}
    assert what_undoing_changes(event, 3).rounds == []


def test_asked_again_after_a_change_it_is_foretold_anew() -> None:
    event, _facts, table = after_three()
    first = {row.code: row.after for row in what_undoing_changes(event, 1).moved}
    assert {row.code: row.after for row in what_undoing_changes(event, 1).moved} == first
    leaver = event.entrants.get(code=table[0][1])
    disqualify_entrant(leaver, reason="twice", by=actor("olga"), now=at(200))
    late_entry(event, "Late", by=actor("olga"), now=at(201))
    again = {row.name: row.after for row in what_undoing_changes(event, 1).moved}
    assert again.get(leaver.name) is None and again["Late"] is not None
    event.entrants.filter(name="Late").update(name="Later")
    assert "Later" in {row.name for row in what_undoing_changes(event, 1).moved}


def test_the_places_foretold_are_those_that_come_whoever_left_or_came_meanwhile() -> None:
    # seen with simulated days: the table after round 1 was foretold with who had been disqualified since, and without
    # who had come since
    event, _facts, table = after_three()
    second = tables(event.rounds.get(number=2))[0]
    disqualify_entrant(seated(second, "A"), reason="twice", by=actor("olga"), now=at(200))
    late_entry(event, "Late", by=actor("olga"), now=at(200))
    foretold = {row.code: row.after for row in what_undoing_changes(event, 1).moved}
    assert {code for _place, code in table} - set(foretold) == {seated(second, "A").code} and len(
        foretold
    ) == 6
    undone(event, void_results=True)
    came = {row.entrant.code: row.place for row in standings_now(event)}
    assert came == {code: place for code, place in foretold.items() if place is not None}


def test_kept_standings_of_what_is_void_stand_no_more_and_the_others_do() -> None:
    event, _facts, table = after_three()
    first, second = event.rounds.get(number=1), event.rounds.get(number=2)
    undone(event, void_results=True)
    keep_standings(event.pk)
    assert snapshot_of(second) is None
    kept = snapshot_of(first)
    assert kept is not None and [(row["place"], row["entrant"]) for row in kept.table] == table


def test_a_cut_that_is_void_is_made_anew() -> None:
    event = running_event(
        6, swiss_rounds=1, stages=[{"kind": "swiss"}, {"kind": "single_elimination", "size": 4}]
    )
    played_round(event)
    played_round(event, 60)
    assert stages_of(event)[1].entrants is not None
    undone(event, 1, void_results=True)
    assert stages_of(event)[1].entrants is None
    undone(event, 0, void_results=True)
    assert coming_round(event).number == 1 and coming_round(event).stage.number == 1


def test_a_program_is_told_what_its_description_says(who: Who) -> None:  # noqa: F811
    event, _facts, table = after_three()
    told = who("olga").get(f"/api/v1/events/{event.slug}/undo/", {"to": "1"}).json()
    assert set(told) == set(UndoingSerializer().fields)
    assert {frozenset(row) for row in told["standings"]} == {frozenset(MovedSerializer().fields)}
    assert {row["entrant"]: row["after"] for row in told["standings"]} == {
        code: place for place, code in table
    }


def test_the_page_shows_it_and_does_it(who: Who) -> None:  # noqa: F811
    event, facts, _table = after_three()
    address, client = f"/events/{event.slug}/rounds/undo/", who("olga")
    page = client.get(address, {"to": "1"}).content.decode()
    assert "Round 3 with 3 results" in page and "This voids 6 results" in page
    assert client.post(address, {"to": "1", "reason": WHY}).status_code == 409
    assert client.post(address, {"to": "1", "void_results": "1"}).status_code == 400
    assert client.get(address, {"to": "many"}).status_code == 400
    assert who("sam").get(address).status_code == 403
    assert client.post(address, {"to": "1", "reason": WHY, "void_results": "1"}).status_code == 303
    assert facts_of(event) == facts
    assert client.get(address).status_code == 200
