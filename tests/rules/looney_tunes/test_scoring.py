"""Who takes a Scene, worked out by hand; and what a hidden claim turns out to be."""

from __future__ import annotations

import json

import pytest

from rules import registry
from rules.kernel.log import read_log
from rules.kernel.replay import Replay, replay
from rules.looney_tunes.cards.card import LooneyCard
from rules.looney_tunes.scoring import Group, SceneState, scene_winner
from rules.looney_tunes.winning import points_to_win

GAME = registry.load("looney_tunes")


def case(*groups: str, seats: int = 2, active: str = "A", scene: str = "red 5") -> str | None:
    """Who takes ``scene`` when seat A sends the first group, B the second …: cases like ``"red 2, red 2"``."""
    color, rank = scene.split()
    cards = [card("scene", color, rank)]
    found = []
    for seat, group in zip("ABCDEFGH", groups, strict=False):
        actors = [card("actor", *text.split()) for text in group.split(",")]
        cards += actors
        found.append(Group(seat, len(actors), 0, None, False, False))
    return scene_winner(tuple(cards), SceneState(tuple(found), active, seats, None, 0, "equal", "highest"))


def card(kind: str, color: str, rank: str) -> LooneyCard:
    return LooneyCard(
        title="X", type=kind, color=None if color == "-" else color, rank=None if rank == "-" else int(rank)
    )  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("groups", "takes"),
    [
        (("red 4", "blue 5"), "A"),
        (("blue 5", "red 1"), "B"),
        (("blue 1", "red 8"), "A"),
        (("red 2, red 2", "red 3"), "A"),
        (("blue 2, green 2", "blue 3"), "A"),
        (("red 9", "red 8"), "A"),
        (("red 6", "blue 9"), "B"),
        (("red 3, red 3", "green 1"), "B"),
        (("red 2, blue 3", "red 1"), "B"),
        (("red 5", "red 5"), "A"),
        (("red 0", "blue 5"), "A"),
    ],
)
def test_two_players(groups: tuple[str, ...], takes: str) -> None:
    assert case(*groups) == takes


@pytest.mark.parametrize(
    ("groups", "takes"),
    [
        (("red 5", "red 5", "red 4"), None),
        (("red 4", "red 4", "red 5"), "C"),
        (("blue 4", "green 3", "red 9"), "A"),
        (("blue 9", "green 8", "red 7"), "A"),
        (("blue 4", "green 4", "red 9"), None),
        (("blue 5", "blue 5", "red 1", "green 5"), "C"),
    ],
)
def test_more_players(groups: tuple[str, ...], takes: str | None) -> None:
    assert case(*groups, seats=len(groups)) == takes


def test_scenes_without_color_or_rank() -> None:
    assert case("red 3", "blue 4", scene="- 5") == "B"
    assert case("red 3", "blue 9", scene="red -") == "A"
    assert case("red 3", "red 9", scene="red -") == "B"


@pytest.mark.parametrize(("seats", "points"), [(2, 40), (3, 35), (4, 35), (5, 30), (8, 30)])
def test_points_to_win(seats: int, points: int) -> None:
    assert points_to_win(seats) == points


def run(*entries: dict, position: dict, seats: str = "AB") -> Replay:
    header = {
        "log": 1,
        "game": "looney_tunes",
        "rules": "1",
        "players": [{"seat": s} for s in seats],
        "position": position,
    }
    return replay(GAME, read_log("\n".join(map(json.dumps, (header, *entries))).encode(), GAME.all_verbs))


def test_an_unknown_rank_leaves_the_score_open() -> None:
    position = {
        "storyboard": ["Long-Haired Hare"],
        "players": {"A": {"hand": ["Bugs Bunny"]}, "B": {"hand": ["Rusty Gate"]}},
    }
    entries = [
        {"by": "A", "do": "choose_scene", "scene": "Long-Haired Hare"},
        {"by": "A", "do": "send", "plays": [{"card": "Bugs Bunny"}]},
        {"by": "B", "do": "send", "plays": [{"card": "Rusty Gate"}]},
        {"by": "A", "do": "reveal"},
        {"by": "B", "do": "reveal"},
        {"by": "table", "do": "score", "taker": "A"},
    ]
    found = run(*entries, position=position)
    assert found.status() == "undetermined"
    assert any("Bugs Bunny" in text for text in found.verdicts[-1].missing)


def test_cards_that_contradict_the_deck_list_are_a_finding() -> None:
    position = {
        "storyboard": ["Long-Haired Hare"],
        "players": {"A": {"hand": [{"unknown": True, "count": 1}], "deck": []}},
    }
    deck = {"sections": {"personal": [{"card": "Rusty Gate"}]}}
    header = {
        "log": 1,
        "game": "looney_tunes",
        "rules": "1",
        "players": [{"seat": "A", "deck": deck}, {"seat": "B"}],
        "position": position,
    }
    entries = [
        {"by": "A", "do": "choose_scene", "scene": "Long-Haired Hare"},
        {"by": "A", "do": "send", "count": 1},
        {"by": "B", "do": "send", "count": 1},
        {"by": "A", "do": "reveal", "cards": ["Ruby Rumpus"]},
    ]
    found = replay(GAME, read_log("\n".join(map(json.dumps, (header, *entries))).encode(), GAME.all_verbs))
    assert [finding.entries for finding in found.findings] == [(0, 4)]
