"""What a card of this game says of itself, and the language its text is declared in."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rules.kernel.cards import Card

CardType = Literal["scene", "actor", "effect"]
Color = Annotated[str, msgspec.Meta(min_length=1, max_length=20, extra={"is": "color"})]
Number = Annotated[int, msgspec.Meta(ge=0, le=99)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200, extra={"is": "actor"})]

#: What a text can be made of: each names a function of ``effects.py``.
EffectVerb = Literal[
    "raise_rank", "lower_rank", "paint_actors", "paint_scene", "shift_scene", "raise_points", "keep_in_line",
    "win_ties", "go_next", "cancel_effects", "draw_cards", "extra_scene", "call_actor", "send_back", "sack_actor",
    "recover_actor", "cut_scene", "swap_scene", "lose_card", "peek_hand",
]  # fmt: skip
#: Whom it is for: its own player, a rival of choice, every rival, everybody.
Whose = Literal["own", "rival", "rivals", "all"]
#: How a card to lose is chosen: by chance, by whose hand it is, by whose text it is (who looks at the hand).
How = Literal["random", "victim", "player"]


class When(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A condition, asked when the part is carried out; all that is said must hold. ``own_color``: all one's Actors at
    the Scene count as it; ``actor``, ``rival_actor``: one of that name is there; ``actors_at_least``: so many of one's
    own; ``overacting``: whether one's own total is above the Scene's Rank."""

    scene_color: Color | None = None
    scene_rank_at_least: Number | None = None
    scene_rank_at_most: Number | None = None
    own_color: Color | None = None
    actor: Name | None = None
    rival_actor: Name | None = None
    actors_at_least: Number | None = None
    active: bool | None = None
    overacting: bool | None = None


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing a text does, with its number or color; ``whose`` and ``how`` left out: the verb's usual; ``may``: its
    player may decline."""

    do: EffectVerb
    amount: Annotated[int, msgspec.Meta(ge=-99, le=99)] = 0
    color: Color | None = None
    whose: Whose | None = None
    how: How | None = None
    when: When | None = None
    may: bool = False


Effects = Annotated[tuple[Effect, ...], msgspec.Meta(max_length=6)]


class LooneyCard(Card, frozen=True, kw_only=True):
    """A Scene, an Actor or a Special Effect. ``None``: not printed, or not known. ``effect`` is the card's text;
    ``choices``: texts of which its player carries out one. A Special Effect with neither is one whose text the engine
    does not execute: a judge declares what it did."""

    type: CardType
    color: Color | None = None
    rank: Number | None = None
    points: Number | None = None
    effect: Effects = ()
    choices: Annotated[tuple[Effects, ...], msgspec.Meta(max_length=4)] = ()
