"""The verbs card declarations are written in: what an Action card does, and what a variable value counts."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Number = Annotated[int, msgspec.Meta(ge=0, le=30)]
Who = Literal["target", "attacker"]

#: What a variable value counts:
#: active Blocks in the Attack Sequence; the target's cards in play; the cost of the target's cards of
#: the chosen Attribute; the player's own attack cards in play; cards wasted upon the target; the largest value among
#: Base Attacks on the target's Discard stack.
Counted = Literal[
    "active_blocks",
    "target_in_play",
    "target_cost",
    "own_attacks",
    "wasted_on_target",
    "discarded_attack",
]


class Amount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a variable value: ``times`` for each thing counted."""

    count: Counted
    times: Number = 1


class _Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """Something a card does when it is played."""


class DrawCards(_Effect, frozen=True, tag="draw"):
    """The player may draw up to ``count`` cards (never above seven in hand)."""

    count: Number = 3


class ClearCards(_Effect, frozen=True, tag="clear"):
    """The player may clear up to ``count`` cards, top first: own ones, or those of the target or attacker."""

    count: Number = 3
    whose: Literal["own", "target", "attacker"] = "own"


class ForceDiscard(_Effect, frozen=True, tag="discard"):
    """The target discards ``count`` cards of its choice."""

    count: Number = 1
    who: Who = "target"


class Waste(_Effect, frozen=True, tag="waste"):
    """The target wastes ``count`` cards of its choice."""

    count: Number = 1
    who: Who = "target"


class Purge(_Effect, frozen=True, tag="purge"):
    """The last card played in the Attack Sequence is negated as if it had never been played."""


class Convert(_Effect, frozen=True, tag="convert"):
    """An opponent's active card with a value is read as if its value were the constant ``value``."""

    value: Number = 0


class Twist(_Effect, frozen=True, tag="twist"):
    """A card the target has in play is twisted: clearing it only unwinds it."""


class Unwind(_Effect, frozen=True, tag="unwind"):
    """All twisted cards of the player are unwound."""


class Forbid(_Effect, frozen=True, tag="forbid"):
    """While the card is active no opponent may play cards of these kinds."""

    kinds: tuple[str, ...] = ()


Effect = DrawCards | ClearCards | ForceDiscard | Waste | Purge | Convert | Twist | Unwind | Forbid

#: Effects that change how the Attack Sequence comes out: a Miscellaneous card with one chooses a side.
DECISIVE = (Purge, Convert, Forbid)
#: Effects that are directed at one player.
DIRECTED = (ForceDiscard, Waste, Twist)
#: What counts something of the target.
OF_TARGET = frozenset({"target_in_play", "target_cost", "wasted_on_target", "discarded_attack"})
