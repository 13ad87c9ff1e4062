"""The hard stop counted in turns: those that begin after time was called, at a table that logs on phones."""

from __future__ import annotations

import pytest

from referee.disputes.queries import holding
from referee.disputes.tasks import take_in_outbox
from referee.models.disputes import Dispute, Kind
from referee.models.live import LiveTable
from tests.referee.live.playing import opened, tap
from tests.rules.kernel.helpers import draw, lay
from tests.tournaments.factories import actor, at, win
from tournaments.clocks.tasks import call_due_times
from tournaments.clocks.whole_round import call_time_now
from tournaments.models.clocks import ClockEvent, ClockState, Deadline
from tournaments.models.events import Event
from tournaments.models.rounds import Match
from tournaments.results.changes import enter_result

pytestmark = pytest.mark.django_db


def logging(match: Match, turns: int | None) -> LiveTable:
    """A table that may play so many turns after time. In the toy game a turn is a draw and a card laid."""
    chosen = {"hard_stop_turns": turns, "hard_stop_minutes": 30, "hard_stop_measure": "the fewest Scenes"}
    Event.objects.filter(pk=match.round.event_id).update(**chosen)
    match.round.event.refresh_from_db()
    return opened(match)


@pytest.fixture
def table(match: Match) -> LiveTable:
    """Two turns after time."""
    return logging(match, 2)


def turn(table: LiveTable, seat: str, minute: float) -> None:
    tap(table, seat, draw(seat), now=at(minute))
    tap(table, seat, lay(seat), now=at(minute + 0.5))


def state_of(table: LiveTable) -> str:
    return str(Deadline.objects.get(match=table.record.match_id).state)


def call(table: LiveTable, minute: float) -> None:
    match = Match.objects.select_related("round__event").get(pk=table.record.match_id)
    call_time_now(match.round, by=actor("olga"), now=at(minute))


def test_the_turn_under_way_is_none_of_them(match: Match) -> None:
    table = logging(match, 1)
    tap(table, "A", draw("A"), now=at(12))
    call(table, 13)
    tap(table, "A", lay("A"), now=at(14))
    assert state_of(table) == ClockState.CALLED, "that turn began before time"
    turn(table, "B", 15)
    assert state_of(table) == ClockState.OVER
    assert ClockEvent.objects.get(kind="hard_stop").match_id == table.record.match_id


def test_one_turn_of_two_is_not_enough(table: LiveTable) -> None:
    tap(table, "A", draw("A"), now=at(12))
    call(table, 13)
    tap(table, "A", lay("A"), now=at(14))
    turn(table, "B", 15)
    assert state_of(table) == ClockState.CALLED


def test_no_turn_counts_before_time_is_called(table: LiveTable) -> None:
    for minute, seat in enumerate("AB", start=10):
        turn(table, seat, minute)
    assert state_of(table) == ClockState.RUNNING and not ClockEvent.objects.filter(kind="hard_stop").exists()


def test_an_event_without_a_number_of_turns_counts_none(match: Match) -> None:
    table = logging(match, None)
    call(table, 9)
    turn(table, "A", 10)
    turn(table, "B", 11)
    assert state_of(table) == ClockState.CALLED


def test_the_judges_are_asked_with_the_event_s_measure_until_a_result_stands(table: LiveTable) -> None:
    call(table, 9)
    for minute, seat in ((10, "A"), (11, "B")):
        turn(table, seat, minute)
    for _again in range(2):
        take_in_outbox(at(13))
    asked = Dispute.objects.get(kind=Kind.HARD_STOP)
    assert (asked.match_id, asked.resolved_at) == (table.record.match_id, None)
    assert "the fewest Scenes" in asked.question
    assert not holding(table.record.match_id).exists(), "what the table reports still stands by itself"
    match = Match.objects.select_related("round__event").get(pk=table.record.match_id)
    enter_result(match, win("A"), by=actor("sam"), now=at(14))
    take_in_outbox(at(15))
    asked.refresh_from_db()
    assert asked.resolved_at == at(15)


def test_by_the_second_deadline_they_are_asked_as_well(match: Match) -> None:
    Event.objects.filter(pk=match.round.event_id).update(hard_stop_minutes=5, hard_stop_measure="")
    match.round.event.refresh_from_db()
    call_due_times(at(50))
    call_due_times(at(54))
    take_in_outbox(at(54))
    assert not Dispute.objects.exists()
    call_due_times(at(55))
    take_in_outbox(at(55))
    assert Dispute.objects.get(match=match).question == "Hard stop: decide this match."


def test_a_table_that_has_reported_by_then_asks_nobody(match: Match) -> None:
    Event.objects.filter(pk=match.round.event_id).update(hard_stop_minutes=5)
    match.round.event.refresh_from_db()
    call_due_times(at(50))
    call_due_times(at(55))
    enter_result(match, win("A"), by=actor("sam"), now=at(56))
    take_in_outbox(at(57))
    assert not Dispute.objects.filter(match=match).exists()
