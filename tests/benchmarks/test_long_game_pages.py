"""The pages of a long game, cold (nothing of it in memory) and warm: the logger's and the replay's, for each game.

The longest game that self-play finds, up to 500 entries. Prints figures; decides nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.core.cache import cache
from django.test import Client

from referee.judging import judged, own_match
from referee.live.entries import store
from referee.live.live_replay import forget, live_replay
from referee.live.phones import Phone
from referee.live.queries import forget_tables, live_table
from referee.live.trial import tried
from rules.kernel.entries import JUDGE, TABLE
from rules.kernel.log import Log
from rules.kernel.selfplay import play_game
from rules.registry import load
from tests.benchmarks.live_tables import event_of, opened_table
from tests.tournaments.factories import actor
from tournaments.now import now

pytestmark = [pytest.mark.bench, pytest.mark.django_db(transaction=True), pytest.mark.timeout(900)]

GAMES = ("highlander", "nightmare_before_christmas", "herocard_duel", "herocard_nightmare", "looney_tunes")
GOAL = 500


def longest_game(game: str) -> Log:
    """The first game of two with 500 entries, or the longest of a few."""
    best: Any = None
    for seed in range(12):
        run = play_game(load(game), f"long:{seed}", 2)
        if best is None or len(run.entries) > len(best.entries):
            best = run
        if len(best.entries) >= GOAL:
            break
    return Log(best.header, tuple(best.entries[:GOAL]))


def timed(work: Callable[[], object], times: int = 1) -> tuple[float, float]:
    """Milliseconds of the clock and of the processor for one of so many."""
    began, used = time.perf_counter(), time.process_time()
    for _ in range(times):
        work()
    return (time.perf_counter() - began) * 1000 / times, (time.process_time() - used) * 1000 / times


def forget_all() -> None:
    forget()
    judged.forget()
    forget_tables()
    cache.clear()


@pytest.mark.parametrize("game", GAMES)
def test_the_pages_of_a_long_game(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # a player reads no verdicts while the match goes on: here what it costs once he may
    monkeypatch.setattr(own_match, "COMPETITIVE", "nowhere")
    log = longest_game(game)
    _, (match,) = event_of(game, 1)
    table = opened_table(match, log)
    clock = Phone(JUDGE, (JUDGE, TABLE, "A", "B"), JUDGE, "bench")
    for n, entry in enumerate(log.entries):
        run = live_replay(live_table(table.pk).record)
        plain = msgspec.structs.replace(entry, at=None)
        trial = tried(run, plain, clock.payer)
        store(live_table(table.pk), run, plain, trial, phone=clock, key=f"k{n}", now=now())
    seated = match.seats.all()[0].entrant
    user = actor("sitter").user
    assert user is not None
    type(seated).objects.filter(pk=seated.pk).update(user=user)
    said = [f"\n{game}, {len(log.entries)} entries"]
    for who, name in (("olga", "judge"), ("sitter", "player")):
        signed_in = actor(who).user
        assert signed_in is not None
        client = Client()
        client.force_login(signed_in)
        for page, address in (
            ("logger", f"/live/{table.pk}/"),
            ("replay", f"/records/{table.record_id}/"),
        ):
            answer = client.get(address)  # templates compiled
            assert answer.status_code == 200
            forget_all()
            cold = timed(lambda c=client, a=address: c.get(a))  # type: ignore[misc]
            warm = timed(lambda c=client, a=address: c.get(a), 5)  # type: ignore[misc]
            said.append(
                f"{page} for a {name}: cold {cold[0]:.0f} ms ({cold[1]:.0f} of the processor), "
                f"warm {warm[0]:.0f} ms ({warm[1]:.0f}), {len(answer.content) // 1024} KB"
            )
    print("; ".join(said))
