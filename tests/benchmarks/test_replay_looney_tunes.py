"""How fast Looney Tunes logs are judged: from bytes to verdicts, chain checked, hidden cards included."""

from __future__ import annotations

import pytest

from rules import registry
from rules.kernel.selfplay import play_game
from tests.benchmarks.judged import chained_files, fastest

GOAL = 60_000
RUNS = 6
PEERS = """    pokemon-showdown                      500–3,700 choices/s
    boardgame.io (tic-tac-toe)            6,000–8,000 moves/s
    OpenSpiel, C++ gin rummy from Python  14,000–33,000 steps/s"""


def logs(hidden: bool, first: int, games: int = 60) -> list[bytes]:
    """Chained logs of self-played two-player games as files, each game with decks of its own."""
    game = registry.load("looney_tunes")
    return chained_files(
        game, (play_game(game, f"bench:{seed}", 2) for seed in range(first, first + games)), hidden
    )


@pytest.mark.bench
def test_bytes_to_verdicts(capsys: pytest.CaptureFixture[str]) -> None:
    """Entries a second of processor time, the best of a few runs over logs that were not judged before."""
    game = registry.load("looney_tunes")
    figures = {}
    for name, hidden in (("every card named", False), ("hidden cards", True)):
        figures[name] = fastest(game, [logs(hidden, 60 * number) for number in range(RUNS)])
    with capsys.disabled():
        print("\nLooney Tunes, from bytes to verdicts with the chain checked, entries/s of one core:")
        for name, figure in figures.items():
            print(f"    {name:<38}{figure:,.0f}  (goal {GOAL:,})")
        print(f"Replaying elsewhere, per core:\n{PEERS}")
