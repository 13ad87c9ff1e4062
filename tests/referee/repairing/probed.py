"""Positions that have each kind of fact, by game. What a fact says is of no importance, as long as the engine takes
it."""

from __future__ import annotations

from typing import Any

CARDS: dict[str, tuple[dict[str, Any], ...]] = {
    "looney_tunes": tuple(
        {"title": f"Take {rank}", "type": "scene", "color": "red", "rank": rank, "points": rank}
        for rank in (5, 6, 7)
    )
    + tuple({"title": f"Red {rank}", "type": "actor", "color": "red", "rank": rank} for rank in (1, 2, 3, 4)),
}

_TOWN = {
    "locales": [
        {"card": "Town Hall", "characters": [{"card": "Zero", "as": "c1"}, "Wolfman"], "under": ["Behemoth"]},
        {"card": "Laboratory"},
    ],
    "stacks": [{"on": "c1", "cards": ["Fetch"]}],
    "hand": ["Behemoth", "Fetch"],
    "locale_deck": ["Town Square"],
    "starting_locale": "Oogie's Lair",
}


def _hero(first: str, second: str) -> dict[str, Any]:
    """A side with cards of these labels on its stacks."""
    return {
        "scores": {"body": 9, "mind": 9, "x": 9},
        "hand": ["Wrath", "Shotgun"],
        "deck": [],
        "discard": ["Prayer"],
        "stacks": {
            "body": [{"card": "Trick Shutter", "as": first}, {"card": "Trick Shutter", "as": second}],
            "mind": ["Prayer"],
        },
        "deployed": [{"card": "Dig In"}],
        "twisted": [first, second],
        "twists": [{"card": first, "less": 1, "forbid": {}}],
    }


_SEQUENCE = {
    "attacker": "A",
    "target": "B",
    "sides": {"A": "attack"},
    "targets": {"A": "B"},
    "cards": [
        {"card": "c1", "seat": "A", "kind": "base_block"},
        {"card": "c3", "seat": "B", "kind": "base_block"},
    ],
}
_STEPS = ("drawing", "clearing", "discarding", "wasting", "converting", "twisting", "deploying", "shuffling")
_NIGHTMARE_STEPS = (
    "carrying", "announcing", "replacing", "relieving", "answering", "placing_dreamer", "placing_killers",
    "reconnecting",
)  # fmt: skip
_DREAM: dict[str, Any] = {
    "dream": [
        {"scene": "Farm", "q": 0, "r": 0},
        {"scene": "Lake", "q": 1, "r": 0},
        {"scene": "Cabin", "q": 0, "r": 1},
    ],
    "killers": {"Beast": "Lake"},
    "dreamer": "Farm",
    "declared": {"kind": "kill", "target": "B", "killer": "Beast"},
}


_BARS = [{"permit": False, "verb": "draw"}]


#: What a step says so that it has something to do.
_SAID: dict[str, dict[str, Any]] = {
    "twisting": {"forbid": {}},
    "converting": {"kinds": ["base_block"]},
    "placing_killers": {"killers": ["Zombie"]},
}


def _step(name: str, **more: Any) -> dict[str, Any]:
    """A position in which a step of the name waits."""
    return _table(steps=[{"type": name, "seat": "A", **_SAID.get(name, {})}], bars=_BARS, **more)


def _table(**more: Any) -> dict[str, Any]:
    return {
        "turn": "A",
        "phase": "action",
        "players": {"A": _hero("c1", "c2"), "B": _hero("c3", "c4")},
        **more,
    }


def _dream(step: str = "") -> dict[str, Any]:
    """The dream while a step waits: without a Dreamer that is to be placed, in two parts that are to be joined."""
    if step == "placing_dreamer":
        return _DREAM | {"dreamer": ""}
    if step == "reconnecting":
        return _DREAM | {"dream": [*_DREAM["dream"], {"scene": "Asylum", "q": 5, "r": 5}]}
    return _DREAM


POSITIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "nightmare_before_christmas": (
        {
            "turn": "A",
            "king": "A",
            "players": {"A": _TOWN, "B": {"hand": ["Fetch"]}},
            "steps": [{"seat": "A", "effect": {"effect": "draw", "count": 1}, "cause": "text"}],
            "bars": [{"permit": False, "verb": "draw"}],
        },
    ),
    "herocard_duel": (_table(sequence=_SEQUENCE), *(_step(step, sequence=_SEQUENCE) for step in _STEPS)),
    "herocard_nightmare": (
        _table(sequence=_SEQUENCE, **_dream()),
        *(_step(step, sequence=_SEQUENCE, **_dream(step)) for step in (*_STEPS, *_NIGHTMARE_STEPS)),
    ),
    "looney_tunes": (
        {
            "phase": "effects",
            "active": "A",
            "turn": "A",
            "scene": "Take 5",
            "storyboard": ["Take 6"],
            "players": {
                "A": {"hand": ["Red 1", "Red 2"], "face_up": ["Red 3"], "score_pile": ["Take 7"]},
                "B": {},
            },
            "steps": [{"seat": "A", "effect": {"do": "peek_hand", "may": True}}],
            "bars": [{"permit": False, "verb": "draw"}],
        },
    ),
    "highlander": (
        {
            "turn": "A",
            "phase": "attack",
            "players": {
                "A": {
                    "hand": ["Dodge", "Thrust", "Upper Left Block"],
                    "discard_pile": ["Head Shot"],
                    "in_play": [
                        {
                            "owner": "A",
                            "card": "Ancestral Blade",
                            "under": [{"owner": "A", "face_down": "Thrust"}],
                        }
                    ],
                    "attacks": [
                        {"owner": "A", "card": "Upper Left Attack", "marks": [{"what": "head_shot"}]},
                        {"owner": "A", "face_down": "Lower Left Attack"},
                    ],
                    "due": [{"amount": 1}],
                },
                "B": {"hand": ["Dodge"], "defenses": [{"owner": "B", "card": "Upper Left Block"}]},
            },
        },
        {
            "turn": "A",
            "phase": "must_do",
            "players": {
                "A": {
                    "hand": ["Dodge", {"card": "Thrust", "as": "c1"}],
                    "in_play": [
                        {
                            "owner": "A",
                            "face_down": "Angry Mob",
                            "under": [{"owner": "A", "card": "Head Shot"}],
                        },
                        {"owner": "A", "card": "Police"},
                    ],
                    "arriving": [{"owner": "A", "face_down": "Dodge"}, {"owner": "A", "card": "Police"}],
                    "coming_attack": [{"what": "head_shot"}],
                    "next_attack": [{"what": "head_shot"}],
                    "later_attack": [{"what": "head_shot"}],
                    "ability_changes": [{"amount": 1}],
                    "must": [{"do": "discard", "what": "dodge"}],
                    "gone": [{"title": "Police", "groups": ["Guard"]}],
                    "defenses": [{"owner": "A", "card": "Upper Left Block", "marks": [{"what": "guard"}]}],
                    "borrowing": "c1",
                },
                "B": {},
            },
            "lasting": [{"what": "prevent attacks", "seat": "A", "until": 5}],
            "chance": {"seat": "A"},
            "choice": {"seat": "A", "what": "situation"},
            "rolling": {"seat": "A", "success": 3},
            "exerting": {"seat": "A", "purpose": "defense", "marks": [{"what": "head_shot"}]},
            "bars": [{"permit": False, "verb": "attack"}],
        },
    ),
}
