"""Every game: a log replays to the same end everywhere, hidden or open, whole or from the middle."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rules import registry
from rules.kernel.log import Log
from rules.kernel.position import digest
from rules.kernel.replay import Replay, replay
from rules.kernel.report import judge_log
from rules.kernel.selfplay import log_bytes, play_game
from tests.rules.conformance.games import GAMES, hidden, played, read, samples, seat_counts

ROOT = Path(__file__).resolve().parents[3]
pytestmark = pytest.mark.parametrize("name", GAMES)


def judged(name: str, data: bytes) -> dict:
    return judge_log(registry.load(name), read(name, data))


def test_self_played_logs_are_legal_and_end(name: str) -> None:
    for data in samples(name):
        found = judged(name, data)
        assert found["status"] == "finished"
        assert {v["verdict"] for v in found["verdicts"]} == {"legal"}
        assert found["findings"] == []
        assert found["outcome"]["ranking"]
        ranked = [seat for place in found["outcome"]["ranking"] for seat in place]
        assert sorted(ranked) == sorted(found["outcome"]["scores"])


def test_hidden_logs_come_to_the_same_outcome(name: str) -> None:
    for data in samples(name):
        open_, closed = judged(name, data), judged(name, hidden(name, data))
        assert closed["outcome"] == open_["outcome"]
        assert closed["status"] in ("finished", "undetermined")
        assert not any(v["verdict"] == "illegal" for v in closed["verdicts"])


def test_another_process_and_another_hash_seed_agree(name: str, tmp_path: Path) -> None:
    files, wanted = [], []
    for number, data in enumerate(samples(name, 1)):
        for kind, text in (("open", data), ("hidden", hidden(name, data))):
            path = tmp_path / f"{number}-{kind}.jsonl"
            path.write_bytes(text)
            files.append(str(path))
            found = judged(name, text)
            wanted.append([found["digest"], found["status"], found["outcome"]])
    for seed in ("0", "4711"):
        script = str(Path(__file__).with_name("judge_again.py"))
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        ran = subprocess.run(
            [sys.executable, script, *files], env=environment, capture_output=True, text=True, check=True
        )
        assert [json.loads(line) for line in ran.stdout.splitlines()] == wanted


def test_self_play_is_the_same_from_the_same_seed(name: str) -> None:
    game = registry.load(name)
    for players in seat_counts(game):
        run = play_game(game, "conformance:0", players)
        assert log_bytes(Log(run.header, tuple(run.entries))) == played(name, 0, players)


def test_a_printed_position_in_a_header_gives_the_same_digest(name: str) -> None:
    game = registry.load(name)
    for data in samples(name, 1):
        for text in (data, hidden(name, data)):
            log = read(name, text)
            run = replay(game, log)
            for n in range(0, len(log.entries) + 1, max(1, len(log.entries) // 12)):
                printed = run.printed(n)
                header = json.loads(log_bytes(Log(log.header, ())))
                header["position"] = printed
                again = Replay(game, read(name, json.dumps(header).encode()).header)
                assert again.printed() == printed
                assert digest(again.printed()) == digest(printed)


def test_play_goes_on_from_a_printed_position(name: str) -> None:
    game = registry.load(name)
    for data in samples(name, 1):
        log = read(name, data)
        whole = replay(game, log)
        for n in (len(log.entries) // 3, 2 * len(log.entries) // 3):
            header = json.loads(log_bytes(Log(log.header, ())))
            header["position"] = whole.printed(n)
            rest = Replay(game, read(name, json.dumps(header).encode()).header)
            for entry in log.entries[n:]:
                assert rest.push(entry).verdict == "legal"
            assert digest(rest.printed()) == digest(whole.printed())
            assert rest.outcome() == whole.outcome()


def test_a_fork_at_any_entry_is_the_log_judged_so_far(name: str) -> None:
    game = registry.load(name)
    log = read(name, samples(name, 1)[0])
    run = replay(game, log)
    for n in range(0, len(log.entries), max(1, len(log.entries) // 5)):
        assert run.fork(n).printed() == run.printed(n)


@pytest.mark.long
def test_thousands_of_games_end(name: str) -> None:
    game = registry.load(name)
    for players in range(game.seats[0], min(game.seats[1], 6) + 1):
        for seed in range(250):
            run = play_game(game, f"long:{seed}", players, call_time=seed if seed % 2 else None)
            assert run.status() == "finished"
            closed = judged(name, hidden(name, log_bytes(Log(run.header, tuple(run.entries)))))
            assert closed["outcome"]["ranking"] == [list(place) for place in run.outcome().ranking]  # type: ignore[union-attr]
