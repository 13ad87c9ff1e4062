"""HeroCard: entries a second from bytes to verdicts on one core, by processor time. Prints figures, decides nothing."""

from __future__ import annotations

import time

import pytest

from rules import registry
from rules.kernel.log import Log, read_log
from rules.kernel.replay import replay
from rules.kernel.selfplay import log_bytes, play_game

#: what is aimed at, in entries a second
AIMS = {"herocard_duel": 40_000, "herocard_nightmare": 25_000}


@pytest.mark.bench
@pytest.mark.parametrize("name", sorted(AIMS))
def test_entries_a_second(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = registry.load(name)
    logs: list[bytes] = []
    for seed in range(9):
        run = play_game(game, f"bench:{seed}", 2 + seed % 3)
        logs.append(log_bytes(Log(run.header, tuple(run.entries))))
    entries = sum(data.count(b"\n") - 1 for data in logs)
    best = 0.0
    for _ in range(3):
        start = time.process_time()
        for data in logs:
            assert replay(game, read_log(data, game.all_verbs)).status() == "finished"
        best = max(best, entries / (time.process_time() - start))
    with capsys.disabled():
        print(f"\n{name}: {best:,.0f} entries/s (aim {AIMS[name]:,}), {entries} entries in {len(logs)} games")
