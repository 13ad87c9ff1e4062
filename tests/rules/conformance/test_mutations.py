"""Every game: whatever is done to a log, the answer is a verdict or a clear refusal, never an exception."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from rules import registry
from rules.kernel.errors import LogError
from rules.kernel.report import judge_log
from tests.rules.conformance.games import GAMES, hidden, read, samples

pytestmark = pytest.mark.parametrize("name", GAMES)
#: mutations of each kind in the full tier (a long log times its views would take many minutes)
MOST = 50
WRONG: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    10**30,
    1.5,
    "",
    "Z",
    "table",
    [],
    [[]],
    {},
    {"unknown": True},
    [None, "x"],
)


def judged(name: str, lines: list[Any]) -> dict | None:
    """The report, or None for a clear refusal."""
    game = registry.load(name)
    try:
        log = read(name, "\n".join(json.dumps(line) for line in lines).encode())
        found = judge_log(game, log)
        for seat in (*log.header.seats, "public"):
            judge_log(game, log, seat=seat)
    except LogError as refusal:
        assert str(refusal)
        return None
    assert len(found["verdicts"]) == len(lines) - 1
    for verdict in found["verdicts"]:
        if verdict["verdict"] == "illegal":
            assert all(v["rule"] and v["message"] and v["source"] for v in verdict["violations"])
    return found


def lines_of(data: bytes) -> list[Any]:
    return [json.loads(line) for line in data.splitlines()]


def mutations(lines: list[Any], chance: random.Random, each: int) -> list[list[Any]]:
    """Dropped, doubled, swapped, altered, cut: ``each`` of every kind."""
    found = []
    for _ in range(each):
        n = chance.randrange(1, len(lines))
        m = chance.randrange(1, len(lines))
        found.append(lines[:n] + lines[n + 1 :])
        found.append([*lines[:n], lines[n], *lines[n:]])
        swapped = list(lines)
        swapped[n], swapped[m] = swapped[m], swapped[n]
        found.append(swapped)
        field = chance.choice([key for key in lines[n] if key != "do"] or ["by"])
        found.append([*lines[:n], {**lines[n], field: chance.choice(WRONG)}, *lines[n + 1 :]])
        other = lines[m].get(field, chance.choice(WRONG))
        found.append([*lines[:n], {**lines[n], field: other}, *lines[n + 1 :]])
        found.append([*lines[:n], {**lines[n], "do": lines[m]["do"]}, *lines[n + 1 :]])
        found.append([*lines[:n], {**lines[n], "by": lines[m]["by"]}, *lines[n + 1 :]])
        found.append([*lines[:n], {"by": lines[n]["by"], "do": lines[n]["do"]}, *lines[n + 1 :]])
        found.append(lines[:n])
    return found


@pytest.mark.parametrize("kind", ["open", "hidden"])
def test_mutated_logs(name: str, kind: str) -> None:
    chance = random.Random(1)
    for data in samples(name, 1):
        lines = lines_of(data if kind == "open" else hidden(name, data))
        for mutated in mutations(lines, chance, 3):
            judged(name, mutated)


def test_mutated_entries_can_be_ruled_on(name: str) -> None:
    chance = random.Random(2)
    for data in samples(name, 1)[:2]:
        lines = lines_of(data)
        for mutated in mutations(lines, chance, 2):
            found = judged(name, mutated)
            if found is None or found["status"] != "illegal":
                continue
            on = next(v["n"] for v in found["verdicts"] if v["verdict"] == "illegal")
            for decision in (
                {"decision": "uphold"},
                {"decision": "let_stand"},
                {"decision": "rewind", "to": on // 2},
            ):
                ruling = {"by": "judge", "do": "ruling", "on": on, "reason": "so ruled", **decision}
                judged(name, [*mutated, ruling])
                judged(name, [*mutated[: on + 1], ruling, *mutated[on + 1 :]])


def test_mutated_headers(name: str) -> None:
    lines = lines_of(samples(name, 1)[0])[:8]
    for field in (*lines[0], "position", "options", "cards", "players"):
        for wrong in WRONG:
            judged(name, [{**lines[0], field: wrong}, *lines[1:]])


def test_mutated_positions(name: str) -> None:
    game = registry.load(name)
    data = samples(name, 1)[0]
    log = read(name, data)
    lines = lines_of(data)
    chance = random.Random(3)
    found = judge_log(game, log, until=len(log.entries) // 2)["position"]
    for path in chance.sample(list(_paths(found)), min(60, len(list(_paths(found))))):
        for wrong in chance.sample(WRONG, 4):
            judged(name, [{**lines[0], "position": _with(found, path, wrong)}, *lines[len(lines) // 2 :][:5]])


def _paths(value: Any, path: tuple = ()) -> Any:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (*path, key)
            yield from _paths(inner, (*path, key))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield (*path, place)
            yield from _paths(inner, (*path, place))


def _with(value: Any, path: tuple, new: Any) -> Any:
    if not path:
        return new
    if isinstance(value, dict):
        return {**value, path[0]: _with(value[path[0]], path[1:], new)}
    return [*value[: path[0]], _with(value[path[0]], path[1:], new), *value[path[0] + 1 :]]


@pytest.mark.long
def test_every_mutation_of_a_log(name: str) -> None:
    chance = random.Random(4)
    for data in samples(name, 1):
        lines = lines_of(data)
        for mutated in mutations(lines, chance, min(len(lines), MOST)):
            judged(name, mutated)
