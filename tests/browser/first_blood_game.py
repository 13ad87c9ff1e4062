"""A short game of Highlander written by hand, in which time is called and First Blood has everything to do.

A plays Poison Gas (the own Ability 2 lower, the opponent's 4): 15 and 15 become 13 and 11. Time is called in that turn;
A discards down to 13 and ends it. In First Blood the Situation leaves, so the Abilities are 15 and 15 again; A may let
five cards leave the game by the premium Arms and Tactics (Discard 5); the hands are shuffled in, both draw 15. B
attacks, A does not defend: the first damage decides for B.
"""

from __future__ import annotations

import json
from typing import Any

from rules.kernel.log import Log, read_log
from rules.registry import load


def _deck(*lines: tuple[str, int], premium: bool = False) -> dict[str, Any]:
    pre = [{"card": {"title": "Arms and Tactics", "variant": "Discard 5"}}] if premium else []
    return {"name": "", "sections": {"deck": [{"card": c, "count": n} for c, n in lines], "pre_game": pre}}


#: What only A's deck holds, and what only B's: each a title that the other may not hear of before it is shown.
DECK_A = _deck(
    ("Poison Gas", 1), ("Upper Left Attack", 6), ("Middle Left Attack", 6), ("Upper Left Block", 6), ("Jump", 6),
    ("Thrust", 6), ("Back Away", 6), premium=True,
)  # fmt: skip
DECK_B = _deck(
    ("Lower Right Attack", 6), ("Upper Right Attack", 6), ("Lower Right Block", 6), ("Duck", 6),
    ("Middle Right Attack", 6), ("Upper Right Block", 6),
)  # fmt: skip


def _some(*cards: tuple[str, int]) -> list[str]:
    return [card for card, count in cards for _ in range(count)]


FIRST_A = _some(
    ("Poison Gas", 1), ("Upper Left Attack", 3), ("Middle Left Attack", 3), ("Upper Left Block", 2), ("Jump", 3),
    ("Back Away", 3),
)  # fmt: skip
FIRST_B = _some(
    ("Lower Right Attack", 3),
    ("Upper Right Attack", 3),
    ("Lower Right Block", 3),
    ("Duck", 3),
    ("Middle Right Attack", 3),
)
AGAIN_A = _some(
    ("Upper Left Attack", 4), ("Middle Left Attack", 2), ("Upper Left Block", 4), ("Thrust", 5)
)  # fmt: skip
AGAIN_B = _some(
    ("Lower Right Attack", 4), ("Lower Right Block", 2), ("Middle Right Attack", 5), ("Upper Right Block", 4)
)


def _next(by: str) -> dict[str, Any]:
    return {"by": by, "do": "next_phase"}


def _draw(by: str, cards: list[str]) -> dict[str, Any]:
    return {"by": by, "do": "draw", "count": 15, "cards": cards, "seen_by": [by]}


ENTRIES: list[dict[str, Any]] = [
    {"by": "table", "do": "roll", "seat": "A", "value": 5},
    {"by": "table", "do": "roll", "seat": "B", "value": 2},
    _draw("A", FIRST_A),
    _draw("B", FIRST_B),
    _next("A"),
    _next("A"),
    {"by": "A", "do": "play", "card": "Poison Gas"},
    {"by": "table", "do": "time_called"},
    _next("A"),
    {"by": "A", "do": "discard", "card": "Jump"},
    _next("A"),
    {"by": "judge", "do": "first_blood"},
    {"by": "A", "do": "remove", "card": "Jump"},
    {"by": "A", "do": "remove", "card": "Back Away"},
    {"by": "A", "do": "remove", "card": "Back Away"},
    {"by": "A", "do": "remove", "card": "Jump", "source": "discard_pile"},
    {"by": "A", "do": "remove", "card": "Poison Gas", "source": "discard_pile"},
    {"by": "table", "do": "shuffle", "seat": "A"},
    {"by": "table", "do": "shuffle", "seat": "B"},
    _draw("A", AGAIN_A),
    _draw("B", AGAIN_B),
    _next("B"),
    _next("B"),
    {"by": "B", "do": "attack", "card": "Lower Right Attack"},
    _next("B"),
    _next("B"),
    _next("A"),
    _next("A"),
]
TIME, JUDGE, PREMIUM, SHUFFLES, DRAWS, DECIDED = 8, 12, 17, 19, 21, 28


def game_log() -> Log:
    """The game as a log of today's edition."""
    game = load("highlander")
    header = {
        "log": 1,
        "game": "highlander",
        "rules": game.editions[-1],
        "players": [{"seat": "A", "deck": DECK_A}, {"seat": "B", "deck": DECK_B}],
    }
    return read_log("\n".join(json.dumps(line) for line in (header, *ENTRIES)).encode(), game.all_verbs)
