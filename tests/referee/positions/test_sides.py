"""A position told by several: put together it is the whole one, whatever the game; what all can see is compared."""

from typing import Any

import msgspec
import pytest

from referee.positions.sides import differences, merged, positions_seen, seen_header
from rules.kernel.entries import PUBLIC
from rules.kernel.log import read_header
from rules.kernel.replay import Replay
from rules.registry import games, load
from tests.referee.live.playing import played
from tests.rules.kernel.toy import ToyGame

Plain = dict[str, Any]


def header_at(game_name: str, entry: int) -> tuple[Plain, Plain]:
    """The header of a self-played game at this entry, and its position as the engine prints it."""
    log = played(game_name)
    game = load(game_name)
    run = Replay(game, log.header)
    for line in log.entries[:entry]:
        run.push(line)
    header = msgspec.to_builtins(log.header) | {"position": run.printed()}
    for player in header["players"]:
        player.pop("deck", None)
    return header, Replay(game, read_header(msgspec.json.encode(header))).printed()


@pytest.mark.parametrize("name", games())
def test_what_each_seat_sees_put_together_is_the_whole(name: str) -> None:
    header, whole = header_at(name, 30)
    game = load(name)
    told = {seat: seen_header(game, header, seat) for seat in ("A", "B")}
    views = {seat: positions_seen(game, telling) for seat, telling in told.items()}
    assert views["A"]["A"] != views["A"][PUBLIC] or name == "looney_tunes"
    # nobody's telling holds the other's cards: what B could see of A's telling is what everybody sees
    for seat, other in (("A", "B"), ("B", "A")):
        assert views[seat][other] == views[seat][PUBLIC] == positions_seen(game, header)[PUBLIC]
    assert differences(game, {seat: seen[PUBLIC] for seat, seen in views.items()}) == []
    together, unsure = merged(
        views["A"][PUBLIC], {seat: (views[seat][seat], views[seat][PUBLIC]) for seat in told}
    )
    assert unsure == []
    again = Replay(game, read_header(msgspec.json.encode({**header, "position": together}))).printed()
    assert again == whole


def toy(hand: list[Any], **more: Any) -> Plain:
    players = {"A": {"deck": [], "hand": hand, **more}, "B": {"deck": [], "hand": ["Number 3"]}}
    seats = [{"seat": "A"}, {"seat": "B"}]
    position = {"players": players, "turn": "A", "phase": "lay"}
    return {"log": 1, "game": "toy", "rules": ToyGame.editions[-1], "players": seats, "position": position}


def test_facts_that_everybody_sees_are_told_differently() -> None:
    game = ToyGame()
    mine = positions_seen(game, toy(["Number 9", "Number 1"], score=3))
    theirs = positions_seen(game, toy(["Blank"], score=4))
    found = differences(game, {"A": mine[PUBLIC], "B": theirs[PUBLIC]})
    assert {one.path: one.said for one in found} == {
        "p.players.A.hand": {"A": "2 x ?", "B": "?"},
        "p.players.A.score": {"A": "3", "B": "4"},
    }


def test_the_order_of_what_lies_open_is_no_difference() -> None:
    game = ToyGame()
    one = positions_seen(game, toy([], shown=["Number 1", "Number 2"]))
    two = positions_seen(game, toy([], shown=["Number 2", "Number 1"]))
    assert differences(game, {"A": one[PUBLIC], "B": two[PUBLIC]}) == []


def test_a_seat_whose_open_facts_are_others_is_not_followed() -> None:
    game = ToyGame()
    mine, judges = positions_seen(game, toy(["Number 9", "Number 1"])), positions_seen(game, toy(["Blank"]))
    whole, unsure = merged(judges[PUBLIC], {"A": (mine["A"], mine[PUBLIC])})
    assert unsure == ["p.players.A.hand"]
    assert whole["players"]["A"]["hand"] == judges[PUBLIC]["players"]["A"]["hand"]
    assert "Number 9" not in msgspec.json.encode(whole).decode()
