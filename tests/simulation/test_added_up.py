"""What several days cover is added up: a branch is taken where one day took it, a function called where one did."""

from __future__ import annotations

import json
from typing import Any

import pytest

from config.simulation.added_up import added_up, in_words, of_report
from tests.referee.running import run

pytestmark = pytest.mark.anywhere


def report(taken: list[list[Any]], not_called: list[str], verbs: dict[str, dict[str, int]]) -> dict[str, Any]:
    changes = {"branches": 8, "functions": 5, "taken_places": taken, "not_called": not_called}
    return {"covered": {"verbs": verbs, "changes": changes}}


def test_two_days_together() -> None:
    one = report([["a.py", 3, True], ["a.py", 3, False]], ["a.py:f", "a.py:g"], {"drop": {"running yes": 2}})
    other = report(
        [["a.py", 3, True], ["b.py", 1, True]],
        ["a.py:g", "b.py:h"],
        {"drop": {"running yes": 1, "draft no": 1}, "look": {"draft yes": 1}},
    )
    whole = added_up(map(of_report, (one, other)))
    assert (whole.days, whole.branches, len(whole.taken), whole.not_called) == (2, 8, 3, ["a.py:g"])
    assert whole.verbs == {"drop": {"draft no": 1, "running yes": 3}, "look": {"draft yes": 1}}
    said = in_words(whole)
    assert (
        "2 days: 2 verbs, 3 with their states" in said and "3 of 8 branches taken, 4 of 5 functions" in said
    )


def test_days_without_branches_count_their_verbs_alone() -> None:
    whole = added_up([of_report({"covered": {"verbs": {"look": {"draft yes": 1}}, "changes": {}}})])
    assert (whole.branches, whole.with_states) == (0, 1) and "branches" not in in_words(whole)


@pytest.mark.long
def test_the_command_adds_up_its_days() -> None:
    plan = ("--seed", "21", "--players", "4", "--rounds", "1", "--days", "2", "--json")
    code, out, err = run("simulate_day", *plan)
    assert code == 0, err
    told = json.loads(out)
    assert [day["seed"] for day in told["days"]] == [21, 22] and told["covered"]["days"] == 2
    assert len(told["covered"]["taken"]) > 100 and told["covered"]["verbs"]["round-publish"]


@pytest.mark.parametrize(("seed", "days"), [("some", "2"), ("1", "0")])
def test_days_that_have_no_numbers_are_refused(seed: str, days: str) -> None:
    code, _, err = run("simulate_day", "--seed", seed, "--players", "4", "--rounds", "1", "--days", days)
    assert code == 64 and "--days" in err
