"""Scenarios say what must come out, and fail when it does not."""

from __future__ import annotations

from rules import registry
from rules.kernel.scenario import fact, judge_scenario, run_scenario, scenario_json
from tests.rules.kernel.helpers import data, draw, header, lay, reveal
from tests.rules.kernel.toy import TOY

HAND = header(position={"phase": "lay", "players": {"A": {"hand": ["Number 2", "Blank"]}}})


def failures(*lines: dict, head: dict = HAND, strict: bool = False) -> list[str]:
    return [f"{f.line}: {f.message}" for f in run_scenario(TOY, data(*lines, head=head), strict)]


def illegal(entry: dict, rule: str = "") -> dict:
    return {**entry, "expect": "illegal", **({"rule": rule} if rule else {})}


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
        lay("A", "Number 2"),
        {"expect": {"turn": "A", "players.B.score": False}},
        {"options": {"by": "B", "include": [{"do": "lay"}], "exclude": [{"do": "draw"}]}},
        {**draw("B"), "expect": "maybe"},
    )
    assert [line.split(":")[0] for line in found] == ["2", "3", "5", "5", "6", "6", "7"]


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
    holds = judge_scenario(TOY, data(illegal(draw("B")), head=header()))
    fails = judge_scenario(TOY, data(draw("B"), head=HAND))
    out = scenario_json([("x", holds), ("y", fails)])
    assert (out["passed"], out["failed"], out["undetermined"]) == (1, 1, 0)
    assert out["scenarios"][0] == {
        "id": "x", "ok": True, "failures": [], "illegal": [{"line": 2, "rules": ("turn",)}], "undetermined": (),
    }  # fmt: skip
    assert out["scenarios"][1]["failures"][0]["line"] == 2
    assert out["scenarios"][1]["failures"][0]["rules"] == ("turn", "turn.phase")[:1]


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


def test_a_slip_of_the_pen_breaks_no_rule_of_the_game() -> None:
    slips = {
        "log.verb": {"by": "A", "do": "lya", "card": "Blank"},
        "log.argument": {"by": "A", "do": "lay", "crad": "Blank"},
        "log.seat": lay("C", "Blank"),
        "log.card": lay("A", "Blnak"),
    }
    for rule, entry in slips.items():
        (found,) = failures(illegal(entry))
        assert found.startswith(f"2: refused as it is written ({rule}: "), found
        assert f'"rule": "{rule}"' in found
        assert not failures(illegal(entry, rule))
        assert not failures(illegal(entry, "log"))
    seen = {**lay("A", "Blank"), "seen_by": ["C"]}
    assert failures(illegal(seen)) and not failures(illegal(seen, "log.seat"))


def test_a_card_that_lies_elsewhere_and_the_end_of_the_game_are_rules_of_the_game() -> None:
    assert not failures(illegal(lay("A", "Number 9")))
    over = {"by": "table", "do": "time_called"}
    assert not failures(over, illegal(draw("A")), illegal(draw("A"), "log.over"))


def test_what_follows_from_an_unknown_title_is_not_said_as_well() -> None:
    (found,) = judge_scenario(TOY, data(illegal(lay("A", "Blnak")), head=HAND)).broken
    assert found.rules == ("log.card",)
    assert "in the hand" not in found.why


def test_an_entry_expected_to_be_illegal_is_not_applied_where_it_is_legal() -> None:
    assert failures(illegal(lay("A", "Number 2")), {"expect": {"turn": "A", "phase": "lay"}}) == [
        "2: judged legal, expected illegal"
    ]


def test_an_entry_left_undetermined_is_counted_and_fails_where_it_is_strict() -> None:
    lines = (draw("A"), lay("A"), draw("B"), lay("B"), reveal("A", "Number 1"))
    assert not failures(*lines, head=header())
    assert judge_scenario(TOY, data(*lines, head=header())).open == (5,)
    (found,) = failures(*lines, head=header(), strict=True)
    assert found == "5: stayed undetermined (the card laid face down), and nothing was expected"
    meant = [
        {**line, "expect": "undetermined", "applied": True} if line == lay("B") else line for line in lines
    ]
    assert not failures(*meant, head=header(), strict=True)


def test_one_cause_and_one_line_for_what_was_not_reached() -> None:
    assert failures(
        lay("B", "Number 1"),
        lay("A", "Number 2"),
        {"expect": {"phase": "over"}},
        {**draw("B"), "expect": "legal"},
        {**draw("B"), "expect": "illegal", "rule": "draw"},
    ) == [
        "2: judged illegal (turn: it is A's turn; lay.card: the hand is empty), and nothing was expected",
        "3: not reached, and what follows neither (3 more): judging stopped at line 2",
    ]


def test_the_lines_not_reached_are_known() -> None:
    lines = (lay("B", "Number 1"), lay("A", "Number 2"), {"expect": {"phase": "over"}})
    assert judge_scenario(TOY, data(*lines, head=HAND)).unreached == (3, 4)
    assert judge_scenario(TOY, data(lay("A", "Number 2"), head=HAND)).unreached == ()


def test_judging_goes_on_after_an_undo() -> None:
    found = failures(
        lay("A", "Blank"),
        lay("A", "Number 2"),
        {"by": "A", "do": "undo", "on": 1},
        {"expect": {"phase": "lay"}},
        lay("A", "Number 2"),
        {"expect": {"phase": "lay"}},
    )
    assert [line.split(":")[0] for line in found] == ["2", "3", "7"]
    assert found[1] == "3: not reached: judging stopped at line 2"


def test_an_entry_that_turns_out_illegal_is_the_cause() -> None:
    lines = (draw("A"), lay("A"), draw("B"), lay("B"), reveal("A", "Blank"), {"expect": {"turn": "B"}})
    found = failures(*lines, reveal("B", "Number 1"), head=header())
    assert found == [
        "3: turned out illegal at line 6 (lay.card: only a Number is laid), and nothing was expected",
        "8: not reached: judging stopped at line 3",
    ]
    meant = [
        {**line, "expect": "undetermined", "applied": True, "decided_at": 5} if line == lay("A") else line
        for line in lines
    ]
    assert not failures(*meant, head=header())
    named = [{**line, "rule": "lay"} if line.get("expect") else line for line in meant]
    assert not failures(*named, head=header())
    other = [{**line, "rule": "draw"} if line.get("expect") else line for line in meant]
    (found,) = failures(*other, head=header())
    assert found == "3: illegal (lay.card: only a Number is laid), expected the rule draw"


def test_a_rule_expected_of_what_was_never_settled_is_not_broken() -> None:
    still = {**lay("A"), "expect": "undetermined", "applied": True, "rule": "lay"}
    (found,) = failures(draw("A"), still, head=header())
    assert found == "3: undetermined in the end, expected the rule lay"


def test_a_pattern_of_an_option_may_use_older_names() -> None:
    sides = {
        "A": {"hand": ["Upper Left Block"]},
        "B": {"attacks": [{"owner": "B", "card": "Upper Left Attack"}]},
    }
    position = {"turn": "A", "phase": "defense", "players": sides}
    head = header(game="highlander", rules="1999.3.10", position=position)
    for name in ("attack", "against"):
        wanted = {"do": "defend", "card": "Upper Left Block", name: 1}
        lines = data(
            {"options": {"by": "A", "include": [wanted], "exclude": [{**wanted, name: 2}]}}, head=head
        )
        assert not run_scenario(registry.load("highlander"), lines)
