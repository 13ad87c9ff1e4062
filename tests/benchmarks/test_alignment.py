"""How long it takes to lay two logs of 2,000 entries beside each other, as their seats kept them: as they are, with
slips of the pen, and one of them reversed. Prints figures; decides nothing."""

from __future__ import annotations

import random
import time

import pytest

from rules.alignment.align import align
from rules.kernel.game import Game
from rules.kernel.log import Log
from rules.kernel.seats import log_for
from rules.kernel.selfplay import play_game
from rules.registry import load
from tests.rules.alignment.pens import SLIPS, slipped

ENTRIES, GOAL = 2_000, 1.0


def long_game(game: Game) -> Log:
    """The first game of so many entries, cut there."""
    for seed in range(60):
        run = play_game(game, f"bench:{seed}", 4)
        if len(run.entries) >= ENTRIES:
            return Log(run.header, tuple(run.entries[:ENTRIES]))
    raise AssertionError


def took(game: Game, first: Log, second: Log) -> float:
    begun = time.process_time()
    align(game, first, second)
    return time.process_time() - begun


@pytest.mark.bench
def test_two_logs_of_2000_entries(capsys: pytest.CaptureFixture[str]) -> None:
    game = load("herocard_nightmare")
    whole = long_game(game)
    first, second = (log_for(game, whole, seat) for seat in "AB")
    figures = {"no slips": took(game, first, second)}
    for many in (5, 25):
        rng = random.Random(many)
        taken: set[int] = set()
        logs = [slipped(rng, log, rng.choices(SLIPS, k=many), taken, {}).log for log in (first, second)]
        figures[f"{many} slips in each"] = took(game, *logs)
    figures["one of them reversed"] = took(game, first, Log(second.header, second.entries[::-1]))
    with capsys.disabled():
        print(f"\nTwo logs of {ENTRIES:,} entries beside each other (processor, goal {GOAL} s):")
        for name, seconds in figures.items():
            print(f"    {name:<24}{seconds:.2f} s")
