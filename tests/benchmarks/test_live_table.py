"""The live table: what a tap, the other phone's look, and a long game cost. Prints figures; decides nothing."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.test import Client

from referee.live import api_base
from referee.live.live_replay import forget
from tests.benchmarks.live_tables import entries_of, event_of, opened_table, words_of

pytestmark = [pytest.mark.bench, pytest.mark.django_db(transaction=True), pytest.mark.timeout(300)]

GAMES = ("highlander", "nightmare_before_christmas", "herocard_duel", "looney_tunes")


@pytest.fixture(autouse=True)
def unthrottled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api_base.TapThrottle, "rate", "100000/min")
    monkeypatch.setattr(api_base.LookThrottle, "rate", "100000/min")
    cache.clear()


def timed(work: Callable[[], object], times: int = 1) -> tuple[float, float]:
    """Milliseconds of the clock and of the processor for one of so many."""
    began, used = time.perf_counter(), time.process_time()
    for _ in range(times):
        work()
    return (time.perf_counter() - began) * 1000 / times, (time.process_time() - used) * 1000 / times


@pytest.mark.parametrize("game", GAMES)
def test_a_tap_and_a_look(game: str) -> None:
    log, sent = entries_of(game, "bench")
    _, (match,) = event_of(game, 1)
    table = opened_table(match, log)
    words = words_of(table)
    client = Client()
    address = f"/api/v1/live/{table.pk}/"
    taps = looks = 0.0
    count = min(len(sent), 120)
    for n, entry in enumerate(sent[:count]):
        who = entry["by"] if entry["by"] in "AB" else "judge" if entry["by"] == "judge" else "A"
        other = "B" if who == "A" else "A"
        used = time.process_time()
        answer = client.post(
            address + "entries/",
            {"key": f"k{n}", "after": n, "entry": entry},
            content_type="application/json",
            headers={"Authorization": f"Seat {words[who]}"},
        )
        taps += time.process_time() - used
        assert answer.status_code == 201, answer.content
        used = time.process_time()
        client.get(f"{address}?since={n}", headers={"Authorization": f"Seat {words[other]}"})
        looks += time.process_time() - used
    board = timed(lambda: client.get(address + "board/", headers={"Authorization": f"Seat {words['A']}"}), 10)
    print(
        f"\n{game}: a tap {taps * 1000 / count:.1f} ms, the other's look {looks * 1000 / count:.1f} ms, "
        f"a board {board[1]:.1f} ms (processor, {count} entries)"
    )


def test_the_state_of_a_game_of_500_entries() -> None:
    log, sent = max(
        (entries_of("herocard_nightmare", f"long:{n}") for n in range(3)), key=lambda f: len(f[1])
    )
    _, (match,) = event_of("herocard_nightmare", 1)
    table = opened_table(match, log)
    words = words_of(table)
    client = Client()
    address = f"/api/v1/live/{table.pk}/"
    wanted = min(500, len(sent))
    for n, entry in enumerate(sent[:wanted]):
        who = entry["by"] if entry["by"] in "AB" else "A"
        answer = client.post(
            address + "entries/",
            {"key": f"k{n}", "after": n, "entry": entry},
            content_type="application/json",
            headers={"Authorization": f"Seat {words[who]}"},
        )
        assert answer.status_code == 201, answer.content
    headers = {"Authorization": f"Seat {words['B']}"}
    forget()
    cold, cold_cpu = timed(lambda: client.get(address, headers=headers))
    warm, warm_cpu = timed(lambda: client.get(address, headers=headers), 5)
    print(
        f"\nstate of {wanted} entries: cold {cold:.0f} ms ({cold_cpu:.0f} of the processor), "
        f"warm {warm:.0f} ms ({warm_cpu:.0f}); goal 300 ms"
    )
