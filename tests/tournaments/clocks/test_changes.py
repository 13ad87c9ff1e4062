"""Pausing, resuming, extending, stopping; what the clock shows."""

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.tournaments.factories import (
    actor,
    at,
    player,
    published_round,
    round_under_way,
    running_event,
    tables,
    win,
)
from tournaments.clocks.changes import extend_match, pause_clock, resume_clock, reveal_end, stop_clock
from tournaments.clocks.queries import clock_view, clock_views
from tournaments.clocks.tasks import call_due_times
from tournaments.errors import Conflict, Invalid, NotAllowed
from tournaments.events.life import cancel_event, restore_event
from tournaments.models.clocks import ClockEvent, Deadline
from tournaments.models.rounds import Match, Round
from tournaments.results.changes import clear_result, enter_result
from tournaments.rounds.changes import finish_round

pytestmark = pytest.mark.django_db
MINUTE = 60


@pytest.fixture
def round() -> Round:
    """A round of two tables, 50 minutes, started at noon."""
    return round_under_way(4, round_minutes=50)


def left(of: object, minute: float) -> int | None:
    return clock_view(of, at(minute)).remaining_seconds  # type: ignore[arg-type]


def test_a_fixed_clock_runs_down_and_warns(round: Round) -> None:
    table = tables(round)[0]
    assert (left(round, 10), left(table, 10)) == (40 * MINUTE, 40 * MINUTE)
    shown = [clock_view(table, at(minute)).warning for minute in (39, 40, 45, 48.9, 49)]
    assert shown == [None, 10, 5, 5, 1]
    assert clock_view(table, at(10)).ends_at == at(50)


def test_a_pause_holds_every_table_and_moves_the_deadline(round: Round) -> None:
    table = tables(round)[0]
    pause_clock(round, by=actor("sam"), now=at(10))
    assert (left(round, 25), left(table, 25)) == (40 * MINUTE, 40 * MINUTE)
    assert clock_view(table, at(25)).state == "paused"
    assert call_due_times(at(60)) == 0
    resume_clock(round, by=actor("sam"), now=at(30))
    assert clock_view(table, at(31)).ends_at == at(70)
    assert (call_due_times(at(69.9)), call_due_times(at(70))) == (0, 2)


@pytest.mark.parametrize("kind", ["fixed", "random", "none"])
def test_a_table_asked_alone_shows_what_it_shows_among_all(
    kind: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    round = round_under_way(4, clock_kind=kind, round_minutes=50)
    pk = tables(round)[0].pk

    def shows_the_same(minute: float) -> None:
        alone = Match.objects.select_related("round__event").get(pk=pk)
        _whole, views = clock_views(alone.round, [alone], at(minute))
        with django_assert_num_queries(1):
            assert clock_view(alone, at(minute)) == views[pk]

    shows_the_same(10)
    if kind != "none":
        pause_clock(round, by=actor("sam"), now=at(11))
        shows_the_same(12)
        resume_clock(round, by=actor("sam"), now=at(13))
        extend_match(tables(round)[0], 5, by=actor("jude"), now=at(20), reason="A long ruling.")
        shows_the_same(21)
        if kind == "random":
            reveal_end(round, reason="The hall must close.", by=actor("olga"), now=at(22))
        shows_the_same(23)
        call_due_times(at(100))
        shows_the_same(101)


def test_pausing_or_resuming_twice_is_once(round: Round) -> None:
    pause_clock(round, by=actor("sam"), now=at(10))
    pause_clock(round, by=actor("olga"), now=at(12))
    resume_clock(round, by=actor("olga"), now=at(20))
    resume_clock(round, by=actor("sam"), now=at(25))
    assert list(round.clock_events.values_list("kind", flat=True)) == ["started", "paused", "resumed"]
    assert left(round, 20) == 40 * MINUTE


def test_an_extension_moves_one_table_only(round: Round) -> None:
    one, other = tables(round)
    extend_match(one, 5, by=actor("jude"), now=at(20), reason="A long ruling.")
    assert (clock_view(one, at(20)).ends_at, clock_view(other, at(20)).ends_at) == (at(55), at(50))
    assert call_due_times(at(50)) == 1
    assert clock_view(other, at(50)).state == "called"
    assert clock_view(one, at(50)).state == "running"
    assert call_due_times(at(55)) == 1


def test_an_extension_in_a_pause_adds_to_what_is_left(round: Round) -> None:
    one, other = tables(round)
    pause_clock(round, by=actor("sam"), now=at(40))
    extend_match(one, 3, by=actor("jude"), now=at(41))
    resume_clock(round, by=actor("sam"), now=at(45))
    assert (clock_view(one, at(45)).ends_at, clock_view(other, at(45)).ends_at) == (at(58), at(55))


def test_time_given_after_the_call_is_called_again(round: Round) -> None:
    one, _ = tables(round)
    call_due_times(at(50))
    extend_match(one, 4, by=actor("jude"), now=at(51))
    assert left(one, 52) == 3 * MINUTE
    assert call_due_times(at(55)) == 1
    calls = ClockEvent.objects.filter(match=one, kind="time_called").values_list("at", flat=True)
    assert list(calls) == [at(50), at(55)]


def test_a_table_that_has_ended_is_not_called(round: Round) -> None:
    one, other = tables(round)
    enter_result(one, win("A"), by=actor("sam"), now=at(30))
    assert call_due_times(at(50)) == 1
    assert not ClockEvent.objects.filter(match=one, kind="time_called").exists()
    assert clock_view(one, at(51)).state == "done"
    assert clock_view(other, at(51)).state == "called"


def test_a_cleared_result_gives_the_table_its_deadline_back(round: Round) -> None:
    one = tables(round)[0]
    enter_result(one, win("A"), by=actor("sam"), now=at(30))
    pause_clock(round, by=actor("sam"), now=at(31))
    resume_clock(round, by=actor("sam"), now=at(41))
    clear_result(one, reason="Wrong table.", by=actor("sam"), now=at(42))
    assert clock_view(one, at(42)).ends_at == at(60)


def test_a_stopped_clock_calls_nobody(round: Round) -> None:
    stop_clock(round, reason="Fire alarm.", by=actor("hedda"), now=at(10))
    assert call_due_times(at(300)) == 0
    assert clock_view(tables(round)[0], at(20)).state == "stopped"
    with pytest.raises(Conflict):
        resume_clock(round, by=actor("hedda"), now=at(20))


def test_a_finished_round_calls_nobody(round: Round) -> None:
    for each in tables(round):
        enter_result(each, win("A"), by=actor("sam"), now=at(30))
    finish_round(round, by=actor("olga"), now=at(31))
    assert call_due_times(at(300)) == 0
    assert clock_view(Round.objects.get(pk=round.pk), at(40)).state == "done"


def test_a_cancelled_event_calls_nobody_and_goes_on_when_restored(round: Round) -> None:
    event = cancel_event(round.event, reason="Storm.", by=actor("olga"), now=at(20))
    assert call_due_times(at(300)) == 0
    restore_event(event, by=actor("olga"), now=at(301))
    resume_clock(round, by=actor("olga"), now=at(302))
    assert call_due_times(at(332)) == 2


def test_the_hard_stop_comes_once_after_the_call() -> None:
    round = round_under_way(4, round_minutes=50, hard_stop_minutes=10)
    table = tables(round)[0]
    assert call_due_times(at(50)) == 2
    assert clock_view(table, at(51)).hard_stop_at == at(60)
    assert [call_due_times(at(60)), call_due_times(at(61))] == [2, 0]
    assert clock_view(table, at(61)).state == "over"


def test_who_may_not_touch_a_clock(round: Round) -> None:
    table = tables(round)[0]
    for who in (actor("stranger"), player(table, "A"), actor("jude")):
        with pytest.raises(NotAllowed):
            pause_clock(round, by=who, now=at(10))
    for who in (actor("stranger"), player(table, "A"), actor("sam")):
        with pytest.raises(NotAllowed):
            extend_match(table, 5, by=who, now=at(10))


@pytest.mark.parametrize("minutes", [0, -5, 121, 1.5, "5", True, None, 10**12])
def test_an_extension_that_makes_no_sense_is_refused(round: Round, minutes: object) -> None:
    before = list(Deadline.objects.order_by("id").values())
    with pytest.raises(Invalid):
        extend_match(tables(round)[0], minutes, by=actor("jude"), now=at(10))  # type: ignore[arg-type]
    assert list(Deadline.objects.order_by("id").values()) == before


def test_no_clock_before_the_start() -> None:
    round = published_round(running_event(4))
    assert clock_view(round, at(0)).state == "not_started"
    with pytest.raises(Conflict):
        pause_clock(round, by=actor("sam"), now=at(0))
    with pytest.raises(Conflict):
        extend_match(tables(round)[0], 5, by=actor("jude"), now=at(0))


def test_an_event_may_have_no_clock() -> None:
    round = round_under_way(4, clock_kind="none")
    assert clock_view(tables(round)[0], at(10)).state == "none"
    assert Deadline.objects.count() == 0


def test_a_reveal_is_logged_and_announced_once() -> None:
    round = round_under_way(4, clock_kind="random")
    for who in (actor("sam"), actor("jude"), player(tables(round)[0], "A")):
        with pytest.raises(NotAllowed):
            reveal_end(round, reason="Curious.", by=who, now=at(5))
    minutes = reveal_end(round, reason="The hall must close.", by=actor("olga"), now=at(5))
    assert reveal_end(round, reason="Again.", by=actor("olga"), now=at(6)) == minutes
    line = round.event.journal.get(kind="reveal_end")
    assert line.public
    assert str(minutes) in line.text
    assert clock_view(tables(round)[0], at(6)).ends_at == at(minutes)


def test_a_result_cleared_after_the_call_leaves_the_hard_stop_where_it_was() -> None:
    round = round_under_way(4, round_minutes=50, hard_stop_minutes=10)
    table = tables(round)[0]
    assert call_due_times(at(50)) == 2
    enter_result(table, win("A"), by=actor("sam"), now=at(52))
    assert clock_view(Match.objects.get(pk=table.pk), at(53)).hard_stop_at is None
    clear_result(table, reason="Wrong table.", by=actor("hedda"), now=at(54))
    assert clock_view(Match.objects.get(pk=table.pk), at(55)).hard_stop_at == at(60)
    assert [call_due_times(at(60)), call_due_times(at(61))] == [2, 0]


def test_a_pause_holds_the_hard_stop_of_a_table_whose_result_is_cleared_in_it_or_after_it() -> None:
    round = round_under_way(4, round_minutes=50, hard_stop_minutes=10)
    first, second = tables(round)
    assert call_due_times(at(50)) == 2
    for table in (first, second):
        enter_result(table, win("A"), by=actor("sam"), now=at(51))
    pause_clock(round, by=actor("sam"), now=at(52))
    clear_result(first, reason="Wrong table.", by=actor("hedda"), now=at(55))
    assert call_due_times(at(70)) == 0
    resume_clock(round, by=actor("sam"), now=at(72))
    clear_result(second, reason="Wrong table.", by=actor("hedda"), now=at(73))
    for table in (first, second):
        # eight of its ten minutes were left when the pause began
        assert clock_view(Match.objects.get(pk=table.pk), at(74)).hard_stop_at == at(80)
    assert [call_due_times(at(79)), call_due_times(at(80))] == [0, 2]


@pytest.mark.parametrize("cleared", [75, 85])
def test_a_pause_after_the_hard_stop_does_not_hold_it_for_a_table_whose_result_is_cleared(
    cleared: int,
) -> None:
    round = round_under_way(4, round_minutes=50, hard_stop_minutes=10)
    table = tables(round)[0]
    assert call_due_times(at(50)) == 2
    enter_result(table, win("A"), by=actor("sam"), now=at(51))
    pause_clock(round, by=actor("sam"), now=at(70))
    if cleared > 80:
        resume_clock(round, by=actor("sam"), now=at(80))
    clear_result(table, reason="Wrong table.", by=actor("hedda"), now=at(cleared))
    assert clock_view(Match.objects.get(pk=table.pk), at(cleared)).hard_stop_at == at(60)
    call_due_times(at(cleared))
    assert clock_view(Match.objects.get(pk=table.pk), at(cleared)).state == "over"


def test_a_stopped_clock_gives_no_hard_stop_back() -> None:
    round = round_under_way(4, round_minutes=50, hard_stop_minutes=10)
    table = tables(round)[0]
    assert call_due_times(at(50)) == 2
    enter_result(table, win("A"), by=actor("sam"), now=at(51))
    stop_clock(round, reason="The hall is dark.", by=actor("olga"), now=at(52))
    clear_result(table, reason="Wrong table.", by=actor("hedda"), now=at(53))
    assert clock_view(Match.objects.get(pk=table.pk), at(54)).hard_stop_at is None
    assert call_due_times(at(300)) == 0


def test_without_a_hard_stop_none_comes_back() -> None:
    round = round_under_way(4, round_minutes=50)
    table = tables(round)[0]
    round.event.hard_stop_minutes = None
    round.event.save()
    assert call_due_times(at(50)) == 2
    enter_result(table, win("A"), by=actor("sam"), now=at(52))
    clear_result(table, reason="Wrong table.", by=actor("hedda"), now=at(54))
    assert clock_view(Match.objects.get(pk=table.pk), at(55)).hard_stop_at is None
    assert call_due_times(at(300)) == 0
