"""The verbs card declarations are written in: what an Action card does, and what a variable value counts.

Every field is documented with an example in ``docs/logs/herocard_duel.md``.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Number = Annotated[int, msgspec.Meta(ge=0, le=30)]
Signed = Annotated[int, msgspec.Meta(ge=-30, le=30)]
Divisor = Annotated[int, msgspec.Meta(ge=1, le=30)]
Titles = Annotated[
    tuple[Annotated[str, msgspec.Meta(max_length=100, extra={"is": "title"})], ...],
    msgspec.Meta(max_length=20),
]
Who = Literal["target", "attacker", "opponents"]
Whose = Literal["own", "target", "attacker"]
Side = Literal["attack", "block"]
Stack = Literal["body", "mind", "x"]
ActionType = Literal["exclusive", "fast", "restricted"]
ActionKind = Literal[
    "base_attack",
    "attack_mod",
    "special_attack",
    "base_block",
    "block_mod",
    "special_block",
    "miscellaneous",
]

#: What a variable value counts. The first six are whole texts; the others count of ``whose`` player, the cards among
#: them narrowed by ``kinds``, ``stack`` and ``active``.
Counted = Literal[
    "active_blocks",
    "target_in_play",
    "target_cost",
    "own_attacks",
    "wasted_on_target",
    "discarded_attack",
    "cards_in_play",
    "cost_in_play",
    "wasted",
    "twisted",
    "hand",
    "discard_stack",
    "score",
    "free_points",
    "constant",
    "largest",
    "smallest",
]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is counted, ``times`` so many, ``plus`` so many, divided by ``per`` (rounded down, or ``up``), and never
    below ``least`` or above ``most``."""

    count: Counted
    times: Signed = 1
    plus: Signed = 0
    per: Divisor = 1
    up: bool = False
    least: Signed | None = None
    most: Signed | None = None
    whose: Whose = "own"
    stack: Stack | None = None
    kinds: tuple[ActionKind, ...] = ()
    active: bool = False


class Amount(Part, frozen=True, forbid_unknown_fields=True):
    """A part of a variable value; ``largest`` and ``smallest`` choose among the parts ``of``."""

    of: Annotated[tuple[Part, ...], msgspec.Meta(max_length=6)] = ()


class Meant(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Which cards a text means: those that fit every measure given."""

    kinds: tuple[ActionKind, ...] = ()
    stacks: tuple[Stack, ...] = ()
    actions: tuple[ActionType, ...] = ()
    titles: Titles = ()
    cost_from: Number | None = None
    cost_to: Number | None = None
    value_from: Number | None = None
    value_to: Number | None = None


class _Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """Something a card does when it is played."""


class DrawCards(_Effect, frozen=True, tag="draw"):
    """The player may draw up to ``count`` cards (never above seven in hand)."""

    count: Number = 3


class ClearCards(_Effect, frozen=True, tag="clear"):
    """The player may clear up to ``count`` cards: own ones, or those of the target or attacker. Top first, of any
    stack or of ``stacks``; with ``kinds``, ``titles`` or ``active`` (of the Attack Sequence) such a card wherever it
    lies in its stack. ``one_stack``: all of them off one stack, which the player chooses with the first."""

    count: Number = 3
    whose: Whose = "own"
    stacks: tuple[Stack, ...] = ()
    one_stack: bool = False
    kinds: tuple[ActionKind, ...] = ()
    titles: Titles = ()
    active: bool = False


class ForceDiscard(_Effect, frozen=True, tag="discard"):
    """The target (the attacker, every opponent) discards ``count`` cards of its choice."""

    count: Number = 1
    who: Who = "target"


class Waste(_Effect, frozen=True, tag="waste"):
    """The target (the attacker, every opponent) wastes ``count`` cards of its choice."""

    count: Number = 1
    who: Who = "target"


class Purge(_Effect, frozen=True, tag="purge"):
    """The last card played in the Attack Sequence is negated as if it had never been played."""


class Deploy(_Effect, frozen=True, tag="deploy"):
    """The player may deploy up to ``count`` cards of the hand, of ``kinds`` where any is named, also during an Attack
    Sequence, and whatever their own texts say."""

    count: Number = 1
    kinds: tuple[ActionKind, ...] = ()


class Add(_Effect, frozen=True, tag="add"):
    """While the card is active it adds ``value`` and ``plus`` to the Attack Value or the Block Value, or takes away
    where they are below zero. For cards that are neither Bases nor Mods."""

    side: Side
    value: Signed = 0
    plus: tuple[Amount, ...] = ()


class Convert(_Effect, frozen=True, tag="convert"):
    """The text of an opponent's active card is changed: it has the constant ``value``, and where ``effects`` is given
    it does these while it is active in place of what is printed. ``kinds``: which cards may be chosen; left out, those
    with a value, or with ``effects`` any."""

    value: Number = 0
    effects: tuple[Lasting, ...] | None = None
    kinds: tuple[ActionKind, ...] = ()


class Twist(_Effect, frozen=True, tag="twist"):
    """A card that the target (the attacker, oneself) has in play is twisted. While it is, its player's Attribute scores
    are ``less`` by so much (that of the card's stack), and cards that fit ``forbid`` may not be played. ``until``:
    ``clear`` (clearing it only unwinds it), ``sequence`` (the end of this Attack Sequence), ``turn`` (the end of this
    turn), ``next_turn`` (the end of its player's next turn), ``unwind`` (only a card unwinds it, and it is not
    cleared)."""

    whose: Whose = "target"
    less: Number = 0
    forbid: Meant | None = None
    until: Literal["clear", "sequence", "turn", "next_turn", "unwind"] = "clear"


class Unwind(_Effect, frozen=True, tag="unwind"):
    """All twisted cards of the player (the target, the attacker) are unwound."""

    whose: Whose = "own"


class Forbid(_Effect, frozen=True, tag="forbid"):
    """While the card is active no opponent (or only the ``target``) may play cards that fit every measure given:
    kinds, stacks, Action Types, titles, cost and value from and to."""

    kinds: tuple[ActionKind, ...] = ()
    stacks: tuple[Stack, ...] = ()
    actions: tuple[ActionType, ...] = ()
    titles: Titles = ()
    cost_from: Number | None = None
    cost_to: Number | None = None
    value_from: Number | None = None
    value_to: Number | None = None
    who: Literal["opponents", "target"] = "opponents"


#: Effects that last while a card is active.
Lasting = Forbid | Add
Effect = (
    DrawCards | ClearCards | ForceDiscard | Waste | Purge | Deploy | Convert | Twist | Unwind | Forbid | Add
)

#: Effects that are directed at one player where their ``who`` or ``whose`` says so.
DIRECTED = (ForceDiscard, Waste, Twist, ClearCards, Unwind, Forbid)
#: What counts something of the target by itself.
OF_TARGET = frozenset({"target_in_play", "target_cost", "wasted_on_target", "discarded_attack"})


def amounts(parts: tuple[Amount, ...]) -> tuple[Part, ...]:
    """The parts of a value and those among which they choose."""
    single: tuple[Part, ...] = ()
    for part in parts:
        single += (part, *part.of)
    return single
