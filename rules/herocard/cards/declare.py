"""Short ways to declare cards."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rules.herocard.core.reading.card import Action, Attribute, HeroCard, Kind
from rules.herocard.core.reading.effects import Amount, Effect

#: A card and how many of it a demonstration deck holds.
Listed = tuple[HeroCard, int]

BOOK = "HeroCard Nightmare rulebook"
ALWAYS = ("attribute", "cost", "action")
X_NAME = {"body": "Body", "mind": "Mind", "x": "Soul"}


def attributes(
    hero: str, body: tuple[int, int], mind: tuple[int, int], x: tuple[int, int]
) -> tuple[HeroCard, ...]:
    """A Hero's three Attribute cards, each as score and build points (all assumed)."""
    given: tuple[tuple[Attribute, tuple[int, int]], ...] = (("body", body), ("mind", mind), ("x", x))
    return tuple(
        HeroCard(
            title=f"{hero}: {X_NAME[name]}",
            kind="attribute",
            hero=hero,
            attribute=name,
            score=score,
            build=build,
            summary=f"{hero}'s {X_NAME[name]} score is {score}.",
            source=f"{BOOK}: The Attributes",
            own=True,
            assumed=("score", "build"),
        )
        for name, (score, build) in given
    )


def hero_cards(hero: str, listed: Iterable[Listed]) -> tuple[Listed, ...]:
    """The cards with their Hero's name written in."""
    return tuple((msgspec.structs.replace(card, hero=hero), count) for card, count in listed)


def action(
    title: str,
    kind: Kind,
    attribute: Attribute,
    cost: int,
    kind_of_action: Action,
    value: int = 0,
    summary: str = "",
    where: str = "",
    given: tuple[str, ...] = (),
    plus: tuple[Amount, ...] = (),
    effects: tuple[Effect, ...] = (),
    deploy: bool = False,
) -> HeroCard:
    """An Action card. ``where``: the heading of the rulebook that names it; ``given``: the facts it gives besides."""
    assumed = (
        (*ALWAYS, *(name for name in ("kind", "value", "effects") if name not in given)) if where else ()
    )
    return HeroCard(
        title=title,
        kind=kind,
        attribute=attribute,
        cost=cost,
        action=kind_of_action,
        value=value,
        own=True,
        summary=summary or _plain(kind, value),
        source=f"{BOOK}: {where}" if where else "made for this project",
        assumed=assumed,
        plus=plus,
        effects=effects,
        deploy=deploy,
    )


def _plain(kind: Kind, value: int) -> str:
    words = {
        "base_attack": f"Attack {value}.",
        "attack_mod": f"Adds {value} to the attack.",
        "base_block": f"Block {value}.",
        "block_mod": f"Adds {value} to the block.",
    }
    return words.get(kind, "")
