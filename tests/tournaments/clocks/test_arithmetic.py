"""Pauses and extensions in any order: time is called when the arithmetic by hand says so."""

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.factories import actor, at, round_under_way, tables
from tournaments.clocks.changes import extend_match, pause_clock, resume_clock
from tournaments.clocks.queries import clock_view
from tournaments.clocks.tasks import call_due_times
from tournaments.models.rounds import Round

pytestmark = pytest.mark.django_db
LENGTH = 50

steps = st.lists(st.tuples(st.sampled_from(["pause", "resume", "extend"]), st.integers(1, 9)), max_size=12)


def test_time_is_called_after_the_minutes_that_ran(db: None) -> None:
    """Each step comes some minutes after the one before; a table's time runs while the clock does."""
    # One round for all, taken back to its beginning after each.
    round = round_under_way(4, round_minutes=LENGTH)

    @given(steps=steps)
    @settings(max_examples=15, deadline=None)
    def any_order(steps: list[tuple[str, int]]) -> None:
        with transaction.atomic():
            _play(Round.objects.get(pk=round.pk), steps)
            transaction.set_rollback(True)

    any_order()


def _play(round: Round, steps: list[tuple[str, int]]) -> None:
    table, other = tables(round)
    minute, ran, given_minutes, paused = 0, 0, 0, False
    for what, wait in steps:
        minute += wait
        ran += 0 if paused else wait
        if ran >= LENGTH:
            return
        if what == "pause":
            pause_clock(round, by=actor("sam"), now=at(minute))
            paused = True
        elif what == "resume":
            resume_clock(round, by=actor("sam"), now=at(minute))
            paused = False
        else:
            extend_match(table, wait, by=actor("jude"), now=at(minute))
            given_minutes += wait
        left = clock_view(table, at(minute)).remaining_seconds
        assert left == (LENGTH + given_minutes - ran) * 60
        assert clock_view(other, at(minute)).remaining_seconds == (LENGTH - ran) * 60
    if paused:
        resume_clock(round, by=actor("sam"), now=at(minute))
    end = minute + LENGTH - ran
    assert call_due_times(at(end - 0.01)) == 0
    assert call_due_times(at(end)) == (2 if not given_minutes else 1)
    assert call_due_times(at(end + given_minutes)) == (1 if given_minutes else 0)
