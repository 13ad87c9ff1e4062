"""Time for a whole round, and its end called by the desk."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

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
from tournaments.clocks.changes import extend_match, pause_clock, resume_clock, stop_clock
from tournaments.clocks.queries import clock_view
from tournaments.clocks.tasks import call_due_times
from tournaments.clocks.whole_round import call_time_now, extend_round
from tournaments.errors import Conflict, Invalid, NotAllowed
from tournaments.models.clocks import ClockEvent, Deadline, RandomEnd
from tournaments.models.live import LiveVersion
from tournaments.models.outbox import OutboxRow
from tournaments.models.rounds import Round
from tournaments.results.changes import clear_result, enter_result

pytestmark = pytest.mark.django_db
OLGA, MINUTE = "olga", 60


@pytest.fixture
def round() -> Round:
    """A round of two tables, 50 minutes, started at noon."""
    return round_under_way(4, round_minutes=50)


def calls(round: Round) -> list[int]:
    kept = ClockEvent.objects.filter(round=round, kind="time_called").order_by("match_id")
    return list(kept.values_list("match_id", flat=True))


def test_more_time_moves_every_table_and_the_round(round: Round) -> None:
    one, other = tables(round)
    extend_match(one, 5, by=actor("jude"), now=at(10))
    extend_round(round, 10, by=actor("hedda"), now=at(20), reason="A fire drill.")
    assert clock_view(round, at(20)).ends_at == at(60)
    assert [clock_view(each, at(20)).ends_at for each in (one, other)] == [at(65), at(60)]
    assert [clock_view(each, at(20)).extended_seconds for each in (one, other)] == [5 * MINUTE, 0]
    assert [call_due_times(at(minute)) for minute in (59.9, 60, 65)] == [0, 1, 1]
    round.refresh_from_db()
    assert round.time_called_at == at(60)


def test_more_time_in_a_pause(round: Round) -> None:
    pause_clock(round, by=actor("sam"), now=at(40))
    extend_round(round, 3, by=actor(OLGA), now=at(41))
    assert clock_view(round, at(42)).remaining_seconds == 13 * MINUTE
    resume_clock(round, by=actor("sam"), now=at(45))
    assert clock_view(tables(round)[0], at(45)).ends_at == at(58)


def test_a_table_that_plays_on_finds_the_new_end(round: Round) -> None:
    one = tables(round)[0]
    enter_result(one, win("A"), by=actor("sam"), now=at(10))
    extend_round(round, 10, by=actor(OLGA), now=at(20))
    assert clock_view(one, at(20)).state == "done"
    clear_result(one, reason="Wrong table.", by=actor("sam"), now=at(30))
    assert clock_view(one, at(30)).ends_at == at(60)


@pytest.mark.parametrize("roll", [1, 6])
def test_a_random_end_moves_and_stays_unknown(roll: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.clocks.rounds.secrets.randbelow", lambda sides: roll - 1)
    round = round_under_way(4, clock_kind="random")
    extend_round(round, 5, by=actor(OLGA), now=at(10))
    for of in (round, tables(round)[0]):
        shown = clock_view(of, at(20))
        assert (shown.remaining_seconds, shown.ends_at, shown.revealed_minutes) == (None, None, None)
    assert RandomEnd.objects.get().revealed_at is None
    due = 26 + roll + 5
    assert (call_due_times(at(due - 0.01)), call_due_times(at(due))) == (0, 2)


def test_time_called_by_the_desk_leaves_what_the_sweep_leaves(round: Round) -> None:
    one, other = tables(round)
    assert call_time_now(round, by=actor(OLGA), now=at(30), reason="The hall closes.") == 2
    assert calls(round) == [one.pk, other.pk]
    told = OutboxRow.objects.filter(topic="time_called").values_list("payload", flat=True)
    assert sorted(row["match"] for row in told) == [one.pk, other.pk]
    assert LiveVersion.objects.filter(event_id=round.event_id, topic="clock").exists()
    round.refresh_from_db()
    assert (round.time_called_at, clock_view(one, at(31)).called_at) == (at(30), at(30))
    assert (clock_view(round, at(31)).state, clock_view(other, at(31)).state) == ("called", "called")
    assert ClockEvent.objects.filter(kind="time_called").first().by == "Olga"  # type: ignore[union-attr]


def test_twice_is_once_and_the_sweep_finds_nothing_left(round: Round) -> None:
    call_time_now(round, by=actor(OLGA), now=at(30))
    assert call_time_now(round, by=actor("hedda"), now=at(31)) == 0
    assert call_due_times(at(50)) == 0
    assert len(calls(round)) == 2


def test_the_hard_stop_counts_from_the_call() -> None:
    round = round_under_way(4, round_minutes=50, hard_stop_minutes=10)
    call_time_now(round, by=actor(OLGA), now=at(30))
    assert clock_view(tables(round)[0], at(31)).hard_stop_at == at(40)
    assert [call_due_times(at(39.9)), call_due_times(at(40))] == [0, 2]


def test_a_call_in_a_pause_ends_the_pause(round: Round) -> None:
    one = tables(round)[0]
    pause_clock(round, by=actor("sam"), now=at(10))
    assert call_time_now(round, by=actor(OLGA), now=at(12)) == 2
    extend_match(one, 4, by=actor("jude"), now=at(13))
    assert clock_view(one, at(13)).ends_at == at(17)


def test_a_random_end_is_called_early_and_then_shown() -> None:
    round = round_under_way(4, clock_kind="random")
    call_time_now(round, by=actor(OLGA), now=at(5))
    assert RandomEnd.objects.get().revealed_at == at(5)


def test_a_table_that_plays_on_after_the_call_is_called_by_the_next_sweep(round: Round) -> None:
    one, other = tables(round)
    enter_result(one, win("A"), by=actor("sam"), now=at(10))
    assert call_time_now(round, by=actor(OLGA), now=at(30)) == 1
    clear_result(one, reason="Wrong table.", by=actor("sam"), now=at(31))
    assert call_due_times(at(31)) == 1
    assert calls(round) == [one.pk, other.pk]


def test_who_may_not(round: Round) -> None:
    for who in (actor("stranger"), player(tables(round)[0], "A"), actor("sam"), actor("jude")):
        with pytest.raises(NotAllowed):
            extend_round(round, 5, by=who, now=at(10))
        with pytest.raises(NotAllowed):
            call_time_now(round, by=who, now=at(10))


@pytest.mark.parametrize("minutes", [0, -5, 121, 1.5, "5", True, None, 10**12])
def test_minutes_that_make_no_sense_are_refused(round: Round, minutes: object) -> None:
    before = list(Deadline.objects.order_by("id").values())
    with pytest.raises(Invalid):
        extend_round(round, minutes, by=actor(OLGA), now=at(10))  # type: ignore[arg-type]
    assert list(Deadline.objects.order_by("id").values()) == before


def test_nothing_to_move_or_to_call() -> None:
    event = running_event(4)
    for round in (published_round(event), round_under_way(4, name="None", clock_kind="none")):
        with pytest.raises(Conflict):
            extend_round(round, 5, by=actor(OLGA), now=at(0))
        with pytest.raises(Conflict):
            call_time_now(round, by=actor(OLGA), now=at(0))


def test_a_clock_taken_away_or_a_round_that_has_reported(round: Round) -> None:
    for each in tables(round):
        enter_result(each, win("A"), by=actor("sam"), now=at(10))
    for change in (
        lambda: extend_round(round, 5, by=actor(OLGA), now=at(11)),
        lambda: call_time_now(round, by=actor(OLGA), now=at(11)),
    ):
        with pytest.raises(Conflict, match="No table"):
            change()
    stop_clock(round, reason="Fire.", by=actor(OLGA), now=at(12))
    with pytest.raises(Conflict, match="no running clock"):
        call_time_now(round, by=actor(OLGA), now=at(13))


def test_a_pause_its_end_and_more_time_ask_no_more_for_many_tables() -> None:
    """A statement for each end that there is, not for each table: in a hall of thousands it took seconds."""
    asked = []
    for players in (4, 16):
        round = round_under_way(players, name=f"Of {players}", round_minutes=50)
        extend_match(tables(round)[0], 5, by=actor("jude"), now=at(10))
        with CaptureQueriesContext(connection) as found:
            pause_clock(round, by=actor("sam"), now=at(20))
            extend_round(round, 10, by=actor(OLGA), now=at(21))
            resume_clock(round, by=actor("sam"), now=at(22))
        asked.append(sum(len(each["sql"]) for each in found))
        ends = [clock_view(each, at(22)).ends_at for each in tables(round)]
        assert ends == [at(67)] + [at(62)] * (players // 2 - 1)
    # The same statements but for a digit here and there.
    assert asked[1] < 1.1 * asked[0]
