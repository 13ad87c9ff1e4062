"""`standings`, `pair` and `simulate_event` as a person or a script calls them."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.building import facts
from tests.tournaments.playing import add_round, field, play


def answer(*arguments: str) -> str:
    out = io.StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def refused(*arguments: str) -> str:
    with pytest.raises(CommandError) as error:
        answer(*arguments)
    assert error.value.returncode == 64
    return str(error.value)


@pytest.fixture
def saved(tmp_path: Path) -> Any:
    def save(made: Any) -> str:
        path = tmp_path / "event.json"
        path.write_bytes(made if isinstance(made, bytes) else json.dumps(made).encode())
        return str(path)

    return save


def test_standings(saved: Any) -> None:
    path = saved(facts("A>B C=D"))
    told = json.loads(answer("standings", path, "--json"))
    assert [(row["place"], row["entrant"]) for row in told["standings"]] == [
        (1, "A"),
        (2, "C"),
        (2, "D"),
        (4, "B"),
    ]
    assert told["standings"][0]["values"] == {"match_points": 3, "omw": 0.33, "gw": 1, "ogw": 0.33}
    assert told["relied_on"]["profile"] == "mtr"
    assert "    1  A A" in answer("standings", path)


def test_the_working_of_one_entrant(saved: Any) -> None:
    path = saved(facts("A>B C=D"))
    told = json.loads(answer("standings", path, "--json", "--explain", "A"))
    assert told["entrant"] == "A"
    assert told["values"]["omw"]["parts"] == [
        {"round": 1, "opponent": "B", "value": 0.33, "note": "floored from 0"}
    ]
    assert "round 1 B: 0.3300 (floored from 0)" in answer("standings", path, "--explain", "A")
    assert "'Z' is not among the entrants" in refused("standings", path, "--explain", "Z")


def test_pairing(saved: Any) -> None:
    path = saved(facts("A>B C>D"))
    told = json.loads(answer("pair", path, "--json"))
    assert set(told) == {"round", "stage", "matches", "byes", "unpaired", "relaxed", "cost", "seconds"}
    assert [set(m["seats"]) for m in told["matches"]] == [{"A", "C"}, {"B", "D"}]
    assert told["cost"]["squared_difference"] == 0
    again = json.loads(answer("pair", path, "--json"))
    assert again | {"seconds": 0} == told | {"seconds": 0}
    assert "Round 2" in answer("pair", path)


def test_pairing_says_what_was_relaxed(saved: Any) -> None:
    path = saved(facts("A>B"))
    assert json.loads(answer("pair", path, "--json"))["relaxed"][0] == {
        "promise": "no_rematch",
        "entrants": ["A", "B"],
    }
    assert "Relaxed for A, B: Nobody meets an opponent again." in answer("pair", path)


def test_nobody_left_is_an_answer(saved: Any) -> None:
    path = saved(facts("A>B", entrants={n: {"dropped_after": 1} for n in "AB"}))
    told = json.loads(answer("pair", path, "--json"))
    assert (told["matches"], told["over"]) == ([], True)
    assert "Nobody is left to pair." in answer("pair", path)


def test_what_cannot_be_paired_is_refused(saved: Any) -> None:
    assert "Round 1 is unfinished" in refused("pair", saved(facts("A?B")))
    stages = [{"id": "cut", "kind": "double_elimination"}]
    drawn = facts("A=B", entrants={"A": {}, "B": {}}, stages=stages)
    drawn["rounds"][0] |= {"stage": "cut"}
    drawn["rounds"][0]["matches"][0]["bracket"] = {"side": "winners", "round": 1, "slot": 1}
    assert "rounds[0].matches[0].result: a match of an elimination has a winner" in refused(
        "pair", saved(drawn)
    )


def test_a_bracket_as_json_and_printed(saved: Any) -> None:
    """Three: 1 has a bye, 2 meets 3. After that 1 is still in with who won; 3 stands by the round he lost in."""
    made = field(3, {"kind": "single_elimination"})
    path = saved(made)
    told = json.loads(answer("pair", path, "--json"))
    assert (told["stage"], told["byes"]) == ("single_elimination", ["P001"])
    assert told["matches"] == [
        {"table": 1, "seats": ["P002", "P003"], "reasons": [],
         "bracket": {"side": "winners", "round": 1, "slot": 2}},
        {"table": None, "seats": ["P001"], "reasons": [], "bracket": {"side": "winners", "round": 1, "slot": 1}},
    ]  # fmt: skip
    printed = answer("pair", path)
    assert "1  P002 - P003  winners, round 1, slot 2" in printed
    assert "-  P001 (bye)   winners, round 1, slot 1" in printed
    add_round(made, told)
    rows = json.loads(answer("standings", saved(made), "--json"))["standings"]
    assert [(row["place"], row["entrant"], row["stage"]) for row in rows] == [
        (1, "P001", "single_elimination"),
        (2, "P002", "single_elimination"),
        (3, "P003", "single_elimination"),
    ]


def test_the_printed_standings_of_two_stages_name_the_stage(saved: Any) -> None:
    made = field(3, {"kind": "swiss", "rounds": 1}, {"id": "cut", "kind": "single_elimination", "size": 2})
    play(made)
    printed = answer("standings", saved(made))
    assert sum(line.endswith("  cut") for line in printed.splitlines()) == 2
    assert sum(line.endswith("  swiss") for line in printed.splitlines()) == 1


def test_a_round_that_does_not_fit_its_bracket_is_refused_by_both(saved: Any) -> None:
    made = field(4, {"kind": "single_elimination"})
    play(made)
    made["rounds"][0]["matches"][0]["bracket"]["slot"] = 7
    for command in ("pair", "standings"):
        said = refused(command, saved(made))
        assert "event.json: rounds[0].matches[0].bracket: is no place of a single_elimination of 4" in said


@pytest.mark.parametrize("command", ["standings", "pair"])
@pytest.mark.parametrize(
    "made", [b"", b"nonsense", b"[" * 1_000_000, b'{"event": 1, "x": ' + b"[" * 1_000_000, facts("A>B A>C")],
    ids=["empty", "words", "deep", "deeper", "twice"],
)  # fmt: skip
def test_bad_files(command: str, made: Any, saved: Any) -> None:
    assert "event.json: " in refused(command, saved(made))


@pytest.mark.parametrize("command", ["standings", "pair"])
def test_files_that_cannot_be_read(command: str, tmp_path: Path) -> None:
    assert "cannot be read" in refused(command, str(tmp_path / "none.json"))
    assert "cannot be read" in refused(command, str(tmp_path))
    assert "cannot be read" in refused(command, "nul\0byte")


@pytest.mark.parametrize("more", [(), ("--pods",)])
def test_made_up_events(more: tuple[str, ...], tmp_path: Path) -> None:
    path, again = str(tmp_path / "one.json"), str(tmp_path / "two.json")
    for out in (path, again):
        answer("simulate_event", "--entrants", "60", "--rounds", "4", "--seed", "s", "--out", out, *more)
    assert Path(path).read_bytes() == Path(again).read_bytes()
    made = json.loads(Path(path).read_bytes())
    assert (len(made["entrants"]), len(made["rounds"])) == (60, 4)
    sizes = {len(m["seats"]) for r in made["rounds"] for m in r["matches"]}
    assert sizes <= ({1, 3, 4} if more else {1, 2})
    assert len(json.loads(answer("standings", path, "--json"))["standings"]) >= 59
    assert json.loads(answer("pair", path, "--json"))["round"] == 5


def test_made_up_events_have_everything_in_them(tmp_path: Path) -> None:
    path = str(tmp_path / "event.json")
    answer("simulate_event", "--entrants", "501", "--rounds", "5", "--out", path)
    made = json.loads(Path(path).read_bytes())
    results = [m["result"] for r in made["rounds"] for m in r["matches"]]
    assert "bye" in results
    assert any(isinstance(r, dict) and r["winner"] is None for r in results)
    assert any(e.get("dropped_after") for e in made["entrants"])
    assert any(e.get("entered_before", 1) > 1 for e in made["entrants"])


@pytest.mark.parametrize(
    "arguments",
    [
        ("--entrants", "-1", "--rounds", "1"),
        ("--entrants", "1", "--rounds", "101"),
        ("--entrants", "many", "--rounds", "1"),
        ("--entrants", "1"),
    ],
)
def test_senseless_arguments(arguments: tuple[str, ...], tmp_path: Path) -> None:
    refused("simulate_event", *arguments, "--out", str(tmp_path / "event.json"))
    assert not list(tmp_path.iterdir())


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    assert "cannot be written" in refused(
        "simulate_event", "--entrants", "2", "--rounds", "1", "--out", str(tmp_path / "no" / "event.json")
    )
