"""The random end: fair, fixed at the start, hidden until it fires."""

import pytest

from tests.tournaments.factories import actor, at, round_under_way, tables, win
from tournaments.clocks.changes import extend_match
from tournaments.clocks.queries import clock_view
from tournaments.clocks.tasks import call_due_times
from tournaments.models.clocks import RandomEnd
from tournaments.models.rounds import Round
from tournaments.results.changes import enter_result
from tournaments.rounds.changes import finish_round

pytestmark = pytest.mark.django_db


def with_roll(roll: int, monkeypatch: pytest.MonkeyPatch) -> Round:
    monkeypatch.setattr("tournaments.clocks.rounds.secrets.randbelow", lambda sides: roll - 1)
    return round_under_way(4, clock_kind="random")


@pytest.mark.parametrize("roll", [1, 2, 3, 4, 5, 6])
def test_a_die_and_26_minutes(roll: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """27 to 32 minutes, as the Handbook has it."""
    with_roll(roll, monkeypatch)
    assert call_due_times(at(26 + roll - 0.01)) == 0
    assert call_due_times(at(26 + roll)) == 2


def test_the_die_has_six_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr("tournaments.clocks.rounds.secrets.randbelow", lambda sides: asked.append(sides) or 0)
    round_under_way(4, clock_kind="random")
    assert asked == [6]


def test_nothing_is_shown_before_it_fires_and_the_minutes_after(monkeypatch: pytest.MonkeyPatch) -> None:
    round = with_roll(3, monkeypatch)
    table = tables(round)[0]
    for minute in (0, 10, 28.9):
        for view in (clock_view(round, at(minute)), clock_view(table, at(minute))):
            assert view.random_end
            hidden = (view.remaining_seconds, view.ends_at, view.warning, view.revealed_minutes)
            assert hidden == (None, None, None, None)
    call_due_times(at(29))
    round = Round.objects.get(pk=round.pk)
    shown = clock_view(round, at(29))
    assert (shown.state, shown.revealed_minutes, shown.called_at) == ("called", 29, at(29))


def test_an_extended_table_stays_hidden_until_the_others_are_called(monkeypatch: pytest.MonkeyPatch) -> None:
    round = with_roll(3, monkeypatch)
    one, _ = tables(round)
    extend_match(one, 5, by=actor("jude"), now=at(10))
    assert clock_view(one, at(20)).remaining_seconds is None
    assert call_due_times(at(29)) == 1
    one.round.refresh_from_db()
    assert clock_view(one, at(30)).remaining_seconds == 4 * 60
    assert call_due_times(at(34)) == 1


def test_it_is_shown_with_the_round_afterwards_also_when_it_never_fired(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    round = with_roll(6, monkeypatch)
    for table in tables(round):
        enter_result(table, win("A"), by=actor("sam"), now=at(10))
    assert RandomEnd.objects.get(round=round).revealed_at is None
    finish_round(round, by=actor("olga"), now=at(12))
    assert clock_view(Round.objects.get(pk=round.pk), at(13)).revealed_minutes == 32


def test_the_secret_rows_do_not_name_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row in an error report is printed by its str: that says nothing."""
    round = with_roll(4, monkeypatch)
    drawn = RandomEnd.objects.get(round=round)
    assert "4" not in str(drawn).replace(str(drawn.pk), "")
    deadline = round.deadlines.first()
    assert "12:30" not in f"{deadline} {deadline!r}"
