"""What may be sent together from a hand: tests over card faces, for known and unknown cards alike.

Every test takes the cards and, last, what a Special Effect could not do when it was played.
"""

from __future__ import annotations

from typing import Any

from rules.kernel.judgment import Judgment, Part


def no_scenes(*things: Any) -> bool:
    return all(card.type != "scene" for card in things[:-1])


def some_actor(*things: Any) -> bool:
    return any(card.type == "actor" for card in things[:-1])


def different_names(*things: Any) -> bool:
    names = [card.title for card in things[:-1] if card.type == "actor"]
    return len(set(names)) == len(names)


def one_effect(*things: Any) -> bool:
    return len([card for card in things[:-1] if card.type == "effect"]) <= 1


def effect_has_actor(*things: Any) -> bool:
    """Every Special Effect goes with an Actor of its color (one without a color with any Actor)."""
    colors = {card.color for card in things[:-1] if card.type == "actor"}
    return all(
        card.color in colors or (card.color is None and bool(colors))
        for card in things[:-1]
        if card.type == "effect"
    )


def can_be_done(*things: Any) -> bool:
    """Nothing a Special Effect says is among what could not be done."""
    ruled_out = things[-1]
    return all(part.do not in ruled_out for card in things[:-1] for part in card.effect)


RULES: tuple[Part, ...] = (
    ("actors.from-hand", no_scenes, "a Scene cannot be sent to a Scene"),
    ("actors.at-least-one", some_actor, "at least one Actor is sent"),
    ("actors.same-name", different_names, "two Actors of the same name are sent from the hand"),
    ("actors.special-effect.one", one_effect, "only one Special Effect is played at a Scene"),
    (
        "actors.special-effect.color", effect_has_actor,
        "a Special Effect goes with an Actor of its color sent from the hand",
    ),
    (
        "actors.impossible-effect", can_be_done,
        "this Special Effect tells its player to do something that could not be done",
    ),
)  # fmt: skip


def fits(*things: Any) -> bool:
    """All of it at once: whether these cards may be sent together."""
    *cards, ruled_out = things
    names: set[str] = set()
    colors: set[str | None] = set()
    special = None
    for card in cards:
        kind = card.type
        if kind == "actor":
            if card.title in names:
                return False
            names.add(card.title)
            colors.add(card.color)
        elif kind == "scene" or special is not None:
            return False
        else:
            special = card
    if special is None:
        return bool(names)
    if special.color not in colors and (special.color is not None or not names):
        return False
    return can_be_done(special, ruled_out)


def check_group(j: Judgment, cards: tuple[int, ...], ruled_out: tuple[str, ...]) -> None:
    """Judges cards sent together, by name where they are known, else by what they may be."""
    j.need(
        "actors", fits, cards, "these cards cannot be sent together", "the cards face down at the Scene", (ruled_out,),
        RULES,
    )  # fmt: skip
