"""What may be sent together from a hand: tests over card faces, for known and unknown cards alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.kernel.judgment import Judgment
from rules.looney_tunes.cards.card import LooneyCard


def no_scenes(*cards: LooneyCard) -> bool:
    return all(card.type != "scene" for card in cards)


def some_actor(*cards: LooneyCard) -> bool:
    return any(card.type == "actor" for card in cards)


def different_names(*cards: LooneyCard) -> bool:
    names = [card.title for card in cards if card.type == "actor"]
    return len(set(names)) == len(names)


def one_effect(*cards: LooneyCard) -> bool:
    return sum(card.type == "effect" for card in cards) <= 1


def effect_has_actor(*cards: LooneyCard) -> bool:
    """Every Special Effect goes with an Actor of its color (one without a color with any Actor)."""
    colors = {card.color for card in cards if card.type == "actor"}
    return all(
        card.color in colors or (card.color is None and bool(colors))
        for card in cards
        if card.type == "effect"
    )


def can_be_done(*things: Any) -> bool:
    """Nothing a Special Effect says is among the last argument: what could not be done when it was played."""
    ruled_out = things[-1]
    return all(part.do not in ruled_out for card in things[:-1] for part in card.effect)


#: rule, test, whether it takes what could not be done, what is wrong
RULES: tuple[tuple[str, Callable[..., bool], bool, str], ...] = (
    ("actors.from-hand", no_scenes, False, "a Scene cannot be sent to a Scene"),
    ("actors.at-least-one", some_actor, False, "at least one Actor is sent"),
    ("actors.same-name", different_names, False, "two Actors of the same name are sent from the hand"),
    ("actors.special-effect.one", one_effect, False, "only one Special Effect is played at a Scene"),
    (
        "actors.special-effect.color", effect_has_actor, False,
        "a Special Effect goes with an Actor of its color sent from the hand",
    ),
    (
        "actors.impossible-effect", can_be_done, True,
        "this Special Effect tells its player to do something that could not be done",
    ),
)  # fmt: skip


#: what is left to ask of a card sent alone
ALONE = RULES[:2]


def fits(*things: Any) -> bool:
    """All of it at once: whether these cards may be sent together."""
    cards = things[:-1]
    return (
        no_scenes(*cards)
        and some_actor(*cards)
        and different_names(*cards)
        and one_effect(*cards)
        and effect_has_actor(*cards)
        and can_be_done(*things)
    )


def check_group(j: Judgment, cards: tuple[int, ...], ruled_out: tuple[str, ...]) -> None:
    """Judges cards sent together, by name where they are known, else by what they may be."""
    faces: list[Any] = [j.card(card) for card in cards]
    if None not in faces:
        for rule, test, takes, message in RULES:
            if not test(*faces, *((ruled_out,) if takes else ())):
                j.forbid(rule, message)
        return
    answer = j.decide(fits, cards, (ruled_out,))
    if answer is False:
        j.forbid("actors", "whatever these cards are, they cannot be sent together")
    elif answer is None:
        for rule, test, takes, message in RULES if len(cards) > 1 else ALONE:
            j.await_cards(
                rule, test, cards, message, "the cards face down at the Scene", (ruled_out,) if takes else ()
            )
