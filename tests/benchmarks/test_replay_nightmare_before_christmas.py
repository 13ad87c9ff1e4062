"""How many entries of The Nightmare Before Christmas a second, from bytes to verdicts. Prints figures; decides nothing.

Run with `pytest -m bench -s tests/benchmarks/test_replay_nightmare_before_christmas.py`. CPU time on one core.
"""

from __future__ import annotations

import pytest

from rules import registry
from rules.kernel.selfplay import play_game
from tests.benchmarks.judged import chained_files, fastest

GAMES = 20
ROUNDS = 5
TO_REACH = 40_000


@pytest.mark.bench
@pytest.mark.parametrize("kind", ["open", "hidden"])
@pytest.mark.parametrize("players", [2, 4, 6])
def test_entries_a_second(players: int, kind: str) -> None:
    game = registry.load("nightmare_before_christmas")
    batches = [
        chained_files(
            game,
            (play_game(game, f"bench:{players}:{batch}:{n}", players) for n in range(GAMES)),
            kind == "hidden",
        )
        for batch in range(ROUNDS)
    ]
    entries = sum(data.count(b"\n") - 1 for files in batches for data in files)
    best = fastest(game, batches)
    print(
        f"\n{players} seats, {kind}: {best:,.0f} entries a second ({entries} entries, to reach {TO_REACH:,})"
    )
    assert entries > ROUNDS * GAMES * 50
