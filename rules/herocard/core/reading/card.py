"""The card declaration of HeroCard: Attribute cards, Action cards, and Nightmare's Scenes and Killers."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

import msgspec

from rules.herocard.core.reading.effects import (
    DIRECTED,
    OF_TARGET,
    Add,
    Amount,
    Effect,
    Forbid,
    Meant,
    Part,
    amounts,
)
from rules.kernel.cards import Card, Catalogue

Attribute = Literal["body", "mind", "x"]
Action = Literal["exclusive", "fast", "restricted"]
Kind = Literal[
    "attribute",
    "base_attack",
    "attack_mod",
    "special_attack",
    "base_block",
    "block_mod",
    "special_block",
    "miscellaneous",
    "scene",
    "killer",
]
Points = Annotated[int, msgspec.Meta(ge=0, le=100)]

ATTRIBUTES: tuple[Attribute, ...] = ("body", "mind", "x")
ATTRIBUTE_NAMES = {"body": "Body", "mind": "Mind", "x": "Attribute X"}
ATTACKS = frozenset({"base_attack", "attack_mod", "special_attack"})
BLOCKS = frozenset({"base_block", "block_mod", "special_block"})
ACTIONS = ATTACKS | BLOCKS | {"miscellaneous"}
KIND_NAMES = {
    "attribute": "Attribute card",
    "base_attack": "Base Attack",
    "attack_mod": "Attack Mod",
    "special_attack": "Special Attack",
    "base_block": "Base Block",
    "block_mod": "Block Mod",
    "special_block": "Special Block",
    "miscellaneous": "Miscellaneous card",
    "scene": "Scene",
    "killer": "Killer",
}


class HeroCard(Card, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One card.

    ``kind``: what kind of card it is; ``hero``: the Hero whose deck it is of; ``attribute``: the Attribute it belongs
    to; ``cost``: what an Action card costs of it; ``action``: its Action Type; ``value``: the constant value of a Base
    or Mod; ``plus``: what its variable value adds; ``effects``: what it does when it is played; ``deploy``: it may be
    put down face down; ``score``: an Attribute card's score; ``build``: its build points; ``exits``: the exits of a
    Scene's tile (directions 0 to 5, clockwise from the east); ``assumed``: the facts that the rulebook does not give
    and the project chose."""

    kind: Kind
    hero: str = ""
    attribute: Attribute | None = None
    cost: Points = 0
    action: Action | None = None
    value: Points = 0
    plus: tuple[Amount, ...] = ()
    effects: tuple[Effect, ...] = ()
    deploy: bool = False
    score: Points = 0
    build: Points = 0
    exits: tuple[Annotated[int, msgspec.Meta(ge=0, le=5)], ...] = ()
    assumed: tuple[str, ...] = ()


class Requirements(NamedTuple):
    """Whether a card's text alone asks for a target, an attacker or an Attribute when it is played."""

    target: bool
    attacker: bool
    attribute: bool


def requirements_of(catalogue: Catalogue, card: HeroCard) -> Requirements:
    """The same, asked at every play and remembered for each card of a catalogue."""
    key = ("wants", id(card))
    requirements: Requirements | None = catalogue.memory.get(key)
    if requirements is None:
        requirements = Requirements(needs_target(card), needs_attacker(card), needs_attribute(card))
        catalogue.memory[key] = requirements
    return requirements


def needs_target(card: HeroCard) -> bool:
    """Whether the card speaks of a target, so that its player chooses one."""
    return any(
        isinstance(effect, DIRECTED) and getattr(effect, "who", getattr(effect, "whose", "")) == "target"
        for effect in card.effects
    ) or any(amount.count in OF_TARGET or amount.whose == "target" for amount in _counted(card))


def _counted(card: HeroCard) -> tuple[Part, ...]:
    """Everything the card's values count."""
    parts = amounts(card.plus) if card.plus else ()
    for effect in card.effects:
        if isinstance(effect, Add):
            parts += amounts(effect.plus)
    return parts


def needs_attacker(card: HeroCard) -> bool:
    """Whether the card speaks of the attacker, so that somebody must have an active Base Attack."""
    return any(
        getattr(effect, "who", "") == "attacker" or getattr(effect, "whose", "") == "attacker"
        for effect in card.effects
    ) or any(amount.whose == "attacker" for amount in _counted(card))


def needs_attribute(card: HeroCard) -> bool:
    """Whether the card's value depends on an Attribute its player selects."""
    return any(amount.count == "target_cost" for amount in _counted(card))


def matches(measure: Forbid | Meant, card: HeroCard) -> bool:
    """Whether a card fits every measure a text gives."""
    return (
        (not measure.kinds or card.kind in measure.kinds)
        and (not measure.stacks or card.attribute in measure.stacks)
        and (not measure.actions or card.action in measure.actions)
        and (not measure.titles or card.title in measure.titles)
        and _lies_between(measure.cost_from, card.cost, measure.cost_to)
        and _lies_between(measure.value_from, card.value, measure.value_to)
    )


def _lies_between(least: int | None, number: int, most: int | None) -> bool:
    """Whether a number lies between two bounds, each of which may be missing."""
    return (least is None or number >= least) and (most is None or number <= most)
