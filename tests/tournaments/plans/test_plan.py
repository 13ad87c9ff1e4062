"""Planned times, worked out by hand: round 1 at 10:00, an hour each, lunch of 45 minutes after round 2."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tournaments.errors import Invalid
from tournaments.plans.plan import breaks_in, check_order, clean_plan, times_of


def on(day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2026, 6, day, hour, minute, tzinfo=UTC)


LUNCH = {"after": 2, "minutes": 45, "name": "Lunch"}
START = on(6, 10)


def plan(**more: Any) -> dict[str, Any]:
    return clean_plan({"every": 60, "breaks": [LUNCH]} | more)


def test_each_round_follows_from_the_one_before_and_from_the_breaks() -> None:
    found = times_of(plan(), START, 4)
    assert [(each.round or each.name, each.at) for each in found] == [
        (1, on(6, 10)), (2, on(6, 11)), ("Lunch", on(6, 12)), (3, on(6, 12, 45)), (4, on(6, 13, 45)),
    ]  # fmt: skip
    assert found[2].until == on(6, 12, 45)
    assert not any(each.expected or each.started for each in found)


def test_a_break_after_the_last_round_is_none() -> None:
    assert [each.round for each in times_of(plan(), START, 2)] == [1, 2]


def test_a_further_day_begins_at_its_own_time() -> None:
    found = times_of(plan(starts=[{"round": 4, "at": on(7, 9).isoformat()}]), START, 5)
    assert [each.at for each in found if each.round] == [
        on(6, 10), on(6, 11), on(6, 12, 45), on(7, 9), on(7, 10),
    ]  # fmt: skip


def test_a_late_start_moves_all_that_is_ahead_of_it_to_the_next_day_s_own_time() -> None:
    days = plan(starts=[{"round": 4, "at": on(7, 9).isoformat()}])
    found = times_of(days, START, 4, {1: on(6, 10), 2: on(6, 11, 12)}, on(6, 11, 30))
    assert [each.expected for each in found] == [None, None, on(6, 12, 12), on(6, 12, 57), None]
    assert [each.started for each in found] == [on(6, 10), on(6, 11, 12), None, None, None]


def test_a_round_that_is_due_and_has_not_started_is_told_no_time_that_is_over() -> None:
    found = times_of(plan(), START, 3, {1: on(6, 10)}, on(6, 11, 20))
    assert [each.expected for each in found] == [None, on(6, 11, 20), on(6, 12, 20), on(6, 13, 5)]


def test_an_early_start_changes_no_later_time() -> None:
    found = times_of(plan(), START, 3, {1: on(6, 9, 50)}, on(6, 10))
    assert [each.expected for each in found] == [None, None, None, None]


def test_less_than_a_minute_is_not_late() -> None:
    found = times_of(plan(), START, 2, {1: START + timedelta(seconds=59)}, START)
    assert found[1].expected is None


def test_without_a_beginning_only_what_has_a_time_is_told() -> None:
    later = clean_plan({"every": 60, "starts": [{"round": 2, "at": on(6, 11).isoformat()}]})
    assert [(each.round, each.at) for each in times_of(later, None, 3)] == [(2, on(6, 11)), (3, on(6, 12))]


@pytest.mark.parametrize(
    "wrong",
    [
        {"every": 4}, {"every": 60, "more": 1}, {"every": "60"}, {"every": 60, "rounds": 51}, [60],
        {"every": 60, "starts": [{"round": 2, "at": "2026-06-06T09:00:00+00:00"}]},
        {"every": 60, "starts": [{"round": 2, "at": "2026-06-06T12:00:00"}]},
        {"every": 60, "starts": [{"round": 2, "at": "2028-06-06T12:00:00+00:00"}]},
        {"every": 60, "starts": [{"round": 2, "at": on(6, 12)}, {"round": 2, "at": on(6, 13)}]},
        {"every": 60, "breaks": [{"after": 0, "minutes": 10}]}, {"every": 60, "breaks": [LUNCH] * 21},
        {"every": 60, "breaks": "Lunch"}, {"every": 60, "breaks": [{**LUNCH, "name": "x" * 61}]},
    ],
)  # fmt: skip
def test_what_is_no_plan_is_refused(wrong: Any) -> None:
    with pytest.raises(Invalid):
        check_order(clean_plan(wrong), START)


def test_breaks_are_written_one_a_line() -> None:
    assert breaks_in("2 45 Lunch\n\n4, 30, Tea, and cake\n5 10") == [
        LUNCH, {"after": 4, "minutes": 30, "name": "Tea, and cake"}, {"after": 5, "minutes": 10, "name": ""},
    ]  # fmt: skip
    with pytest.raises(Invalid, match="Line 2"):
        breaks_in("2 45 Lunch\nLunch after 3")
