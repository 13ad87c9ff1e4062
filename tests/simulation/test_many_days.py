"""Many days in parts: what was played is kept, and another call goes on from there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from config.management.commands import simulate_days
from tests.referee.running import run

pytestmark = pytest.mark.anywhere


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The plans of the days, which are not really played; the fifth breaks something."""
    plans: list[dict[str, Any]] = []

    def play(plan: dict[str, Any], database: str) -> dict[str, Any]:
        plans.append(plan)
        broken = [{"invariant": "points", "message": "three, not four"}] if len(plans) == 5 else []
        return {"steps": 10, "faults": 4, "failures": broken}

    monkeypatch.setattr(simulate_days, "play", play)
    return plans


def test_another_call_goes_on_where_the_first_ended(played: list[dict[str, Any]], tmp_path: Path) -> None:
    kept = tmp_path / "days.jsonl"
    code, out, _ = run("simulate_days", "--rounds", "22", "--kept", kept)
    assert code == 0 and "22 of 22 rounds in 3 days, 30 steps, 12 faults" in out
    assert [plan["rounds"] for plan in played] == [9, 9, 4]
    with kept.open("ab") as file:
        file.write(b'{"seed": 100003, "pla')  # ended in the middle of a line
    code, out, _ = run("simulate_days", "--rounds", "40", "--kept", kept)
    assert code == 1 and "BROKEN points (simulate_day --seed 100004" in out and "1 days broken" in out
    assert [plan["seed"] for plan in played] == [str(100_000 + number) for number in range(5)]
    assert len({plan["players"] for plan in played}) == 5
    assert run("simulate_days", "--rounds", "40", "--kept", kept)[0] == 1 and len(played) == 5


def test_no_day_begins_after_its_time(played: list[dict[str, Any]], tmp_path: Path) -> None:
    code, out, _ = run("simulate_days", "--kept", tmp_path / "days.jsonl", "--minutes", "0")
    assert code == 0 and played == [] and "0 of 10000 rounds" in out


@pytest.mark.parametrize("text", ["no days\n", '{"seed": 1}\n'])
def test_a_file_of_something_else_is_left_alone(text: str, tmp_path: Path) -> None:
    kept = tmp_path / "days.jsonl"
    kept.write_text(text)
    code, _, err = run("simulate_days", "--kept", kept)
    assert code == 64 and err.startswith("--kept: ") and kept.read_text() == text
