"""How fast Looney Tunes logs are judged: from bytes to verdicts, chain checked, hidden cards included."""

from __future__ import annotations

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

GOAL = 60_000
RUNS = 6
PEERS = """    pokemon-showdown                      500–3,700 choices/s
    boardgame.io (tic-tac-toe)            6,000–8,000 moves/s
    OpenSpiel, C++ gin rummy from Python  14,000–33,000 steps/s"""


def logs(hidden: bool, first: int, games: int = 60) -> list[bytes]:
    """Chained logs of self-played two-player games as files, each game with decks of its own."""
    game = registry.load("looney_tunes")
    salts = Source("salts")
    found = []
    for seed in range(first, first + games):
        run = play_game(game, f"bench:{seed}", 2)
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
        assert len(run.verdicts) == len(log.entries)
        entries += len(log.entries)
    return entries


@pytest.mark.bench
def test_bytes_to_verdicts(capsys: pytest.CaptureFixture[str]) -> None:
    """Entries a second of processor time, the best of a few runs over logs that were not judged before."""
    game = registry.load("looney_tunes")
    figures = {}
    for name, hidden in (("every card named", False), ("hidden cards", True)):
        runs = [logs(hidden, 60 * number) for number in range(RUNS)]
        fastest = 0.0
        for files in runs:
            begun = time.process_time()
            entries = entries_judged(game, files)
            fastest = max(fastest, entries / (time.process_time() - begun))
        figures[name] = fastest
    with capsys.disabled():
        print("\nLooney Tunes, from bytes to verdicts with the chain checked, entries/s of one core:")
        for name, figure in figures.items():
            print(f"    {name:<38}{figure:,.0f}  (goal {GOAL:,})")
        print(f"Replaying elsewhere, per core:\n{PEERS}")
