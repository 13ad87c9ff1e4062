"""Outcomes of both games, and what a seat sees of a position in a header."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules import registry
from rules.kernel.log import Log, read_log
from rules.kernel.report import judge_log

SCORES = {"body": 9, "mind": 9, "x": 9}


def log(name: str, players: dict[str, Any], entries: list[dict[str, Any]], **header: Any) -> Log:
    """A log whose position is A's Action phase with these players' facts."""
    facts = {seat: {"scores": SCORES, "hand": [], **more} for seat, more in players.items()}
    position: dict[str, Any] = {"turn": "A", "phase": "action", "players": facts}
    if name == "herocard_nightmare":
        position |= {"dream": [{"scene": "Farm"}, {"scene": "Lake", "q": 1}], "dreamer": "Farm"}
    head = {
        "log": 1,
        "game": name,
        "rules": "1",
        "players": [{"seat": s} for s in players],
        "position": position,
    }
    lines = [{**head, **header}, *entries]
    return read_log("\n".join(json.dumps(line) for line in lines).encode(), registry.load(name).all_verbs)


def outcome(name: str, players: dict[str, Any], entries: list[dict[str, Any]], **header: Any) -> Any:
    return judge_log(registry.load(name), log(name, players, entries, **header))["outcome"]


def calling_time(*seats: str) -> list[dict[str, Any]]:
    return [{"by": "table", "do": "time_called"}, *({"by": seat, "do": "pass"} for seat in seats)]


def test_a_duel_is_ranked_by_victory_points() -> None:
    players = {"A": {"points": 2}, "B": {"points": 4}, "C": {"points": 2}}
    found = outcome("herocard_duel", players, calling_time("A", "B", "C"))
    assert found["ranking"] == [["B"], ["A", "C"]]
    assert found["scores"] == {"A": 2, "B": 4, "C": 2}


def test_survivors_share_the_first_place_and_the_dead_follow_latest_first() -> None:
    players = {"A": {}, "B": {"alive": False, "out": 1}, "C": {"kills": 2}, "D": {"alive": False, "out": 2}}
    found = outcome("herocard_nightmare", players, calling_time("A", "C"))
    assert found["ranking"] == [["A", "C"], ["D"], ["B"]]
    assert found["scores"] == {"A": 2, "B": 0, "C": 2, "D": 1}


def test_an_event_may_break_the_survivors_tie_by_kills() -> None:
    players = {"A": {}, "B": {"alive": False, "out": 1}, "C": {"kills": 2}, "D": {"alive": False, "out": 2}}
    found = outcome("herocard_nightmare", players, calling_time("A", "C"), options={"breaker": "kills"})
    assert found["ranking"] == [["C"], ["A"], ["D"], ["B"]]


def test_time_called_before_the_first_turn() -> None:
    """In Nightmare everybody has survived; in a duel nobody has a point, and the first one decides."""
    head = {"log": 1, "rules": "1", "players": [{"seat": "A"}, {"seat": "B"}]}
    for name, status in (("herocard_nightmare", "finished"), ("herocard_duel", "in_progress")):
        lines = [{**head, "game": name}, {"by": "table", "do": "time_called"}]
        game = registry.load(name)
        data = "\n".join(json.dumps(line) for line in lines).encode()
        assert judge_log(game, read_log(data, game.all_verbs))["status"] == status


@pytest.mark.parametrize("seat", ["B", "public"])
def test_a_header_shows_others_nothing_of_what_lies_face_down(seat: str) -> None:
    game = registry.load("herocard_nightmare")
    reports = []
    for hand, down, scene, killer in (
        ("Shotgun", "Trick Shutter", "Lake", "Beast"),
        ("Prayer", "Dig In", "Cabin", "Zombie"),
    ):
        deployed = [{"card": down, "attribute": "body", "above": 0}]
        mine = {"hand": [hand], "deck": [hand], "deployed": deployed, "scene": scene, "killer": killer}
        whole = log("herocard_nightmare", {"A": mine, "B": {}}, [{"by": "A", "do": "pass"}])
        assert hand in json.dumps(judge_log(game, whole))
        reports.append(judge_log(game, whole, seat=seat))
    assert reports[0] == reports[1]
