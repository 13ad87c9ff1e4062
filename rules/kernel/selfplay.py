"""Complete legal games by random legal choice, written as logs that replay without the seed."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules.kernel.chance import Source
from rules.kernel.entries import TABLE, Entry, TimeCalled
from rules.kernel.game import Game
from rules.kernel.log import Header, Log
from rules.kernel.replay import Replay
from rules.kernel.seats import hidden_log

#: A game that is not over by then never ends: a bug of the engine.
LIMIT = 20_000


class Endless(RuntimeError):
    """A self-played game did not end."""


def play_game(
    game: Game,
    seed: str,
    players: int | None = None,
    call_time: int | None = None,
    header: Header | None = None,
) -> Replay:
    """One game to its end; ``call_time``: time is called after that many entries. Raises ``Endless``."""
    source = Source(f"{game.name}:{seed}")
    if header is None:
        header = game.sample_header(players or game.seats[0], source)
    run = Replay(game, header)
    called = False
    while len(run.entries) < LIMIT:
        if call_time is not None and not called and len(run.entries) >= call_time:
            called = True
            timed = run.fork(len(run.entries))
            if timed.push(TimeCalled(by=TABLE)).verdict != "illegal":
                run = timed
            continue
        entry = choose(run, source)
        if entry is None:
            return run
        verdict = run.push(entry)
        if verdict.verdict != "legal":
            raise RuntimeError(f"{game.name}: entry {len(run.entries)} was offered and is {verdict}: {entry}")
    raise Endless(f"{game.name}: seed {seed} is not over after {LIMIT} entries")


def choose(run: Replay, source: Source) -> Entry | None:
    """A random legal entry at this point with its chance written in; None when the game is over."""
    game = run.game
    seats = game.to_act(run.position)
    while seats:
        by = source.choice(seats)
        options = game.options(run.judgment(), by)
        if options:
            wanted = game.prefer(run.judgment(), options, source)
            return game.fill(run.judgment(), source.choice(wanted or options), source)
        seats = tuple(seat for seat in seats if seat != by)
        if not seats:
            raise RuntimeError(f"{game.name}: nobody has a legal option although the game waits for somebody")
    return None


def selfplay(
    game: Game,
    games: int,
    seed: str,
    players: int | None = None,
    call_time: int | None = None,
    hide: bool = False,
) -> Iterator[tuple[str, Log]]:
    """Logs of ``games`` games, each with its file name."""
    for number in range(1, games + 1):
        run = play_game(game, f"{seed}:{number}", players, call_time)
        log = Log(run.header, tuple(run.entries))
        yield f"{game.name}-{seed}-{number:04d}.jsonl", hidden_log(game, log) if hide else log


def log_bytes(log: Log) -> bytes:
    """A log's file."""
    encode = msgspec.json.encode
    return b"".join(encode(thing) + b"\n" for thing in (log.header, *log.entries))
