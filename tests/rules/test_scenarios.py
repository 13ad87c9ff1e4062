"""Every scenario of every game comes out as it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules import registry
from rules.kernel.log import game_of
from rules.kernel.scenario import run_scenario

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
