"""Every game: the options are exactly the legal actions, held against a generator that knows no rule."""

from __future__ import annotations

import itertools
import json
import random
from collections import defaultdict
from functools import lru_cache
from typing import Any

import msgspec
import pytest

from rules import registry
from rules.kernel.chance import Source
from rules.kernel.entries import Entry
from rules.kernel.game import Game
from rules.kernel.judging import judge
from rules.kernel.log import decoder
from rules.kernel.replay import Replay
from tests.rules.conformance.games import GAMES, played, read, seat_counts

pytestmark = pytest.mark.parametrize("name", GAMES)
COMMON = set(Entry.__struct_fields__) | {"do"}
TRIES = 400


@lru_cache(maxsize=8)
def words(name: str) -> dict[tuple[str, str], list[Any]]:
    """Every value each argument of each verb had in some self-played games: what the generator builds with."""
    found: dict[tuple[str, str], dict[str, Any]] = defaultdict(dict)
    game = registry.load(name)
    for players in seat_counts(game):
        for seed in range(3):
            for line in played(name, seed, players).splitlines()[1:]:
                entry = json.loads(line)
                for key, value in entry.items():
                    if key not in COMMON:
                        found[entry["do"], key][json.dumps(value, sort_keys=True)] = value
    return {key: [values[text] for text in sorted(values)] for key, values in found.items()}


def candidates(game: Game, run: Replay, chance: random.Random) -> list[dict[str, Any]]:
    """Entries of every verb by everybody with any arguments, a random choice where there are too many."""
    offered: dict[tuple[str, str], list[Any]] = defaultdict(list)
    for by in (*run.seats, "table"):
        for option in run.options_for(by):
            for key, value in msgspec.to_builtins(option).items():
                if key not in COMMON:
                    offered[option.do, key].append(value)
    found = []
    vocabulary = words(game.name)
    for verb in game.verbs:
        if verb.unprompted:
            continue
        do = str(verb.__struct_config__.tag)
        fields = [f for f in verb.__struct_fields__ if f not in COMMON]
        choices = [[None, *vocabulary.get((do, f), []), *offered[do, f]] for f in fields]
        size = 1
        for choice in choices:
            size *= len(choice)
        if size <= TRIES:
            picks: Any = itertools.product(*choices)
        else:
            picks = [tuple(chance.choice(choice) for choice in choices) for _ in range(TRIES)]
        for pick in picks:
            arguments = {f: v for f, v in zip(fields, pick, strict=True) if v is not None}
            found += [{"by": by, "do": do, **arguments} for by in (*run.seats, "table", "judge")]
    return found


def key(entry: Entry) -> str:
    return msgspec.json.encode(entry, order="sorted").decode()


def legal_and_normal(run: Replay, entry: Entry) -> Entry | None:
    """The option a candidate amounts to when it is legal beyond doubt; else None."""
    j = run.judgment()
    if judge(run.setup, j, entry) is None or j.needs or j.missing:
        return None
    return run.game.canonical_option(run.judgment(), entry)


def points(name: str) -> list[Replay]:
    """Positions of open games at which the generator is let loose."""
    game = registry.load(name)
    found = []
    for players in seat_counts(game)[:2]:
        log = read(name, played(name, 0, players))
        run = Replay(game, log.header)
        step = max(1, len(log.entries) // 15)
        for n, entry in enumerate(log.entries):
            if n % step == 0:
                found.append(run.fork(n))
            run.push(entry)
    return found


def test_every_legal_action_is_offered(name: str) -> None:
    game = registry.load(name)
    chance = random.Random(6)
    decode = decoder(game.all_verbs).decode
    compared = 0
    for run in points(name):
        offered = {
            by: {key(option) for option in run.options_for(by)} for by in (*run.seats, "table", "judge")
        }
        for raw in candidates(game, run, chance):
            try:
                entry = decode(json.dumps(raw).encode())
            except msgspec.DecodeError:
                continue
            normal = legal_and_normal(run, entry)
            if normal is not None:
                compared += 1
                assert key(normal) in offered[normal.by], (
                    f"{raw} is legal and not offered: {offered[normal.by]}"
                )
    assert compared > 20


def test_every_option_is_legal(name: str) -> None:
    game = registry.load(name)
    source = Source("options")
    for run in points(name):
        for by in (*run.seats, "table"):
            for option in run.options_for(by):
                entry = game.fill(run.judgment(), option, source)
                j = run.judgment()
                assert judge(run.setup, j, entry) is not None, (
                    f"{entry} is offered and illegal: {j.violations}"
                )
                assert key(game.canonical_option(run.judgment(), entry)) == key(option)  # type: ignore[arg-type]


def test_somebody_can_always_act_until_the_game_is_over(name: str) -> None:
    for run in points(name):
        seats = run.game.to_act(run.position)
        assert bool(seats) == (run.outcome() is None)
        assert not seats or any(run.options_for(by) for by in seats)
