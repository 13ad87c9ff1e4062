"""All scenarios: how each comes out, and the whole course of its log, illegal entries included."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rules import registry
from rules.kernel.entries import PUBLIC
from rules.kernel.log import game_of, read_log
from rules.kernel.replay import replay
from rules.kernel.scenario import judge_scenario, scenario_row
from rules.kernel.seats import log_for
from tests.differential.facts import Fact
from tests.differential.games import course, line, reported

SCENARIOS = Path(__file__).parents[1] / "scenarios"


def facts() -> Iterator[Fact]:
    for path in sorted(SCENARIOS.glob("*/*.jsonl")):
        yield Fact(f"scenarios/{path.parent.name}/{path.stem}", lambda p=path: "\n".join(outcome(p)))


def outcome(path: Path) -> Iterator[str]:
    data = path.read_bytes()
    name = game_of(data)
    game = registry.load(name)
    yield line("result", scenario_row(path.stem, judge_scenario(game, data, strict=True)))
    log = read_log(data, game.all_verbs)
    yield from course(name, log)
    for seat in (*log.header.seats, PUBLIC):
        yield f"-- as {seat}"
        yield from reported(replay(game, log_for(game, log, seat)))
