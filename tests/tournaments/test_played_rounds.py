"""Rounds as facts: each kind of match as its rows have it, whatever the order in which they were written."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.factories import at, running_event
from tournaments.facts import Bracket, Match, Result, Round
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.results import Result as ResultRow
from tournaments.models.rounds import Match as MatchRow
from tournaments.models.rounds import Round as RoundRow
from tournaments.models.rounds import Seat
from tournaments.played_rounds import rounds_by_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Nine players, P01 to P09, and a round of no matches."""
    event = running_event(9)
    RoundRow.objects.create(event=event, stage=event.stages.get(), number=1, state="running", offered_at=at())
    return event


def seat(event: Event, players: str, outcome: dict[str, Any] | None = None, **row: Any) -> MatchRow:
    """A match of the round; `players` from seat A on by their numbers. The seats are written last to first."""
    round = event.rounds.get()
    match = MatchRow.objects.create(round=round, **{"state": "decided", **row})
    for letter, number in reversed(list(zip("ABCDEFGHI", players, strict=False))):
        entrant = Entrant.objects.get(event=event, code=f"P0{number}")
        Seat.objects.create(round=round, match=match, letter=letter, entrant=entrant)
    if outcome is not None:
        ResultRow.objects.create(match=match, outcome=outcome, provenance="staff", at=at(20), by="Sam")
    return match


def matches(event: Event) -> tuple[Match, ...]:
    round = event.rounds.get()
    return rounds_by_key([round.pk])[round.pk].matches


def test_matches_stand_by_their_tables_and_those_without_one_behind(event: Event) -> None:
    seat(event, "9", is_bye=True, table=None)
    seat(event, "34", {"kind": "played", "winner": None, "games": [1, 1, 1]}, table=20)
    seat(event, "21", {"kind": "conceded", "winner": "B", "games": [0, 2, 0]}, table=3)
    assert matches(event) == (
        Match(seats=("P02", "P01"), table=3, result=Result("P01", (0, 2, 0), "conceded")),
        Match(seats=("P03", "P04"), table=20, result=Result(None, (1, 1, 1))),
        Match(seats=("P09",), table=None, result="bye"),
    )


def test_figures_stand_under_who_made_them(event: Event) -> None:
    seat(
        event,
        "31",
        {"kind": "played", "winner": "A", "scores": {"A": 12.5, "B": 9}, "tiebreakers": {"A": 3, "B": 4}},
        table=1,
    )
    assert matches(event)[0].result == Result(
        "P03", scores={"P03": 12.5, "P01": 9}, tiebreakers={"P03": 3, "P01": 4}
    )


def test_a_table_of_several_has_a_ranking(event: Event) -> None:
    seat(event, "6123", {"kind": "played", "ranking": [["C"], ["A", "D"], ["B"]]}, table=1)
    (pod,) = matches(event)
    assert pod.seats == ("P06", "P01", "P02", "P03")
    assert pod.result == Result(ranking=(("P02",), ("P06", "P03"), ("P01",)))


def test_a_match_of_a_bracket_says_where_it_is_and_what_decided_it(event: Event) -> None:
    seat(
        event,
        "12",
        {"kind": "played", "winner": "B", "games": [1, 1, 0], "decided_by": "higher_seed"},
        table=1,
        bracket_side="losers",
        bracket_round=2,
        bracket_slot=3,
    )
    assert matches(event) == (
        Match(
            seats=("P01", "P02"),
            table=1,
            result=Result("P02", (1, 1, 0), decided_by="higher_seed"),
            bracket=Bracket("losers", 2, 3),
        ),
    )


def test_only_a_standing_result_of_a_match_that_has_one_counts(event: Event) -> None:
    corrected = seat(event, "12", {"kind": "double_loss"}, table=1)
    before = {"kind": "played", "winner": "A"}
    ResultRow.objects.create(
        match=corrected, outcome=before, provenance="staff", at=at(10), by="Sam", replaced_at=at(20)
    )
    seat(event, "34", {"kind": "played", "winner": "A"}, table=2, state="disputed")
    seat(event, "56", table=3, state="open")
    seat(event, "78", {"kind": "played", "winner": "A"}, table=4, state="reported")
    assert [match.result for match in matches(event)] == ["double_loss", None, None, Result("P07")]


def test_each_round_has_its_own_and_no_statement_more_for_more(event: Event) -> None:
    seat(event, "12", {"kind": "played", "winner": "A"}, table=1)
    first = event.rounds.get()
    with CaptureQueriesContext(connection) as alone:
        rounds_by_key([first.pk])
    RoundRow.objects.create(event=event, stage=event.stages.get(), number=2, state="running", offered_at=at())
    empty = event.rounds.get(number=2)
    RoundRow.objects.filter(pk=first.pk).update(state="finished")
    with CaptureQueriesContext(connection) as both:
        found = rounds_by_key([empty.pk, first.pk])
    assert found == {
        first.pk: Round(1, "swiss", (Match(("P01", "P02"), 1, Result("P01")),)),
        empty.pk: Round(2, "swiss"),
    }
    assert len(both) == len(alone) == 3
    assert rounds_by_key([]) == {}
