"""What a card of this game says of itself."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rules.kernel.cards import Card

CardType = Literal["scene", "actor", "effect"]
Color = Annotated[str, msgspec.Meta(max_length=20)]
Number = Annotated[int, msgspec.Meta(ge=0, le=99)]

#: What a Special Effect can be made of: each names a function of ``effects.py``.
EffectVerb = Literal[
    "raise_rank", "lower_rank", "paint_actors", "paint_scene", "shift_scene", "keep_in_line", "win_ties", "go_next",
    "cancel_effects", "draw_cards", "extra_scene", "call_actor", "send_back", "sack_actor", "recover_actor",
    "cut_scene", "swap_scene",
]  # fmt: skip


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing a Special Effect does, with its number or color."""

    do: EffectVerb
    amount: Annotated[int, msgspec.Meta(ge=-99, le=99)] = 0
    color: Color | None = None


class LooneyCard(Card, frozen=True, kw_only=True):
    """A Scene, an Actor or a Special Effect. ``None``: not printed, or not known. A Special Effect without ``effect``
    is one whose text the engine does not execute: a judge declares what it did."""

    type: CardType
    color: Color | None = None
    rank: Number | None = None
    points: Number | None = None
    effect: Annotated[tuple[Effect, ...], msgspec.Meta(max_length=6)] = ()
