"""Many days in parts: what was played is kept, and another call goes on from there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from config.management.commands import simulate_days
from config.simulation.child import NotPlayed
from tests.referee.running import run

pytestmark = pytest.mark.anywhere

#: Days of `played` that break off.
BROKE_OFF: set[int] = set()


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The plans of the days, which are not really played; the fifth breaks something."""
    plans: list[dict[str, Any]] = []

    class Child:
        processor = 0.5

        def play(self, plan: dict[str, Any], *, branches: bool) -> dict[str, Any]:
            assert not branches
            plans.append(plan)
            broken = [{"invariant": "points", "message": "three, not four"}] if len(plans) == 5 else []
            if len(plans) in BROKE_OFF:
                raise NotPlayed
            finished = 2 if broken else plan["rounds"]
            return {"finished": finished, "steps": 10, "faults": 4, "failures": broken}

    @contextmanager
    def child(database: str) -> Iterator[Child]:
        yield Child()

    monkeypatch.setattr(simulate_days, "child", child)
    monkeypatch.setattr(simulate_days, "TOGETHER", 2)
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
    # what was cut off is played again; of the broken day two rounds came to their end
    assert [plan["seed"] for plan in played] == [str(100_000 + number) for number in (0, 1, 2, 3, 4, 5)]
    assert [plan["players"] for plan in played] == list(simulate_days.PLAYERS[:6])
    assert run("simulate_days", "--rounds", "40", "--kept", kept)[0] == 1 and len(played) == 6


def test_a_day_that_breaks_off_is_said_and_the_next_one_played(
    played: list[dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.simulation.test_many_days.BROKE_OFF", {2})
    code, out, _ = run("simulate_days", "--rounds", "27", "--kept", tmp_path / "days.jsonl")
    assert code == 1 and "BROKEN played (simulate_day --seed 100001" in out and "27 of 27 rounds" in out
    monkeypatch.setattr("tests.simulation.test_many_days.BROKE_OFF", {len(played) + 1, len(played) + 2})
    code, _, err = run("simulate_days", "--rounds", "99", "--kept", tmp_path / "days.jsonl")
    assert code == 70 and "Two days in a row" in err


def test_two_runs_play_different_days(played: list[dict[str, Any]], tmp_path: Path) -> None:
    kept = tmp_path / "days.jsonl"
    assert run("simulate_days", "--rounds", "9", "--first", "1000", "--kept", kept)[0] == 0
    assert run("simulate_days", "--rounds", "18", "--first", "1000", "--kept", kept)[0] == 0
    assert [plan["seed"] for plan in played] == ["101000", "101001"]
    code, _, err = run("simulate_days", "--rounds", "27", "--first", "7", "--kept", kept)
    assert code == 64 and "begin with number 1000" in err
    code, _, err = run("simulate_days", "--first", "-1", "--kept", tmp_path / "more.jsonl")
    assert code == 64 and err.startswith("--first: ") and len(played) == 2


def test_no_day_begins_after_its_time(played: list[dict[str, Any]], tmp_path: Path) -> None:
    code, out, _ = run("simulate_days", "--kept", tmp_path / "days.jsonl", "--minutes", "0")
    assert code == 0 and played == [] and "0 of 10000 rounds" in out


@pytest.mark.parametrize("text", ["no days\n", '{"seed": 1}\n'])
def test_a_file_of_something_else_is_left_alone(text: str, tmp_path: Path) -> None:
    kept = tmp_path / "days.jsonl"
    kept.write_text(text)
    code, _, err = run("simulate_days", "--kept", kept)
    assert code == 64 and err.startswith("--kept: ") and kept.read_text() == text
