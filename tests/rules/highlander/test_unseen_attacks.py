"""An Attack face down that nobody has seen: what it breaks comes out when it is shown."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.kernel.log import read_log
from rules.kernel.replay import Replay
from rules.registry import load

CAVE = {"owner": "A", "card": "Mountain Cave", "played": 2}
STEPS: list[dict[str, Any]] = [
    {"by": "A", "do": "attack", "hidden": True},
    {"by": "A", "do": "next_phase"},
    {"by": "A", "do": "next_phase"},
    {"by": "B", "do": "next_phase"},
    {"by": "B", "do": "call"},
]


@pytest.mark.parametrize(
    ("weapon", "card", "rule"),
    [
        # l.1135: only after a Back Away
        ("Rapier", {"title": "Pistol", "grid": "OOO/OSO/OOO"}, "pistol"),
        # l.1249: a Ranged Attack needs a free hand, and the War Axe fills both
        ("War Axe", "Improvised Weapon", "ranged-attack"),
        # l.1556: a Weapon Specific card goes with its weapon
        ("Rapier", {"title": "Dual Attack", "sub_title": "Parrying Blade"}, "weapon-specific"),
        # l.738: no more than two Hand Icons
        ("War Axe", {"title": "Dirty Trick", "variant": "Choke"}, "hand-icons"),
        ("Rapier", "Thrust", ""),
    ],
)
def test_what_a_hidden_attack_breaks_is_seen_when_it_is_shown(weapon: str, card: Any, rule: str) -> None:
    in_play = [CAVE, {"owner": "A", "card": weapon}]
    hand = [{"unknown": True, "count": 1}]
    players = {"A": {"turns": 2, "hand": hand, "in_play": in_play}, "B": {"turns": 2}}
    position = {"turn": "A", "phase": "attack", "number": 4, "players": players}
    header = {"log": 1, "game": "highlander", "players": [{"seat": "A"}, {"seat": "B"}], "position": position}
    lines = [header, *STEPS, {"by": "A", "do": "reveal", "attack": 1, "card": card}]
    game = load("highlander")
    log = read_log("\n".join(map(json.dumps, lines)).encode(), game.all_verbs)
    replay = Replay(game, log.header)
    for entry in log.entries:
        replay.push(entry)
    found = replay.verdicts[0]
    assert found.decided_at == len(log.entries)
    assert [violation.rule for violation in found.violations] == ([rule] if rule else [])
