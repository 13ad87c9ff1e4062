"""How fast Highlander logs are judged, from bytes to verdicts with the chain checked, and how long its games take."""

from __future__ import annotations

import statistics
import time

import pytest

from rules import registry
from rules.kernel.selfplay import play_game
from tests.benchmarks.judged import chained_files, fastest

GOAL, AIM = 15_000, 25_000
MILLISECONDS = 300
RUNS, GAMES = 5, 30


def logs(hidden: bool, first: int) -> list[bytes]:
    """Chained logs of self-played games as files, half of them with time called, each with decks of its own."""
    game = registry.load("highlander")
    runs = (
        play_game(game, f"bench:{seed}", 2, call_time=seed % 150 if seed % 2 else None)
        for seed in range(first, first + GAMES)
    )
    return chained_files(game, runs, hidden)


@pytest.mark.bench
def test_bytes_to_verdicts(capsys: pytest.CaptureFixture[str]) -> None:
    """Entries a second of processor time, the best of a few runs over logs that were not judged before."""
    game = registry.load("highlander")
    figures = {}
    for name, hidden in (("every card named", False), ("hidden cards", True)):
        figures[name] = fastest(game, [logs(hidden, GAMES * number) for number in range(RUNS)])
    with capsys.disabled():
        print("\nHighlander, from bytes to verdicts with the chain checked, entries/s of one core:")
        for name, figure in figures.items():
            print(f"    {name:<38}{figure:,.0f}  (goal {GOAL:,}, aim {AIM:,})")


@pytest.mark.bench
def test_a_game_by_self_play(capsys: pytest.CaptureFixture[str]) -> None:
    game = registry.load("highlander")
    took = []
    for seed in range(60):
        begun = time.process_time()
        play_game(game, f"length:{seed}", 2)
        took.append(1000 * (time.process_time() - begun))
    with capsys.disabled():
        print(
            f"\nHighlander, a game by self-play: median {statistics.median(took):.0f} ms, longest {max(took):.0f} ms "
            f"(goal {MILLISECONDS} ms)"
        )
