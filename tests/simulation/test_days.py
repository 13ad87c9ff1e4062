"""Days simulated from small seeds: as many as the budget of time lets through, always the same ones first."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import time
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from config.management.commands import simulate_days
from config.simulation.child import child
from config.simulation.day import Day
from config.simulation.emptying import empty
from config.simulation.plan import FAULTS, Plan, faults_named
from tests.referee.running import run
from tournaments.results import reports

pytestmark = [pytest.mark.django_db(transaction=True)]

#: Seconds for one worker; two share the seeds. On PostgreSQL a few must do.
BUDGET = {"sqlite": 6.0, "postgresql": 3.0}
#: Those of a day that is played twice; a transaction more costs more on PostgreSQL.
PLAYERS = {"sqlite": 4, "postgresql": 2}
ROUNDS = 1
SEEDS = 200
FORGERY = re.compile(r"'(?:csrfmiddlewaretoken|idempotency_key)': '[^']*'")
#: Days of each half that are played however long they take.
LEAST = 1
#: Rounds of the full tier: more by this variable.
DEEP = int(os.environ.get("SIMULATED_ROUNDS", "10000"))


def played(seed: int, players: int = 5, rounds: int = 2, faults: str = "all") -> Day:
    """One day on an empty database."""
    empty()
    return Day(Plan(str(seed), players, rounds, faults_named(faults))).run()


@pytest.mark.longest
@pytest.mark.parametrize("first", [1, pytest.param(2, marks=pytest.mark.anywhere)])
def test_nothing_that_must_be_true_is_broken(first: int) -> None:
    until, days, steps, faults = time.monotonic() + BUDGET[connection.vendor], 0, 0, 0
    for seed in range(first, SEEDS + 1, 2):
        day = played(seed, rounds=ROUNDS)
        assert day.failures == [], f"seed {seed}"
        days, steps, faults = days + 1, steps + day.steps, faults + sum(day.faults_met.values())
        if days >= LEAST and time.monotonic() > until:
            break
    print(f"{days} days, {steps} steps, {faults} faults")
    assert days >= LEAST and faults > days


@pytest.mark.long
@pytest.mark.anywhere
@pytest.mark.parametrize("number", range(-(-DEEP // simulate_days.PART)))
def test_ten_thousand_rounds(number: int) -> None:
    """The days that `simulate_days` plays."""
    empty()
    assert Day(simulate_days.plan_of(number)).run().failures == []


def test_the_same_arguments_give_the_same_day(settings: Any) -> None:
    # as a day has it of itself: what a Redis keeps for a time runs out by the real clock
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    players = PLAYERS[connection.vendor]
    one, other = played(7, players, 1), played(7, players, 1)
    assert one.digest and one.digest == other.digest, parting(one, other)


def parting(one: Day, other: Day) -> str:
    """Where the requests of two days begin to differ: words against forgery apart, which nobody draws from the seed."""
    lines = [[FORGERY.sub("", line) for line in day.journal] for day in (one, other)]
    apart = [pair for pair in zip_longest(*lines) if pair[0] != pair[1]]
    return (
        f"{len(apart)} of {len(lines[0])} requests differ, first {apart[0]}"
        if apart
        else "only the facts differ"
    )


@pytest.mark.anywhere
def test_a_fault_of_the_site_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports that differ confirm each other: one of the first days must see it. The fifth does, and is asked first;
    where days have come to differ, the others are."""
    monkeypatch.setattr(reports, "same_outcome", lambda one, other: True)
    found = next(
        (day.failures for seed in (5, 6, 7, 8, 1, 2, 3, 4) if (day := played(seed, 4, 1, "")).failures), []
    )
    assert found and found[0]["invariant"] in ("results", "decided stands", "acknowledged once")


@pytest.mark.anywhere
def test_the_command_prints_one_object(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    plan = ("--seed", "21", "--players", "4", "--rounds", "1", "--database", "sqlite:///50% of?a day.db")
    code, out, err = run("simulate_day", *plan, "--faults", "killed,doubled", "--json")
    assert code == 0, err
    with sqlite3.connect(tmp_path / "50% of?a day.db") as kept:
        # the event of the day; others are its copies
        played = kept.execute("SELECT count(*) FROM tournaments_event WHERE name LIKE 'Day-%'")
        assert played.fetchone() == (1,)
    alone = json.loads(out)
    assert alone["seed"] == 21 and alone["failures"] == []
    assert alone["faults"] == sum(alone["by_fault"].values()) and set(alone["by_fault"]) <= {
        "killed",
        "doubled",
    }
    assert alone["steps"] > 10 and len(alone["digest"]) == 64 and alone["covered"]["changes"]


@pytest.mark.long
@pytest.mark.anywhere
def test_a_day_is_the_same_after_others() -> None:
    one = {"seed": "21", "players": 4, "rounds": 1, "faults": faults_named("killed,doubled")}
    with child("") as process:
        alone = process.play(one, branches=False)
        other = process.play(one | {"seed": "22", "faults": ()}, branches=False)
        after = process.play(one, branches=False)
    assert after["digest"] == alone["digest"] != other["digest"] and after["steps"] == alone["steps"]
    assert other["faults"] == 0 and other["failures"] == [] and not after["covered"]["changes"]


@pytest.mark.anywhere
@pytest.mark.parametrize(
    "arguments",
    [
        ["--seed", "1", "--players", "1", "--rounds", "1"],
        ["--seed", "1", "--players", "4", "--rounds", "0"],
        ["--seed", "1", "--players", "4", "--rounds", "1", "--faults", "rain"],
        ["--seed", "1", "--players", "4", "--rounds", "1", "--database", "mysql://somewhere/x"],
    ],
)
def test_bad_arguments_are_refused(arguments: list[str]) -> None:
    code, _, err = run("simulate_day", *arguments)
    assert code == 64
    assert err.count("\n") <= 1 and "Traceback" not in err


@pytest.mark.anywhere
def test_a_file_that_holds_something_else_is_left_alone(tmp_path: Any) -> None:
    path = tmp_path / "site.sqlite3"
    path.write_bytes(b"x" * 5000)
    code, _, err = run(
        "simulate_day", "--seed", "1", "--players", "4", "--rounds", "1", "--database", f"sqlite:///{path}"
    )
    assert code == 64 and path.read_bytes() == b"x" * 5000, err


def test_every_fault_has_a_name_that_the_command_takes() -> None:
    assert faults_named("all") == tuple(FAULTS)
    assert faults_named("killed, doubled") == ("doubled", "killed")
