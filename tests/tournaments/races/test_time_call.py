"""Time is called exactly once at every table, whoever sweeps and whatever dies."""

import os
import signal

import pytest

from tests.tournaments.factories import actor, at, running_event, running_round
from tests.tournaments.races.together import alone, together
from tournaments.clocks import calling
from tournaments.clocks.tasks import call_due_times
from tournaments.clocks.whole_round import call_time_now
from tournaments.models.clocks import ClockEvent, Deadline
from tournaments.models.outbox import OutboxRow
from tournaments.outbox.changes import consume

pytestmark = pytest.mark.django_db(transaction=True)


def calls() -> list[int]:
    """The matches called, once for every call."""
    return sorted(ClockEvent.objects.filter(kind="time_called").values_list("match_id", flat=True))


def test_four_sweeps_at_once_call_every_table_once() -> None:
    round = running_round(running_event(32, round_minutes=50))
    answers = together(*[lambda: call_due_times(at(50)) for _ in range(4)])
    assert sum(count for _, count in answers) == 16
    assert calls() == sorted(round.matches.values_list("pk", flat=True))
    assert OutboxRow.objects.filter(topic="time_called").count() == 16
    assert call_due_times(at(51)) == 0


def test_the_desk_and_the_sweep_at_once_call_every_table_once() -> None:
    round = running_round(running_event(16, round_minutes=50))
    desk = [lambda: call_time_now(round, by=actor("olga"), now=at(50)) for _ in range(2)]
    answers = together(*desk, *[lambda: call_due_times(at(50)) for _ in range(2)])
    assert {kind for kind, _ in answers} == {"done"}
    assert sum(count for _, count in answers) == 8
    assert calls() == sorted(round.matches.values_list("pk", flat=True))
    assert OutboxRow.objects.filter(topic="time_called").count() == 8


@pytest.mark.parametrize("where", ["_write", "_show_ends", "mark_changed"])
def test_a_sweep_killed_in_the_middle_leaves_nothing_half_done(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed after the claim, after its events, before the commit: the next sweep does all of it."""
    round = running_round(running_event(8, round_minutes=50))

    def die(*args: object, **kwargs: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def sweep() -> None:
        setattr(calling, where, die)
        call_due_times(at(50))

    assert alone(sweep) == -signal.SIGKILL
    assert calls() == []
    assert set(Deadline.objects.values_list("state", flat=True)) == {"running"}
    assert not OutboxRow.objects.exists()
    assert call_due_times(at(50.05)) == 4
    assert calls() == sorted(round.matches.values_list("pk", flat=True))


def test_a_consumer_killed_in_the_middle_leaves_the_row_for_the_next() -> None:
    running_round(running_event(4, round_minutes=50))
    call_due_times(at(50))

    def take() -> None:
        consume(["time_called"], lambda row: os.kill(os.getpid(), signal.SIGKILL), now=at(51))

    assert alone(take) == -signal.SIGKILL
    seen: list[int] = []
    assert consume(["time_called"], lambda row: seen.append(row.payload["match"]), now=at(52)) == 2
    assert sorted(seen) == calls()
