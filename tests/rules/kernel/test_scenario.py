"""Scenarios say what must come out, and fail when it does not."""

from __future__ import annotations

from rules.kernel.scenario import fact, run_scenario, scenario_json
from tests.rules.kernel.helpers import data, draw, header, lay, reveal
from tests.rules.kernel.toy import TOY

HAND = header(position={"phase": "lay", "players": {"A": {"hand": ["Number 2", "Blank"]}}})


def failures(*lines: dict, head: dict = HAND) -> list[str]:
    return [f"{f.line}: {f.message}" for f in run_scenario(TOY, data(*lines, head=head))]


def test_expectations_that_hold() -> None:
    assert not failures(
        {**lay("A", "Blank"), "expect": "illegal", "rule": "lay"},
        {"options": {"by": "A", "include": [], "exclude": [{"do": "draw"}]}},
        {**lay("A", "Number 2"), "expect": "legal"},
        {"expect": {"players.A.hand": ["Blank"], "turn": "B", "winner": None}},
        {"options": {"by": "B", "include": [{"do": "draw", "count": 2}]}},
    )


def test_expectations_that_do_not_hold_are_named_by_line() -> None:
    found = failures(
        {**lay("A", "Number 2"), "expect": "illegal"},
        {**draw("A"), "expect": "illegal", "rule": "lay"},
        draw("A"),
        {"expect": {"turn": "A", "players.B.score": False}},
        {"options": {"by": "B", "include": [{"do": "lay"}], "exclude": [{"do": "draw"}]}},
        {**draw("B"), "expect": "maybe"},
    )
    assert [line.split(":")[0] for line in found] == ["2", "3", "4", "5", "5", "6", "7"]


def test_an_undetermined_entry_is_asked_or_applied() -> None:
    head = header()
    assert not failures(
        draw("A"),
        {**lay("A"), "expect": "undetermined"},
        {"expect": {"turn": "A"}},
        {**lay("A"), "expect": "undetermined", "applied": True, "decided_at": 6},
        draw("B"),
        lay("B"),
        reveal("A", "Number 1"),
        head=head,
    )
    found = failures(
        draw("A"), {**lay("A"), "expect": "undetermined", "applied": True, "decided_at": 3}, head=head
    )
    assert found == ["3: decided at None, expected 3"]


def test_expectations_of_the_wrong_type_fail_in_words() -> None:
    assert failures(
        {**lay("A", "Blank"), "expect": "illegal", "rule": 5},
        {"by": "A", "do": "fly", "expect": "illegal", "rule": ["log"]},
        {"options": {"by": "A", "include": 5}},
        {"options": {"by": "A", "exclude": None}},
    ) == [
        "2: “rule” holds the id of a rule",
        "3: “rule” holds the id of a rule",
        "4: “include” and “exclude” hold lists of entries",
        "5: “include” and “exclude” hold lists of entries",
    ]


def test_facts_by_path() -> None:
    printed = {"a": {"b.c": [1, {"d": 2}]}}
    assert fact(printed, "a.b.c.1.d") == 2
    assert fact(printed, "a.b.c.7") is None
    assert fact(printed, "a.x") is None


def test_the_json_counts() -> None:
    out = scenario_json({"x": [], "y": run_scenario(TOY, data(draw("B"), head=HAND))})
    assert (out["passed"], out["failed"]) == (1, 1)
    assert out["scenarios"][0] == {"id": "x", "ok": True, "failures": []}
    assert out["scenarios"][1]["failures"][0]["line"] == 2


def test_an_undo_expected_to_be_illegal_does_not_stop_the_scenario() -> None:
    assert not failures(
        draw("A"),
        {"by": "B", "do": "undo", "on": 1, "expect": "illegal", "rule": "log.undo"},
        {
            "by": "judge",
            "do": "ruling",
            "on": 1,
            "decision": "uphold",
            "expect": "illegal",
            "rule": "log.ruling",
        },
        {"by": "A", "do": "undo", "on": 1},
        draw("A"),
        head=header(),
    )
