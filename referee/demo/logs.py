"""Logs for the demo: self-played games as a table would have kept them, one of them with a mistake in it."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.kernel.chance import Source
from rules.kernel.entries import JUDGE, TABLE, BadEntry, Entry
from rules.kernel.game import Game
from rules.kernel.log import Log
from rules.kernel.replay import Replay, replay
from rules.kernel.seats import hidden_log
from rules.kernel.selfplay import log_bytes, play_game
from rules.kernel.verdict import Verdict


def sample_deck(game: Game, seed: str) -> dict[str, Any]:
    """A deck list as self-play has them."""
    header = game.sample_header(game.seats[0], Source(f"demo:{seed}"))
    deck = msgspec.to_builtins(header.players[0].deck)
    return dict(deck or {"name": "", "sections": {}})


def played_game(game: Game, seed: str, players: int = 2) -> tuple[bytes, str | None]:
    """A finished game's log with hidden cards unnamed until they are shown, and the seat that won it; none where the
    log leaves a doubt."""
    run = play_game(game, f"demo:{seed}", players)
    log = hidden_log(game, Log(run.header, tuple(run.entries)))
    sure = all(verdict.verdict == "legal" for verdict in replay(game, log).verdicts)
    outcome = run.outcome() if sure else None
    first = outcome.ranking[0] if outcome else ()
    return log_bytes(log), first[0] if len(first) == 1 else None


def game_won_by(game: Game, seed: str, seat: str | None = None, players: int = 2) -> tuple[bytes, str | None]:
    """The first of a seed's games that this seat wins (or that has any one winner) and that is judged without a
    doubt."""
    for number in range(50):
        data, winner = played_game(game, f"{seed}:{number}", players)
        if winner is not None and seat in (None, winner):
            return data, winner
    raise RuntimeError("fifty games without such a winner")


def game_with_a_mistake(game: Game, seed: str) -> bytes:
    """A log in the middle of which somebody acts although the rules do not let him."""
    run = play_game(game, f"demo:{seed}", 2)
    log = hidden_log(game, Log(run.header, tuple(run.entries)))
    judged = replay(game, log)
    middle = len(log.entries) // 2
    places = [*range(middle, len(log.entries)), *range(middle)]
    for n in sorted(places, key=lambda place: log.entries[place].do != "send"):
        wrong = _out_of_turn(judged, n)
        if wrong is not None:
            entries = (*log.entries[:n], wrong, *log.entries[n:])
            return log_bytes(Log(log.header, entries))
    raise RuntimeError("no place for a mistake in this game")


def _out_of_turn(run: Replay, n: int) -> Entry | None:
    """Entry ``n + 1`` as the other seat would have made it, when that breaks a rule of the game itself."""
    entry = run.entries[n]
    if isinstance(entry, BadEntry) or entry.by in (TABLE, JUDGE):
        return None
    other = next(seat for seat in run.seats if seat != entry.by)
    wrong = _by(entry, other)
    verdict: Verdict = run.fork(n).push(wrong)
    own = [violation for violation in verdict.violations if not violation.rule.startswith("log.")]
    return wrong if verdict.verdict == "illegal" and own else None


def _by(entry: Entry, seat: str) -> Entry:
    from msgspec.structs import replace

    return replace(entry, by=seat, seen_by=None)
