"""How long the replay page takes: the first look at a long log, and a step. Prints figures; decides nothing."""

import statistics
import time
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from referee.judging.judged import forget
from referee.records.changes import attach_log
from rules import registry
from rules.kernel.log import Log
from rules.kernel.selfplay import log_bytes, play_game
from rules.registry import load
from tests.tournaments.factories import actor, player, running_event, running_round, tables
from tournaments.now import now

pytestmark = [pytest.mark.bench, pytest.mark.django_db]


GOAL_FIRST, GOAL_STEP = 300, 50
STEPS = 20


@pytest.mark.parametrize("name", sorted(registry.games()))
def test_first_look_and_steps(name: str) -> None:
    """The longest of a dozen games as a judge sees it: its first look, steps one after the other at its end, where
    most has been played, and jumps all over it."""
    game = load(name)
    runs = [play_game(game, f"long:{seed}", game.seats[0]) for seed in range(12)]
    longest = max(runs, key=lambda run: len(run.entries))
    log = Log(longest.header, tuple(longest.entries))
    match = tables(running_round(running_event(4, game=name)))[0]
    record = attach_log(match, 1, log_bytes(log), by=player(match, "A"), now=now())
    client = Client()
    user = actor("jude").user
    assert user is not None
    client.force_login(user)
    address = reverse("referee:record_page", args=[record.pk])
    assert client.get(address).status_code == 200
    forget()
    first = timed(lambda: client.get(address))

    def step(n: int) -> None:
        client.get(reverse("referee:record_entry", args=[record.pk, n]), headers={"X-Fragment": "1"})

    last = record.entries
    step(last - STEPS)
    steps = [timed(lambda n=n: step(n)) for n in range(last - STEPS + 1, last + 1)]  # type: ignore[misc]
    jumps = [timed(lambda n=n: step(n)) for n in range(1, last, max(1, last // STEPS))]  # type: ignore[misc]
    print(
        f"\n{name}, {last} entries: first look {first:.0f} ms (goal {GOAL_FIRST}), a step at its end {_of(steps)}, "
        f"a jump {_of(jumps)} (goal {GOAL_STEP})"
    )


def timed(work: Callable[[], object]) -> float:
    """Milliseconds."""
    begun = time.perf_counter()
    work()
    return (time.perf_counter() - begun) * 1000


def _of(took: list[float]) -> str:
    return f"{statistics.median(took):.0f} ms, the longest {max(took):.0f}"
