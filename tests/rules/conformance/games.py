"""Self-played games that the conformance suite shares: each is played once per test process."""

from __future__ import annotations

from functools import lru_cache

from rules import registry
from rules.kernel.game import Game
from rules.kernel.log import Log, read_log
from rules.kernel.seats import hidden_log
from rules.kernel.selfplay import log_bytes, play_game

GAMES = registry.games()


def seat_counts(game: Game) -> list[int]:
    """Seat counts worth trying: the fewest, one more, and up to four or the most."""
    low, high = game.seats
    return sorted({low, min(low + 1, high), min(4, high)})


@lru_cache(maxsize=512)
def played(name: str, seed: int, players: int, call_time: int | None = None) -> bytes:
    """One self-played game as the bytes of its log."""
    game = registry.load(name)
    run = play_game(game, f"conformance:{seed}", players, call_time)
    return log_bytes(Log(run.header, tuple(run.entries)))


def read(name: str, data: bytes) -> Log:
    return read_log(data, registry.load(name).all_verbs)


def hidden(name: str, data: bytes) -> bytes:
    """The same log as a table would have kept it."""
    return log_bytes(hidden_log(registry.load(name), read(name, data)))


def samples(name: str, seeds: int = 2) -> list[bytes]:
    """A few logs of each seat count, one of them with time called half-way."""
    game = registry.load(name)
    found = []
    for players in seat_counts(game):
        for seed in range(seeds):
            found.append(played(name, seed, players))
        length = found[-1].count(b"\n")
        found.append(played(name, 99, players, length // 2))
    return found
