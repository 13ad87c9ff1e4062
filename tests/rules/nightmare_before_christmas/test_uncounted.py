"""A Main Deck that nobody counted may have been empty when the last Day ended: it is made anew after the game."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.kernel.log import read_log
from rules.kernel.replay import replay
from rules.registry import load

GAME = load("nightmare_before_christmas")


@pytest.mark.parametrize(
    ("deck", "verdict"), [({"unknown": True}, "undetermined"), ([{"unknown": True, "count": 3}], "illegal")]
)
def test_a_shuffle_after_the_last_day(deck: Any, verdict: str) -> None:
    # End Phase, Recycle: the Discard Pile becomes the Main Deck where that is empty; nobody else sees when it is.
    header = {
        "log": 1,
        "game": "nightmare_before_christmas",
        "rules": GAME.editions[0],
        "players": [{"seat": "A"}, {"seat": "B"}],
        "position": {
            "phase": "over",
            "stage": "over",
            "winner": "A",
            "winners": ["A"],
            "players": {"A": {}, "B": {"deck": deck}},
        },
    }
    entry = {"by": "table", "do": "shuffle", "seat": "B"}
    log = read_log(f"{json.dumps(header)}\n{json.dumps(entry)}".encode(), GAME.all_verbs)
    run = replay(GAME, log)
    assert [found.verdict for found in run.verdicts] == [verdict]
    if verdict == "illegal":
        assert [v.rule for v in run.verdicts[0].violations] == ["log.over"]
