"""Which places would be others if the outcomes that differ were adopted: by hand, and as adopting them leaves it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from config.simulation.facts import marks_of_rows
from referee.models.records import Record
from referee.models.rejudging import Rejudged
from referee.records.changes import attach_log
from referee.rejudging.adopting import adopt_rejudged
from referee.rejudging.of_event import begin_rejudging
from referee.rejudging.places import Places, places_if_adopted
from referee.rejudging.report import places_of
from tests.referee.conftest import Who, table
from tests.referee.logs import WON_BY_A, log
from tests.referee.running import run
from tests.tournaments.factories import actor, at, running_event, running_round, seated
from tournaments.jobs.changes import cancel_job
from tournaments.jobs.tasks import work_due
from tournaments.kept_standings.standings import standings_kept
from tournaments.models.events import Event
from tournaments.models.rounds import Match
from tournaments.results.changes import enter_result
from tournaments.rounds.changes import finish_round

pytestmark = pytest.mark.django_db
A_WINS = {"ranking": [["A"], ["B"]], "scores": {"A": 9, "B": 3}, "tiebreakers": {}}
B_WINS = {"ranking": [["B"], ["A"]], "scores": {"A": 3, "B": 9}, "tiebreakers": {}}
#: the engine says so; and so it was when it was stored
SAID = [A_WINS, B_WINS]


def stored(match: Match, outcome: Any = None, game: int = 1, seat: str = "") -> Record:
    """A log that A wins by the rules; ``outcome``: what was stored with it instead, by older rules."""
    record = attach_log(match, game, log(*WON_BY_A), seat=seat, by=actor("jude"), now=at(10))
    if outcome is not None:
        Record.objects.filter(pk=record.pk).update(outcome=outcome)
    return record


def work() -> None:
    while work_due(at(30)):
        pass


def moved(places: Places | None) -> set[tuple[str, int | None, int | None]]:
    assert places is not None
    return {(each.entrant, each.before, each.after) for each in places.moved}


@pytest.fixture
def wrong(event: Event) -> Record:
    """Four players. By their logs A has won at both tables; at the second the result was B's when it was stored."""
    stored(table(event, 0))
    record = stored(table(event, 1), B_WINS)
    enter_result(
        table(event, 1), {"winner": "B"}, by=actor("sam"), now=at(11), reason="By the rules of then."
    )
    finish_round(event.rounds.get(), by=actor("olga"), now=at(20))
    return record


def test_places_by_hand_and_as_adopting_leaves_them(event: Event, wrong: Record) -> None:
    """The winners share place 1, the losers place 3: A and B of the second table change places."""
    a, b = seated(table(event, 1), "A").code, seated(table(event, 1), "B").code
    job = begin_rejudging(event, by=actor("jude"), now=at(25))
    assert places_of(job, event) is None
    work()
    job.refresh_from_db()
    marks = marks_of_rows()
    found = places_of(job, event)
    assert moved(found) == {(a, 3, 1), (b, 1, 3)} and marks_of_rows() == marks
    assert found is not None and (found.after_round, found.so_far, found.unsettled) == (1, False, 0)
    adopt_rejudged(Rejudged.objects.get(differs=True), reason="New rules.", by=actor("jude"), now=at(40))
    places = {row["entrant"]: row["place"] for row in standings_kept(event)}
    assert (places[a], places[b]) == (1, 3)
    assert places_of(job, event) == Places(1, False, [], 0)


def test_a_cancelled_job_tells_what_it_found(event: Event, wrong: Record) -> None:
    job = begin_rejudging(event, by=actor("jude"), now=at(25))
    job = cancel_job(job, by=actor("jude"), now=at(26))
    assert places_of(job, event) is None  # nothing was found yet
    Rejudged.objects.create(job=job, record=wrong, differs=True, outcome_before=B_WINS, outcome_now=A_WINS)
    assert len(moved(places_of(job, event))) == 2


def test_a_round_that_is_still_played(event: Event) -> None:
    record = stored(table(event, 0), B_WINS)
    found = places_if_adopted(event, {record.pk: B_WINS})
    assert (found.after_round, found.so_far) == (1, True)
    assert {code for code, _before, _after in moved(found)} >= {
        seated(table(event, 0), letter).code for letter in "AB"
    }


def test_what_alone_makes_no_result(event: Event) -> None:
    """A log that does not end now; a game of a match of three; one that a judge must decide; a lot that is secret."""
    record = stored(table(event, 0), B_WINS)
    assert places_if_adopted(event, {record.pk: None}) == Places(0, False, [], 1)
    assert places_if_adopted(event, {record.pk: {"ranking": "?"}}).unsettled == 1
    Event.objects.filter(pk=event.pk).update(games_per_match=3)
    event.refresh_from_db()
    assert places_if_adopted(event, {record.pk: B_WINS}).unsettled == 1
    Event.objects.filter(pk=event.pk).update(games_per_match=1)
    event.refresh_from_db()
    equal = {"ranking": [["A", "B"]], "scores": {}, "tiebreakers": {}}
    assert places_if_adopted(event, {record.pk: equal}).unsettled == 0
    for word in ("judge", "lot"):
        event.stages.update(kind="single_elimination", draws=False, last_tiebreak=word)
        assert places_if_adopted(event, {record.pk: equal}).unsettled == 1
    assert (
        places_if_adopted(event, {}) == Places(0, False, [], 0) == places_if_adopted(event, {10**9: A_WINS})
    )


def test_of_two_logs_of_a_game_the_adopted_one(event: Event) -> None:
    kept = stored(table(event, 0), B_WINS)
    other = stored(table(event, 0), seat="A")
    Record.objects.filter(pk=other.pk).update(adopted_at=None)
    Record.objects.filter(pk=kept.pk).update(adopted_at=at(10))
    a, b = (seated(table(event, 0), letter).code for letter in "AB")
    enter_result(table(event, 0), {"winner": "A"}, by=actor("sam"), now=at(11), reason="x")
    enter_result(table(event, 1), {"winner": "A"}, by=actor("sam"), now=at(11))
    finish_round(event.rounds.get(), by=actor("olga"), now=at(20))
    assert moved(places_if_adopted(event, {kept.pk: B_WINS, other.pk: A_WINS})) == {(a, 1, 3), (b, 3, 1)}
    Record.objects.filter(pk=kept.pk).update(adopted_at=None)
    assert moved(places_if_adopted(event, {kept.pk: B_WINS, other.pk: A_WINS})) == set()


def test_in_a_bracket_whose_next_round_is_paired(db: None) -> None:
    """Who lost would have won the semifinal, and the final is played by the other: it is told, and nothing fails."""
    event = running_event(4, stages=[{"kind": "single_elimination"}])
    Event.objects.filter(pk=event.pk).update(game="toy")
    event.refresh_from_db()
    running_round(event)
    record = stored(table(event, 0))
    enter_result(table(event, 1), {"winner": "A"}, by=actor("sam"), now=at(11))
    semifinal = table(event, 0)
    finish_round(event.rounds.get(), by=actor("olga"), now=at(20))
    running_round(event, 60)
    found = places_if_adopted(event, {record.pk: B_WINS})
    assert {code for code, _, _ in moved(found)} <= set(event.entrants.values_list("code", flat=True))
    assert semifinal.round.number == found.after_round == 1


def test_page_and_api_tell_them(event: Event, wrong: Record, who: Who) -> None:
    begin_rejudging(event, by=actor("jude"), now=at(25))
    page, door = f"/events/{event.slug}/rejudge/", f"/api/v1/events/{event.slug}/rejudge/"
    assert who("jude").get(door).json()["places"] is None
    assert "Places that would change" not in who("jude").get(page).content.decode()
    work()
    told = who("jude").get(door).json()["places"]
    a = seated(table(event, 1), "A")
    assert (told["after_round"], told["so_far"], told["unsettled"]) == (1, False, 0)
    assert {"entrant": a.code, "name": a.name, "before": 3, "after": 1} in told["moved"]
    html = who("jude").get(page).content.decode()
    assert "Places that would change" in html and "Places after round 1" in html
    for client in (who("sam"), who("player1"), Client()):
        assert client.get(page).status_code in (302, 403) and client.get(door).status_code in (401, 403)
    for job in ("x", "0", "9" * 30, "-1", "1.5"):
        assert who("jude").get(f"{page}?job={job}").status_code == 404


def test_the_command_tells_them_beside_what_is_fixed(event: Event, wrong: Record) -> None:
    code, out, _err = run("rejudge", event.slug, "--json", "--processes", "1")
    told = json.loads(out)
    assert code == 1 and set(told) == {"logs", "differ", "failed", "seconds", "places"}
    (places,) = told["places"]
    a, b = seated(table(event, 1), "A"), seated(table(event, 1), "B")
    assert (places["event"], places["after_round"], places["so_far"]) == (event.slug, 1, False)
    assert {(each["entrant"], each["before"], each["now"]) for each in places["moved"]} == {
        (a.code, 3, 1), (b.code, 1, 3),
    }  # fmt: skip
    said = run("rejudge", event.slug, "--processes", "1")[2]
    assert f"{event.slug}: after round 1, the place of {a.name} would be 1, is 3" in said
