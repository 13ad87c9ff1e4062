"""Rules about cards sent together from a hand: tests over card faces, for known and unknown cards alike.

Every test takes the cards and, last, what a Special Effect could not do when it was played.
"""

from __future__ import annotations

from typing import Any, cast

import msgspec

from rules.kernel.entry_context import EntryContext
from rules.kernel.information_needs import Part
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN
from rules.looney_tunes.cards.card import LooneyCard
from rules.looney_tunes.cards.language import DrawCards, Effect, ForSeats, LoseCard
from rules.looney_tunes.position import LooneyPosition
from rules.looney_tunes.steps import impossible
from rules.looney_tunes.texts import say


def _cards(things: tuple[object, ...]) -> tuple[LooneyCard, ...]:
    """The faces that a test is asked of: all it is given but the last."""
    return cast("tuple[LooneyCard, ...]", things[:-1])


def no_scenes(*things: object) -> bool:
    return all(card.type != "scene" for card in _cards(things))


def some_actor(*things: object) -> bool:
    return any(card.type == "actor" for card in _cards(things))


def different_names(*things: object) -> bool:
    names = [card.title for card in _cards(things) if card.type == "actor"]
    return len(set(names)) == len(names)


def one_effect(*things: object) -> bool:
    return len([card for card in _cards(things) if card.type == "effect"]) <= 1


def effect_has_actor(*things: object) -> bool:
    """Every Special Effect goes with an Actor of its color (one without a color with any Actor)."""
    colors = {card.color for card in _cards(things) if card.type == "actor"}
    return all(
        card.color in colors or (card.color is None and bool(colors))
        for card in _cards(things)
        if card.type == "effect"
    )


class Limits(msgspec.Struct, frozen=True, gc=False):
    """The limits on a Special Effect as the game stands: what it cannot do, and how many cards its player has left in
    hand (None: that is not known)."""

    ruled_out: tuple[type[Effect], ...] = ()
    hand: int | None = None


def limits_of(ctx: EntryContext, position: LooneyPosition, seat: str, hand: tuple[int, ...]) -> Limits:
    """The limits for a Special Effect that a seat sends, with what is left of its hand."""
    return Limits(impossible(ctx, position, seat), None if OPEN in hand else len(hand))


def can_be_done(*things: Any) -> bool:  # as ``fits``
    """Nothing a Special Effect says is among what could not be done; of several texts one that can be is enough."""
    limits = things[-1]
    return all(
        any(all(_possible(part, limits) for part in text) for text in card.choices or (card.effect,))
        for card in things[:-1]
        if card.type == "effect"
    )


def _possible(part: Effect, limits: Limits) -> bool:
    """Whether a part could be done; what is said under a condition, or may be declined, tells nobody to do it."""
    if part.when is not None or part.may:
        return True
    if isinstance(part, LoseCard) and part.at == "own":
        return limits.hand is None or limits.hand >= max(part.amount, 1)
    if isinstance(part, ForSeats) and (
        part.at == "all" or (isinstance(part, DrawCards) and part.at != "own")
    ):
        return True
    return type(part) not in limits.ruled_out


RULES: tuple[Part, ...] = (
    ("actors.from-hand", no_scenes, say("scene_cannot_be_sent")),
    ("actors.at-least-one", some_actor, say("no_actor_sent")),
    ("actors.same-name", different_names, say("two_actors_of_same_name")),
    ("actors.special-effect.one", one_effect, say("more_than_one_special_effect")),
    (
        "actors.special-effect.color", effect_has_actor,
        say("special_effect_needs_actor_of_color"),
    ),
    (
        "actors.impossible-effect", can_be_done,
        say("special_effect_cannot_be_done"),
    ),
)  # fmt: skip


def fits(*things: Any) -> bool:  # asked of every assignment: no call is spent on the types of its arguments
    """All of it at once: whether these cards may be sent together."""
    names: set[str] = set()
    colors: set[str | None] = set()
    special = None
    for card in things[:-1]:
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
    return can_be_done(special, things[-1])


def check_group(j: Judgment, cards: tuple[int, ...], limits: Limits) -> None:
    """Judges cards sent together, by name where they are known, else by what they may be."""
    j.need(
        "actors", fits, cards, say("cards_cannot_be_sent_together"), say("cards_face_down_at_scene"), (limits,),
        RULES,
    )  # fmt: skip
