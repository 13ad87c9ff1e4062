"""Who is ahead, and who takes the Scene as it lies: the rulebook's examples of Looney Tunes and its points that win."""

from __future__ import annotations

import json

import pytest

from referee.boards.race import race
from tests.referee.boards import test_looney_tunes as looney

Actors = list[tuple[str, int]]


def at_scene(first: Actors, second: Actors, phase: str = "score") -> str:
    """A, the active player, and B at the Long-Haired Hare, a red 5, with these Actors face up."""
    cards, players = [], {}
    for seat, actors in (("A", first), ("B", second)):
        titles = [f"{seat} {number}" for number, _actor in enumerate(actors)]
        cards += [
            {"title": title, "type": "actor", "color": color, "rank": rank}
            for title, (color, rank) in zip(titles, actors, strict=True)
        ]
        players[seat] = {"face_up": titles}
    position = {"phase": phase, "active": "A", "scene": "Long-Haired Hare", "players": players}
    header = {
        "log": 1, "game": "looney_tunes", "rules": "1", "players": [{"seat": "A"}, {"seat": "B"}],
        "cards": cards, "position": position,
    }  # fmt: skip
    return looney.drawn(None, 0, json.dumps(header).encode() + b"\n")


def taker(text: str) -> str:
    """Whose side says that it takes the Scene."""
    sides = text.split('<section class="side')[1:]
    taking = [seat for seat, side in zip("AB", sides, strict=True) if "takes the Scene as it lies" in side]
    assert len(taking) <= 1
    return "".join(taking)


@pytest.mark.parametrize(
    ("first", "second", "takes", "overacting"),
    [
        # Step 4, its examples in their order
        ([("red", 4)], [("blue", 5)], "A", 0),
        ([("blue", 1)], [("red", 8)], "A", 1),
        ([("red", 2), ("red", 2)], [("red", 3)], "A", 0),
        ([("red", 9)], [("red", 8)], "A", 2),
        # color is checked before who is closer; and which seat it is does not matter
        ([("blue", 5)], [("red", 4)], "B", 0),
        # a tie goes to the active player
        ([("red", 4)], [("red", 4)], "A", 0),
    ],
)
def test_who_takes_the_scene_as_it_lies(first: Actors, second: Actors, takes: str, overacting: int) -> None:
    text = at_scene(first, second)
    assert taker(text) == takes
    assert text.count("overacting") == overacting


def test_nothing_is_said_before_all_have_revealed() -> None:
    assert taker(at_scene([("red", 4)], [], "actors")) == ""
    for seat in ("A", "B", "public"):
        assert taker(looney.drawn(seat, 2)) == ""


def test_the_race_runs_to_the_points_that_win() -> None:
    """40 points win with two players: 10 of them are a quarter of the way, 30 three quarters."""
    lanes = race((("A", "Ann", 10, False), ("B", "Ben", 30, True)), 40)
    assert [(lane.far, lane.leads, lane.acts) for lane in lanes] == [(25, False, False), (75, True, True)]
    assert 'aria-label="Score; 40 win"' in looney.drawn(None, 0)


def test_nobody_leads_where_all_are_equal() -> None:
    assert not any(lane.leads for lane in race((("A", "Ann", 0, False), ("B", "Ben", 0, False))))
    assert not any(lane.leads for lane in race((("A", "Ann", 7, False), ("B", "Ben", 7, False))))


def test_without_points_that_win_the_best_is_the_measure() -> None:
    lanes = race((("A", "Ann", 3, False), ("B", "Ben", 1, False), ("C", "Cem", -2, False)))
    assert [lane.far for lane in lanes] == [100, 33, 0]
