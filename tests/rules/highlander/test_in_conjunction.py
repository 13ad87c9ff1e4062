"""Cards played in conjunction: what no further card is played with needs no look at a hidden hand."""

from __future__ import annotations

import pytest

from rules.kernel.log import read_log
from rules.kernel.replay import Replay
from rules.registry import load

HEADER = (
    b'{"log": 1, "game": "highlander", "rules": "1999.3.10", "players": [{"seat": "A"}, {"seat": "B"}], '
    b'"position": {"turn": "A", "phase": "attack", "number": 4, '
    b'"players": {"A": {"turns": 2, "hand": ["%s", {"unknown": true, "count": 4}]}}}}\n'
)


@pytest.mark.parametrize(("title", "verdict"), [("Angry Mob", "illegal"), ("Kirk Matunas", "undetermined")])
def test_only_cards_of_a_series_go_on(title: str, verdict: str) -> None:
    # Handbook, Playing Cards in Conjunction: by its text Kirk Matunas is played with others of its Title; another
    # Special card is not, whatever else the hand holds.
    game = load("highlander")
    entry = b'{"by": "A", "do": "play", "card": "%s", "more": true}\n'
    log = read_log((HEADER + entry) % (title.encode(), title.encode()), game.all_verbs)
    found = Replay(game, log.header).push(log.entries[0])
    assert found.verdict == verdict
    if verdict == "illegal":
        assert [violation.rule for violation in found.violations] == ["in-conjunction"]
