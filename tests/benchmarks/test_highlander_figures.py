"""How fast Highlander logs are judged, from bytes to verdicts with the chain checked, and how long its games take."""

from __future__ import annotations

import statistics
import time

import msgspec
import pytest

from rules import registry
from rules.kernel.chain import add_chain
from rules.kernel.chance import Source
from rules.kernel.game import Game
from rules.kernel.log import Log, read_log
from rules.kernel.replay import replay
from rules.kernel.seats import hidden_log
from rules.kernel.selfplay import play_game

GOAL, AIM = 15_000, 25_000
MILLISECONDS = 300
RUNS, GAMES = 5, 30


def logs(hidden: bool, first: int) -> list[bytes]:
    """Chained logs of self-played games as files, half of them with time called, each with decks of its own."""
    game = registry.load("highlander")
    salts = Source("salts")
    found = []
    for seed in range(first, first + GAMES):
        run = play_game(game, f"bench:{seed}", 2, call_time=seed % 150 if seed % 2 else None)
        log = Log(run.header, tuple(run.entries))
        if hidden:
            log = hidden_log(game, log)
        lines = [msgspec.to_builtins(thing) for thing in (log.header, *log.entries)]
        chained = add_chain(lines, lambda: salts.below(2**128).to_bytes(16, "big"))
        found.append(b"".join(msgspec.json.encode(line) + b"\n" for line in chained))
    return found


def entries_judged(game: Game, files: list[bytes]) -> int:
    entries = 0
    for data in files:
        log = read_log(data, game.all_verbs)
        run = replay(game, log)
        assert log.chain is None
        assert run.outcome() is not None
        entries += len(log.entries)
    return entries


@pytest.mark.bench
def test_bytes_to_verdicts(capsys: pytest.CaptureFixture[str]) -> None:
    """Entries a second of processor time, the best of a few runs over logs that were not judged before."""
    game = registry.load("highlander")
    figures = {}
    for name, hidden in (("every card named", False), ("hidden cards", True)):
        fastest = 0.0
        for files in [logs(hidden, GAMES * number) for number in range(RUNS)]:
            begun = time.process_time()
            entries = entries_judged(game, files)
            fastest = max(fastest, entries / (time.process_time() - begun))
        figures[name] = fastest
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
