"""What each seat and a spectator make of a log that is legal as a whole."""

from __future__ import annotations

from rules import registry
from rules.kernel.entries import PUBLIC
from rules.kernel.replay import Replay, replay
from rules.kernel.seats import log_for
from tests.rules.conformance.games import hidden, played, read


def seen_by(name: str, data: bytes, seat: str) -> Replay:
    """The log as this seat, or the public, has it, judged."""
    game = registry.load(name)
    return replay(game, log_for(game, read(name, data), seat))


def wrongly_illegal(name: str, data: bytes) -> list[str]:
    """Where a view of this log says illegal or comes to another end than the log, each in a line."""
    found = []
    whole = replay(registry.load(name), read(name, data))
    assert whole.stopped is None, whole.verdicts[whole.stopped - 1]
    outcome = whole.outcome()
    ranking = outcome.ranking if outcome is not None else None
    for seat in (*whole.seats, PUBLIC):
        view = seen_by(name, data, seat)
        if view.stopped is not None:
            broken = view.verdicts[view.stopped - 1].violations[0]
            entry = view.entries[view.stopped - 1]
            found.append(
                f"{seat}: entry {view.stopped} ({entry.by} {entry.do}): {broken.rule}: {broken.message}"
            )
            continue
        end = view.outcome()
        if ranking != (end.ranking if end is not None else None):
            found.append(f"{seat}: {ranking} came to {end and end.ranking}")
    return found


def wrong_views(name: str, seed: int, players: int, call_time: int | None = None) -> list[str]:
    """The same of a self-played game, open and as a table would have kept it."""
    data = played(name, seed, players, call_time)
    about = f"{name} {seed}, {players} players, time called at {call_time}"
    return [
        f"{about}, {kind}, {line}"
        for kind, log in (("open", data), ("hidden", hidden(name, data)))
        for line in wrongly_illegal(name, log)
    ]
