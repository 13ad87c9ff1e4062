"""A thousand games between decks by lot, time called in half of them: all end, in the ways the Handbook names."""

from __future__ import annotations

import statistics
from collections import Counter

import pytest

from rules.highlander.game import HighlanderGame
from rules.kernel.chance import Source
from rules.kernel.selfplay import play_game

GAMES = 1_000
WAYS = {"ability", "head", "first blood", "first blood ability", "highest ability"}
LONGEST = 3_000  # entries
MOSTLY = 0.9  # no way of ending takes more of all games than this


@pytest.mark.long
def test_a_thousand_games_end_in_every_way(capsys: pytest.CaptureFixture[str]) -> None:
    game = HighlanderGame()
    ways: Counter[str] = Counter()
    by_time: Counter[str] = Counter()
    lengths, turns = [], []
    for seed in range(GAMES):
        called = Source(f"called {seed}").below(250) if seed % 2 else None
        run = play_game(game, f"thousand:{seed}", 2, call_time=called)
        p = run.position
        assert p.winner in ("A", "B")
        assert len(run.entries) < LONGEST
        (by_time if p.time_called else ways)[p.how] += 1
        lengths.append(len(run.entries))
        turns.append(p.number)
    with capsys.disabled():
        print(
            f"\n{GAMES} games of Highlander: {statistics.median(lengths):.0f} entries (median), {max(lengths)} the "
            f"longest, {statistics.median(turns):.0f} turns (median), {max(turns)} the most"
        )
        print(f"    without time called: {dict(ways.most_common())}")
        print(f"    First Blood or later: {dict(by_time.most_common())}")
    together = ways + by_time
    assert set(together) <= WAYS
    assert {"ability", "head", "first blood", "highest ability"} <= set(together)
    assert max(together.values()) < MOSTLY * GAMES


@pytest.mark.parametrize(("seed", "called"), [("same:65", 149)])
def test_games_in_which_nobody_could_act_once_go_on(seed: str, called: int) -> None:
    """A Shapeshift asked for a target when the Factory, the only one, had left with it."""
    assert play_game(HighlanderGame(), seed, 2, call_time=called).outcome() is not None
