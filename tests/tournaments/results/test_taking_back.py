"""A report taken back by its reporter: until the result stands, once, and the table plays on by the clock it had."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.tournaments.factories import actor, at, many_seated, player, round_under_way, tables, win
from tournaments.clocks.queries import clock_view
from tournaments.clocks.tasks import call_due_times
from tournaments.errors import Conflict, NotAllowed
from tournaments.models.results import Report, Result
from tournaments.models.rounds import Match, MatchState
from tournaments.results.changes import (
    Seen,
    confirm_result,
    enter_result,
    report_from_log,
    report_result,
    take_back_report,
)
from tournaments.results.reports import AlreadyDecided, NothingToConfirm, TableChanged, seen_at
from tournaments.results.taking_back import NothingToTakeBack

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return tables(round_under_way(4))[0]


def state(match: Match) -> str:
    match.refresh_from_db()
    return match.state


def standing(match: Match) -> Any:
    return match.results.filter(replaced_at=None).values_list("outcome", flat=True).first()


def signed_in(match: Match, letter: str) -> Client:
    client = Client()
    client.force_login(player(match, letter).user)  # type: ignore[arg-type]
    return client


def test_the_table_plays_again_by_the_clock_it_had(match: Match) -> None:
    before = clock_view(match, at(12)).remaining_seconds
    report_result(match, win("A"), by=player(match, "A"), now=at(10))
    take_back_report(match, by=player(match, "A"), now=at(12))
    assert (state(match), standing(match)) == (MatchState.OPEN, None)
    assert clock_view(match, at(12)).remaining_seconds == before == 38 * 60
    call_due_times(at(51))
    assert clock_view(match, at(51)).state == "called"
    line = match.round.event.journal.order_by("-id")[0]
    name = match.seats.get(letter="A").entrant.name
    assert line.text == f"Round 1, Table 1: {name} took the report back."
    assert Report.objects.count() == Result.objects.count() == 1, "what was said stays in the record"
    report_result(match, win("B"), by=player(match, "A"), now=at(52))
    assert state(match) == MatchState.REPORTED


def test_after_time_the_hard_stop_comes_back() -> None:
    match = tables(round_under_way(4, hard_stop_minutes=10))[0]
    call_due_times(at(51))
    report_result(match, win("A"), by=player(match, "A"), now=at(52))
    take_back_report(match, by=player(match, "A"), now=at(53))
    view = clock_view(match, at(53))
    assert (view.state, view.hard_stop_at) == ("called", at(61))


def test_twice_is_once_and_nobody_takes_back_what_is_not_his(match: Match) -> None:
    with pytest.raises(NothingToTakeBack):
        take_back_report(match, by=player(match, "A"), now=at(9))
    report_result(match, win("A"), by=player(match, "A"), now=at(10))
    with pytest.raises(NothingToTakeBack):
        take_back_report(match, by=player(match, "B"), now=at(11))
    for who in ("sam", "olga"):
        with pytest.raises(NotAllowed):
            take_back_report(match, by=actor(who), now=at(11))
    for minute in (12, 13):
        assert take_back_report(match, by=player(match, "A"), now=at(minute)).state == MatchState.OPEN
    assert match.round.event.journal.filter(kind="report_taken_back").count() == 1


def test_what_stands_is_not_taken_back(match: Match) -> None:
    report_result(match, win("A"), by=player(match, "A"), now=at(10))
    confirm_result(match, by=player(match, "B"), now=at(11))
    with pytest.raises(AlreadyDecided):
        take_back_report(match, by=player(match, "A"), now=at(12))
    other = tables(match.round)[1]
    report_result(other, win("A"), by=player(other, "A"), now=at(10))
    enter_result(other, win("B"), by=actor("sam"), now=at(11), reason="Seen.")
    with pytest.raises(AlreadyDecided):
        take_back_report(other, by=player(other, "A"), now=at(12))


def test_of_two_that_differ_the_other_is_left(match: Match) -> None:
    report_result(match, win("A"), by=player(match, "A"), now=at(10))
    report_result(match, win("B"), by=player(match, "B"), now=at(11))
    assert state(match) == MatchState.CONTESTED
    take_back_report(match, by=player(match, "A"), now=at(12))
    result = match.results.get(replaced_at=None)
    assert (state(match), result.outcome["winner"], result.by) == (
        MatchState.REPORTED, "B", player(match, "B").label,
    )  # fmt: skip
    # it is B's word: A may confirm it, B may not
    with pytest.raises(NothingToConfirm):
        confirm_result(match, by=player(match, "B"), now=at(13))
    assert confirm_result(match, by=player(match, "A"), now=at(13)).outcome["winner"] == "B"


def test_at_a_table_of_three_two_who_agree_are_left() -> None:
    match = many_seated("nightmare_before_christmas", 3)
    said, other = {"ranking": [["C"], ["A"], ["B"]]}, {"ranking": [["A"], ["B"], ["C"]]}
    report_result(match, said, by=player(match, "A"), now=at(10))
    report_result(match, other, by=player(match, "B"), now=at(11))
    report_result(match, said, by=player(match, "C"), now=at(12))
    assert state(match) == MatchState.CONTESTED
    take_back_report(match, by=player(match, "B"), now=at(13))
    assert (state(match), standing(match)["ranking"][0]) == (MatchState.DECIDED, ["C"])


def test_a_logs_outcome_goes_with_the_word_of_who_sent_it(match: Match) -> None:
    report_from_log(match, 1, {"ranking": [["A"], ["B"]]}, "record:7", by=player(match, "A"), now=at(10))
    take_back_report(match, by=player(match, "A"), now=at(11))
    assert state(match) == MatchState.OPEN
    assert not match.game_outcomes.filter(replaced_at=None).exists()


def test_a_report_that_waited_on_the_phone_comes_after_it_was_taken_back(match: Match) -> None:
    """What waited had seen nothing; meanwhile its writer reported elsewhere and took that back."""
    ann = player(match, "A")
    waited = seen_at(match, match.seats.get(letter="A").entrant)
    assert waited == Seen(0, 0)
    report_result(match, win("B"), by=ann, now=at(10), key="elsewhere")
    take_back_report(match, by=ann, now=at(11))
    with pytest.raises(TableChanged):
        report_result(match, win("A"), by=ann, now=at(12), key="waited", seen=waited)
    # sent a second time under its own key it is still the one that was taken back
    report_result(match, win("B"), by=ann, now=at(12), key="elsewhere")
    assert state(match) == MatchState.OPEN
    # and a confirmation that waited finds nothing
    with pytest.raises(NothingToConfirm):
        confirm_result(match, by=player(match, "B"), now=at(13), result=match.results.get().pk)


def test_only_what_was_seen_is_taken_back(match: Match) -> None:
    first = report_result(match, win("A"), by=player(match, "A"), now=at(10))
    report_result(match, win("B"), by=player(match, "A"), now=at(11))
    with pytest.raises(TableChanged):
        take_back_report(match, by=player(match, "A"), now=at(12), report=first.pk)
    assert state(match) == MatchState.REPORTED


def test_after_the_round_it_stays() -> None:
    match = tables(round_under_way(2))[0]
    report_result(match, win("A"), by=player(match, "A"), now=at(10))
    match.round.state = "finished"
    match.round.save()
    with pytest.raises(Conflict):
        take_back_report(match, by=player(match, "A"), now=at(12))


def test_by_page_and_over_the_api(match: Match) -> None:
    slug, ann = match.round.event.slug, signed_in(match, "A")
    report = report_result(match, win("A"), by=player(match, "A"), now=at(10))
    page = ann.get(f"/events/{slug}/me/").content.decode()
    assert "Take my report back" in page
    assert "Take my report back" not in signed_in(match, "B").get(f"/events/{slug}/me/").content.decode()
    answer = ann.post(f"/matches/{match.pk}/take-back/", {"report": report.pk}, follow=True)
    assert "Your report is taken back." in answer.content.decode() and state(match) == MatchState.OPEN
    api = f"/api/v1/matches/{match.pk}/reports/"
    assert ann.post(api, {"winner": "B"}, content_type="application/json").status_code == 201
    assert ann.delete(api, {}, content_type="application/json").json()["state"] == "open"
    assert Client().delete(api, {}, content_type="application/json").status_code in (401, 403)
