"""A log that was stored when card texts were taken loosely loads and is judged as it was; a list of such cards is
refused by its line."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules import card_lists, registry
from rules.kernel.errors import LogError
from rules.kernel.log import read_log
from rules.kernel.messages import Message
from rules.kernel.replay import Replay, replay

Row = dict[str, Any]

SCENES = [{"title": title, "type": "scene", "color": "red", "rank": 5} for title in ("Now", "Next", "Last")]
ACTORS = [{"title": f"{color} 5", "type": "actor", "color": color, "rank": 5} for color in ("red", "blue")]


def judged(header: Row, *entries: Row) -> Replay:
    game = registry.load(header["game"])
    lines = (header, *entries)
    return replay(
        game, read_log(b"".join(msgspec.json.encode(line) + b"\n" for line in lines), game.all_verbs)
    )


def looney(part: Row, *entries: Row) -> Row:
    """The position after A has resolved a Special Effect of this part; the Scene is painted blue before, and A's Actor
    green."""
    header = {
        "log": 1, "game": "looney_tunes", "rules": "1", "players": [{"seat": "A"}, {"seat": "B"}],
        "cards": [*SCENES, *ACTORS, {"title": "Odd Text", "type": "effect", "color": "red", "effect": [part]}],
        "position": {
            "phase": "effects", "active": "A", "turn": "A", "scene": "Now", "scene_color": "blue",
            "storyboard": ["Next", "Last"], "scene_text_done": True, "movie_deck": [],
            "players": {
                "A": {"face_up": ["red 5"], "special_effect": "Odd Text", "counts_as": "green", "hand": ["blue 5"]},
                "B": {"face_up": ["blue 5"], "hand": []},
            },
        },
    }  # fmt: skip
    run = judged(header, {"by": "A", "do": "resolve"}, *entries)
    assert [verdict.verdict for verdict in run.verdicts] == ["legal"] * (1 + len(entries))
    printed: Row = run.printed()
    return printed


def test_paint_without_a_color_takes_paint_off() -> None:
    assert looney({"do": "paint_scene"})["scene_color"] is None
    assert looney({"do": "paint_scene", "color": None})["scene_color"] is None
    assert looney({"do": "paint_actors"})["players"]["A"]["counts_as"] is None


def test_a_text_of_looney_tunes_is_for_whom_a_header_says() -> None:
    assert looney({"do": "cut_scene", "whose": "all"})["storyboard"] == []
    printed = looney({"do": "peek_hand", "whose": "own"}, {"by": "A", "do": "look", "cards": ["blue 5"]})
    assert printed["steps"] == []


def nightmare(text: Row, *entries: Row) -> Replay:
    """A looks at B's hand by a Surprise; B has a Surprise of this text on the table."""
    player = {"locales": [{"card": "Jack's House"}], "deck": ["Fetch"] * 5, "locale_deck": []}
    header = {
        "log": 1, "game": "nightmare_before_christmas", "rules": "1", "players": [{"seat": "A"}, {"seat": "B"}],
        "cards": [{"title": "Odd Fence", "type": "Surprise", "scare_number": 0, "placed": True, **text}],
        "position": {"turn": "A", "players": {
            "A": {**player, "hand": ["Cold Draught"], "pumpkin_points": 2},
            "B": {**player, "hand": ["Fetch"], "placed": ["Odd Fence"]},
        }},
    }  # fmt: skip
    return judged(header, {"by": "A", "do": "play", "card": "Cold Draught"}, *entries)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ({"defends": ["Suprise"]}, "Suprise"),
        ({"defends": ["Suprise"], "shields": ["peek", "lose_card"]}, "Suprise"),
        ({"defends": ["Surprise", "Creatoin"]}, "Creatoin"),
        ({"choices": [{"effects": [{"effect": "search", "count": 2, "types": ["Creatoin"]}]}]}, "Creatoin"),
        ({"costs": [{"by": 2, "types": ["Creatoin"]}]}, "Creatoin"),
    ],
    ids=str,
)
def test_a_type_of_card_that_there_is_none_of_is_told_and_fits_no_card(text: Row, word: str) -> None:
    protects = "Surprise" in text.get("defends", ())
    run = nightmare(text, {"by": "B", "do": "protect", "card": "Odd Fence"})
    assert [verdict.verdict for verdict in run.verdicts] == ["legal", "legal" if protects else "illegal"]
    (finding,) = run.findings
    assert finding.entries == (0,) and isinstance(finding.message, Message)
    for language, told in (
        ("en", "which means nothing in this game"),
        ("de", "was in diesem Spiel nichts bedeutet"),
    ):
        assert f"{word}" in finding.message.said(language) and told in finding.message.said(language)
    row = {"title": "Odd Fence", "type": "Surprise", **text}
    (problem,) = card_lists.read("nightmare_before_christmas", msgspec.json.encode([row]), "json").problems
    assert word in problem.message and "Creation" in problem.message


def test_a_step_of_such_a_card_is_read_from_a_position() -> None:
    card = {"title": "Odd Hunt", "type": "Surprise", "choices": [
        {"effects": [{"effect": "search", "count": 1, "types": ["Creatoin"]}]}
    ]}  # fmt: skip
    step = {
        "seat": "A",
        "cause": "surprise",
        "effect": {"effect": "search", "count": 1, "types": ["Creatoin"]},
    }
    player = {"locales": [{"card": "Jack's House"}], "hand": [], "deck": ["Fetch"], "locale_deck": []}
    header = {
        "log": 1, "game": "nightmare_before_christmas", "rules": "1", "players": [{"seat": "A"}, {"seat": "B"}],
        "cards": [card], "position": {"turn": "A", "steps": [step], "players": {"A": player, "B": player}},
    }  # fmt: skip
    run = judged(header, {"by": "A", "do": "turn_up", "count": 1, "cards": ["Fetch"]})
    assert run.verdicts[0].verdict == "legal" and run.printed()["players"]["A"]["hand"] == []


@pytest.mark.parametrize(
    ("game", "row"),
    [
        ("nightmare_before_christmas", {"type": "Suprise"}),
        ("nightmare_before_christmas", {"type": "Surprise", "shields": ["peak"]}),
        ("nightmare_before_christmas", {"type": "Locale", "functions": [[{"effect": "drawn", "count": 1}]]}),
        ("looney_tunes", {"type": "effect", "effect": [{"do": "paint"}]}),
        ("herocard_duel", {"kind": "miscellaneous", "effects": [{"effect": "waist", "count": 1}]}),
        ("highlander", {"type": "evnt"}),
    ],
)
def test_what_was_refused_then_is_refused_now(game: str, row: Row) -> None:
    seats = [{"seat": "A"}, {"seat": "B"}]
    with pytest.raises(LogError, match=r"header: cards\.0"):
        judged({"log": 1, "game": game, "players": seats, "cards": [{"title": "X", **row}]})
