"""Every scenario of every game comes out as it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules import registry
from rules.kernel.entries import PUBLIC
from rules.kernel.log import game_of, read_log
from rules.kernel.replay import replay
from rules.kernel.scenario import run_scenario
from rules.kernel.seats import log_for

SCENARIOS = Path(__file__).parents[1] / "scenarios"
FILES = sorted(path for name in registry.games() for path in (SCENARIOS / name).glob("*.jsonl"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path: Path) -> None:
    data = path.read_bytes()
    name = game_of(data)
    assert name == path.parent.name
    failures = run_scenario(registry.load(name), data, strict=True)
    assert not failures, [f"{failure.line}: {failure.message}" for failure in failures]


@pytest.mark.parametrize("name", registry.games())
def test_what_is_forbidden_stands_beside_what_is_allowed(name: str) -> None:
    """Each game's scenarios together hold both, and say which rule is broken."""
    lines = [line for path in FILES if path.parent.name == name for line in path.read_text().splitlines()]
    assert any('"illegal"' in line and '"rule"' in line for line in lines)
    assert any('"do"' in line and '"illegal"' not in line for line in lines)


@pytest.mark.parametrize("name", registry.games())
def test_every_scenario_can_be_shown_to_every_seat(name: str) -> None:
    """And where the whole is legal, nobody is told that it is not."""
    game = registry.load(name)
    for path in FILES:
        if path.parent.name != name:
            continue
        log = read_log(path.read_bytes(), game.all_verbs)
        whole = replay(game, log)
        for seat in (*log.header.seats, PUBLIC):
            seen = replay(game, log_for(game, log, seat))
            assert seen.stopped is None or whole.stopped is not None, (path.stem, seat, seen.stopped)
