"""Games read from their bytes and played again, each step checked: ours and others', steps a second."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rules import registry
from rules.kernel.selfplay import play_game
from tests.benchmarks.judged import chained_files, fastest
from tests.benchmarks.peers.installed import Missing, Peers, our_version, run_out
from tests.benchmarks.peers.pairing import times

SCRIPTS = Path(__file__).parent / "scripts"
#: of ours: games a batch, and batches, the best of which counts
GAMES, BATCHES = 12, 3
#: processor seconds after which a peer stops
STOP = 4.0


@dataclass(frozen=True)
class Task:
    """What a peer is asked for: who it is, the task in words, its script, games to play."""

    peer: str
    words: str
    script: str
    games: int


TASKS = (
    Task(
        "open_spiel",
        "gin rummy through Python, each action looked up among the legal ones",
        "open_spiel",
        400,
    ),
    Task("pokerkit", "hold'em of four seats, from its own hand histories", "pokerkit", 400),
    Task("pokemon-showdown", "random battles of the ninth generation, from their input logs", "showdown", 40),
    Task(
        "boardgame.io", "a card game of two moves (draw, play a card), through its client", "boardgame", 200
    ),
)


def our_speed(name: str) -> float:
    """Entries a second of a game: logs of two seats, every card named, from bytes to verdicts, chain checked."""
    game = registry.load(name)
    batches = [
        chained_files(game, (play_game(game, f"figures:{batch}:{n}", 2) for n in range(GAMES)))
        for batch in range(BATCHES)
    ]
    return fastest(game, batches)


def peer_speed(peers: Peers, task: Task, limit: float) -> tuple[str, float]:
    """The peer's version and steps a second. Raises Missing."""
    version = peers.version(task.peer)
    script = next(SCRIPTS.glob(f"{task.script}_steps.*"))
    runner = "node" if script.suffix == ".js" else sys.executable
    answer = json.loads(
        run_out([runner, str(script), str(task.games), str(STOP)], peers.environment, limit).splitlines()[-1]
    )
    return version, answer["steps"] / answer["seconds"]


def replay_table(peers: Peers, limit: float, say: Callable[[str], None]) -> str:
    """The table of steps a second in Markdown, how many of them each of our games does for one of a peer's."""
    mine, own = {}, our_version()
    for name in registry.GAMES:
        mine[name] = our_speed(name)
        say(f"replay: {name}: {mine[name]:,.0f}")
    slow, quick = min(mine.values()), max(mine.values())
    rows = ["| replay | steps a second | ours to it |", "| --- | ---: | ---: |"]
    rows += [f"| ours, {own}: {registry.GAMES[name][0]} | {speed:,.0f} | |" for name, speed in mine.items()]
    skipped = []
    for task in TASKS:
        try:
            version, speed = peer_speed(peers, task, limit)
        except Missing as missing:
            skipped.append(f"- {task.peer} was skipped: {missing}.")
            say(f"replay: {task.peer} skipped: {missing}")
            continue
        say(f"replay: {task.peer}: {speed:,.0f}")
        rows.append(
            f"| {task.peer} {version}: {task.words} | {speed:,.0f} "
            f"| {times(slow / speed)} to {times(quick / speed)} |"
        )
    notes = (
        "- A step is an entry of a log, an action, an operation, a choice or a move: the rules behind differ."
    )
    return "\n".join([*rows, "", notes, *skipped])
