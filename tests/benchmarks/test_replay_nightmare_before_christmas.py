"""How many entries of The Nightmare Before Christmas a second, from bytes to verdicts. Prints figures; decides nothing.

Run with `pytest -m bench -s tests/benchmarks/test_replay_nightmare_before_christmas.py`. CPU time on one core.
"""

from __future__ import annotations

import time

import pytest

from rules import registry
from rules.kernel.log import Log, read_log
from rules.kernel.replay import replay
from rules.kernel.seats import hidden_log
from rules.kernel.selfplay import log_bytes, play_game

GAMES = 20
ROUNDS = 5
TO_REACH = 40_000


@pytest.mark.bench
@pytest.mark.parametrize("kind", ["open", "hidden"])
@pytest.mark.parametrize("players", [2, 4, 6])
def test_entries_a_second(players: int, kind: str) -> None:
    game = registry.load("nightmare_before_christmas")
    logs = []
    for number in range(GAMES):
        run = play_game(game, f"bench:{number}", players)
        log = Log(run.header, tuple(run.entries))
        logs.append(log_bytes(hidden_log(game, log) if kind == "hidden" else log))
    best, entries = 0.0, 0
    for _ in range(ROUNDS):
        began, entries = time.process_time(), 0
        for data in logs:
            entries += len(replay(game, read_log(data, game.all_verbs)).verdicts)
        best = max(best, entries / (time.process_time() - began))
    print(
        f"\n{players} seats, {kind}: {best:,.0f} entries a second ({entries} entries, to reach {TO_REACH:,})"
    )
    assert entries > GAMES * 50
