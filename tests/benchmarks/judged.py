"""What the benchmarks of all engines share: self-played logs as chained files, and how fast they are judged."""

from __future__ import annotations

import time
from collections.abc import Iterable

import msgspec

from rules.kernel.chain import add_chain
from rules.kernel.chance import Source
from rules.kernel.game import Game
from rules.kernel.log import Log, read_log
from rules.kernel.replay import Replay, replay
from rules.kernel.seats import hidden_log


def chained_files(game: Game, runs: Iterable[Replay], hidden: bool = False) -> list[bytes]:
    """The logs of these replays as files with salts and hashes; ``hidden``: as the table itself could write them."""
    salts = Source("salts")
    found = []
    for run in runs:
        log = Log(run.header, tuple(run.entries))
        if hidden:
            log = hidden_log(game, log)
        lines = [msgspec.to_builtins(thing) for thing in (log.header, *log.entries)]
        chained = add_chain(lines, lambda: salts.below(2**128).to_bytes(16, "big"))
        found.append(b"".join(msgspec.json.encode(line) + b"\n" for line in chained))
    return found


def entries_judged(game: Game, files: list[bytes]) -> int:
    """Reads and judges these logs, their chains checked; how many entries they have."""
    entries = 0
    for data in files:
        log = read_log(data, game.all_verbs)
        run = replay(game, log)
        assert log.chain is None
        assert run.outcome() is not None
        assert len(run.verdicts) == len(log.entries)
        entries += len(log.entries)
    return entries


def fastest(game: Game, batches: Iterable[list[bytes]]) -> float:
    """Entries a second of processor time, the best of the batches, each of logs that were not judged before."""
    best = 0.0
    for files in batches:
        begun = time.process_time()
        entries = entries_judged(game, files)
        best = max(best, entries / (time.process_time() - begun))
    return best
