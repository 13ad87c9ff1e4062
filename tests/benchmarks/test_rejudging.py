"""Stored Highlander logs judged anew from their files, by one process and by two."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from referee.rejudging.of_files import Wanted, lost, rejudge_file
from referee.rejudging.processes import answers
from rules import registry
from rules.kernel.selfplay import play_game
from tests.benchmarks.judged import chained_files

GOAL = 1.8
#: Logs in all (REJUDGED_LOGS says otherwise), of so many different games; measured in turns of so many.
LOGS, GAMES, TURN = int(os.environ.get("REJUDGED_LOGS", "10000")), 500, 500


@pytest.mark.bench
def test_logs_judged_anew_by_one_process_and_by_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each turn is judged by one process, then by two, so that both meet the same machine, however busy."""
    files = [Wanted(str(path), None) for path in written(tmp_path)]
    took, computed = {1: 0.0, 2: 0.0}, {1: 0.0, 2: 0.0}
    done = 0
    while done < LOGS:
        turn = [files[place % len(files)] for place in range(done, min(done + TURN, LOGS))]
        for processes in took:
            begun, computing = time.monotonic(), computing_time()
            told = answers(rejudge_file, turn, processes, lost)
            took[processes] += time.monotonic() - begun
            computed[processes] += computing_time() - computing
            assert not any(one.problem or one.rejudged.differs for one in told)
        done += len(turn)
    with capsys.disabled():
        print(
            f"\n{LOGS:,} Highlander logs judged anew ({len(files)} games, some more than once): one process "
            f"{took[1]:.0f} s, two {took[2]:.0f} s, {took[1] / took[2]:.2f} times as fast (goal {GOAL}); of the "
            f"processors {computed[1]:.0f} and {computed[2]:.0f} s, so on two free ones "
            f"{2 * computed[1] / computed[2]:.2f} times"
        )


def written(folder: Path) -> list[Path]:
    """Self-played games as chained files, half of them with time called."""
    game = registry.load("highlander")
    paths = []
    for seed in range(min(GAMES, LOGS)):
        run = play_game(game, f"again:{seed}", 2, call_time=seed % 150 if seed % 2 else None)
        (data,) = chained_files(game, [run])
        paths.append(folder / f"{seed}.jsonl")
        paths[-1].write_bytes(data)
    return paths


def computing_time() -> float:
    """Seconds of all processors used by this process and those it has ended."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system
