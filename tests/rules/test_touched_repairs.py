"""A judge's changes at places of the games: a card that lies with facts of its own is named by where it lies, turned
over, taken out of a place of one card."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.kernel.log import read_header, read_log
from rules.kernel.replay import Replay
from rules.registry import load

SCENES = [
    {
        "title": f"Take Red {rank} for {points}",
        "type": "scene",
        "color": "red",
        "rank": rank,
        "points": points,
    }
    for rank, points in ((7, 6), (5, 5))
]


def after(game: str, position: dict[str, Any], *changes: dict[str, Any]) -> Replay:
    header: dict[str, Any] = {"log": 1, "game": game, "rules": load(game).editions[-1], "position": position}
    header["players"] = [{"seat": seat} for seat in "AB"]
    header["cards"] = SCENES if game == "looney_tunes" else []
    line = {"by": "judge", "do": "declare", "changes": list(changes)}
    text = b"\n".join(msgspec.json.encode(one) for one in (header, line))
    run = Replay(load(game), read_header(msgspec.json.encode(header)))
    for entry in read_log(text, load(game).all_verbs).entries:
        run.push(entry)
    return run


def side(run: Replay, seat: str = "A") -> dict[str, Any]:
    assert run.verdicts[-1].verdict == "legal", run.verdicts[-1]
    printed: dict[str, Any] = run.printed()["players"][seat]
    return printed


DUEL = {
    "turn": "A",
    "phase": "attack",
    "players": {
        "A": {
            "attacks": [
                {"owner": "A", "card": "Upper Left Attack"},
                {"owner": "A", "face_down": "Lower Left Attack"},
                {"owner": "A", "card": "Upper Left Attack", "damage": 3},
            ]
        },
        "B": {"defenses": [{"owner": "B", "card": "Dodge", "against": [1, 3]}]},
    },
}


def test_the_second_of_two_cards_of_a_title_is_moved_by_where_it_lies() -> None:
    """The one in the third place, with its damage of 3; a Defense against the attacks 1 and 3 is against 1 alone."""
    move = {"change": "move", "from": "players.A.attacks.2", "to": "players.A.discard_pile"}
    run = after("highlander", DUEL, move)
    assert [one["damage"] for one in side(run)["attacks"]] == [None, None]
    assert side(run)["discard_pile"] == ["Upper Left Attack"]
    assert side(run, "B")["defenses"][0]["against"] == [1]
    nowhere = after("highlander", DUEL, {**move, "from": "players.A.attacks.3"})
    assert nowhere.verdicts[-1].verdict == "illegal"
    other = after("highlander", DUEL, {**move, "card": "Lower Left Attack"})
    assert other.verdicts[-1].verdict == "illegal"


def test_a_hidden_attack_is_turned_up_and_an_open_one_down() -> None:
    turn = {"change": "turn", "fact": "players.A.attacks.1", "card": "Lower Left Attack"}
    up = side(after("highlander", DUEL, turn))["attacks"][1]
    assert (up["card"], up["face_down"]) == ("Lower Left Attack", None)
    down = side(after("highlander", DUEL, turn, turn))["attacks"][1]
    assert (down["card"], down["face_down"]) == (None, "Lower Left Attack")


def test_a_scene_leaves_its_place_for_the_score_pile() -> None:
    """It is the only place of one card on the table; a second Scene is not put on top of it."""
    position = {"phase": "score", "scene": "Take Red 7 for 6", "storyboard": ["Take Red 5 for 5"]}
    move = {"change": "move", "card": "Take Red 7 for 6", "from": "scene", "to": "players.A.score_pile"}
    run = after("looney_tunes", position, move)
    assert side(run)["score_pile"] == ["Take Red 7 for 6"]
    assert run.printed()["scene"] is None
    second = {"change": "move", "card": "Take Red 5 for 5", "from": "storyboard", "to": "scene"}
    assert after("looney_tunes", position, second).verdicts[-1].verdict == "illegal"


def test_a_deployed_card_is_taken_off_its_stack_with_what_was_told_of_it() -> None:
    position = {
        "turn": "A",
        "phase": "action",
        "players": {"A": {"deployed": [{"card": "Trick Shutter", "attribute": "mind"}, {"card": "Wrath"}]}},
    }
    run = after(
        "herocard_duel", position, {"change": "move", "from": "players.A.deployed.0", "to": "players.A.hand"}
    )
    assert [one["card"] for one in side(run)["deployed"]] == ["Wrath"]
    assert "Trick Shutter" in side(run)["hand"]
