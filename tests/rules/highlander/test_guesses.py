"""A card shown out of a hand nobody knows is not held to be one that lay there, where it may have come later."""

from __future__ import annotations

import json

from rules.kernel.log import read_log
from rules.kernel.replay import replay
from rules.registry import load

HIGHLANDER = load("highlander")
FIVE = ["Lower Left Attack"] * 5


def test_what_was_drawn_since_may_be_what_is_shown() -> None:
    # Cassandra discards three Defenses of five cards; the Selective Memory lets her keep them. Of four cards drawn then
    # an Attack and a Special card may be those she plays: the five may still have held three Defenses.
    mine = {
        "turns": 2,
        "hand": [{"unknown": True, "count": 5}],
        "in_play": [{"owner": "A", "card": "Cassandra"}],
        "endurance": [{"unknown": True, "count": 40}],
    }
    header = {
        "log": 1,
        "game": "highlander",
        "rules": "1999.3.10",
        "players": [{"seat": "A"}, {"seat": "B"}],
        "position": {"turn": "A", "phase": "attack", "number": 5, "players": {"A": mine, "B": {"turns": 2}}},
    }
    on_a, on_b = ({"by": seat, "do": "next_phase"} for seat in "AB")
    entries = [
        {"by": "A", "do": "power", "what": "discard_defenses"},
        {"by": "A", "do": "play", "card": "Selective Memory"},
        on_a,
        {"by": "A", "do": "draw", "count": 4},
        on_a,
        on_b,
        on_b,
        {"by": "B", "do": "exert", "purpose": "nothing"},
        {"by": "table", "do": "turn_over", "cards": FIVE},
        on_b,
        on_b,
        on_a,
        on_a,
        {"by": "A", "do": "play", "card": "Reporter"},
        {"by": "A", "do": "attack", "card": "Thrust"},
        on_a,
    ]
    text = "\n".join(json.dumps(line) for line in (header, *entries))
    run = replay(HIGHLANDER, read_log(text.encode(), HIGHLANDER.all_verbs))
    found = [verdict.verdict for verdict in run.verdicts]
    assert found[0] == "undetermined"
    assert "illegal" not in found, run.verdicts
    # without cards drawn in between the three shown are of the five, and the five held no three Defenses
    entries.pop(3)
    text = "\n".join(json.dumps(line) for line in (header, *entries))
    run = replay(HIGHLANDER, read_log(text.encode(), HIGHLANDER.all_verbs))
    assert run.verdicts[0].verdict == "illegal"
