"""What must be done: what a refusal says of it, in which order it may be done, and that it prints and reads whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules.highlander.changes.must_do import move_to_front
from rules.highlander.position import Highlander, Must, Side
from rules.highlander.reading.must_do import chained, open_musts, remaining
from rules.kernel.log import read_log
from rules.kernel.position import digest
from rules.kernel.replay import Replay
from rules.registry import load

GAME = load("highlander")
SCENARIOS = Path(__file__).parents[2] / "scenarios" / "highlander"


def table(must: list[dict[str, Any]], phase: str = "must_do") -> Replay:
    """A turn of B that waits for these things."""
    side = {"turns": 2, "ability": 9, "hand": ["Dodge", "Thrust"], "endurance": ["Slash"] * 9, "must": must}
    return started({"turn": "B", "phase": phase, "number": 6, "players": {"A": {"turns": 2}, "B": side}})


def started(position: Any) -> Replay:
    header = {"log": 1, "game": "highlander", "players": [{"seat": "A"}, {"seat": "B"}], "position": position}
    return Replay(GAME, read_log(json.dumps(header).encode(), GAME.all_verbs).header)


@pytest.mark.parametrize(
    ("must", "words"),
    [
        ({"do": "discard", "count": 2}, ("2", "discard", "no_more")),
        ({"do": "discard", "count": 100, "what": "dodge"}, ("every", "Dodge", "discard", "no_more")),
        ({"do": "discard", "count": 1, "random": True}, ("at random", "table")),
        ({"do": "draw_cards", "count": 3}, ("3", "draw")),
        ({"do": "draw"}, ("Ability", "draw")),
        ({"do": "search"}, ("Endurance", "take", "no_more")),
        ({"do": "shuffle"}, ("shuffle", "table")),
        ({"do": "mill", "count": 2, "what": "Desert"}, ("2", "Endurance", "carry_out")),
        ({"do": "choke", "what": "Dirty Trick"}, ("Endurance", "carry_out")),
        ({"do": "roll", "what": "Collapse"}, ("die", "carry_out")),
    ],
)
def test_a_refusal_says_what_comes_first_and_by_which_entry(
    must: dict[str, Any], words: tuple[str, ...]
) -> None:
    run = table([must])
    found = run.push(entry({"by": "B", "do": "next_phase"}))
    (violation,) = found.violations
    assert violation.rule == "must-do-phase"
    assert all(word in violation.message for word in words), violation.message


def test_a_refusal_names_everything_that_is_open() -> None:
    run = table([{"do": "discard", "count": 2}, {"do": "mill", "count": 2}, {"do": "draw", "after": True}])
    (violation,) = run.push(entry({"by": "B", "do": "next_phase"})).violations
    assert "discard cards" in violation.message and "carry_out" in violation.message
    assert "drawn" not in violation.message


def entry(raw: dict[str, Any]) -> Any:
    header = b'{"log": 1, "game": "highlander", "players": [{"seat": "A"}, {"seat": "B"}]}\n'
    return read_log(header + json.dumps(raw).encode(), GAME.all_verbs).entries[0]


def listed(*musts: Must, phase: Any = "must_do") -> Highlander:
    return Highlander(players={"B": Side(must=musts)}, turn="B", phase=phase)


ROLL, MILL, DRAW = Must(do="roll"), Must(do="mill", count=2), Must(do="draw_cards")
FOUR, UP = Must(do="discard", count=4), Must(do="draw", after=True)


def test_a_chain_moves_as_one_and_nothing_comes_between_what_is_begun() -> None:
    p = listed(MILL, FOUR, UP, ROLL)
    assert open_musts(p, "B") == (0, 1, 3)
    assert move_to_front(p, "B", 1).players["B"].must == (FOUR, UP, MILL, ROLL)
    begun = listed(MILL, Must(do="discard", count=3, done=1), UP, ROLL)
    assert open_musts(begun, "B") == (1,)
    left = listed(UP, MILL)  # what came before it is done
    assert open_musts(left, "B") == (0, 1)
    assert move_to_front(left, "B", 1).players["B"].must == (MILL, Must(do="draw"))


def test_what_may_be_done_waits_but_for_drawing_at_the_beginning_of_the_turn() -> None:
    may, drawn = Must(do="replace", count=2, optional=True), Must(do="draw_cards", optional=True)
    assert open_musts(listed(MILL, may, drawn), "B") == (0, 2)
    assert open_musts(listed(may, drawn, phase="may_do"), "B") == (0, 1)


def test_what_followed_on_something_that_is_gone_follows_no_more() -> None:
    assert remaining((MILL, FOUR, UP), lambda one: one.do != "discard") == (MILL, Must(do="draw"))
    assert remaining((FOUR, UP, MILL), lambda one: one.do != "mill") == (FOUR, UP)
    paid = Must(do="discard", cost=True)
    assert chained((paid, DRAW, ROLL), 1) == (
        paid,
        Must(do="draw_cards", after=True),
        Must(do="roll", after=True),
    )
    assert chained((MILL, FOUR, Must(do="draw")), 1) == (MILL, FOUR, UP)


@pytest.mark.parametrize(
    "name",
    [
        "AB-02-poison-gas-waits", "AB-20-desert-waits", "AB-24-choke-and-desert", "AB-29-one-effect-in-its-order",
        "AB-36-desert-through-the-shuffle", "AB-40-used-and-dropped-by-connor",
    ],
)  # fmt: skip
def test_what_waits_prints_and_reads_whole(name: str) -> None:
    """A position put into a header as it is printed prints the same, and the same may be done in it."""
    lines = (SCENARIOS / f"{name}.jsonl").read_text().splitlines()
    entries = [line for line in lines if '"expect"' not in line and '"options"' not in line]
    log = read_log("\n".join(entries).encode(), GAME.all_verbs)
    run = Replay(GAME, log.header)
    for one in log.entries:
        assert run.push(one).verdict == "legal"
        again = started(run.printed())
        assert digest(again.printed()) == digest(run.printed())
        for by in ("A", "B", "table"):
            assert again.options_for(by) == run.options_for(by)
