"""The declaration of a card of this game."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rules.kernel.cards import Card
from rules.kernel.json_types import Json
from rules.looney_tunes.cards.language import Color, Effects, Number, used_fields

CardType = Literal["scene", "actor", "effect"]


class LooneyCard(Card, frozen=True, kw_only=True):
    """A Scene, an Actor or a Special Effect. ``None``: not printed, or not known.

    ``type``: which of the three it is; ``color``: the color it has; ``rank``: the Rank of a Scene or an Actor;
    ``points``: what a Scene is worth; ``effect``: the card's text, its parts carried out in order; ``choices``: texts
    of which its player carries out one. A Special Effect with neither is one whose text the engine does not execute: a
    judge declares what it did."""

    type: CardType
    color: Color | None = None
    rank: Number | None = None
    points: Number | None = None
    effect: Effects = ()
    choices: Annotated[tuple[Effects, ...], msgspec.Meta(max_length=4)] = ()

    @classmethod
    def as_taken(cls, row: Json) -> Json:
        if not isinstance(row, dict):
            return row
        texts = {name: row[name] for name in ("effect", "choices") if isinstance(row.get(name), list | tuple)}
        return row | {name: [_text_taken(part) for part in text] for name, text in texts.items()}


def _text_taken(part: Json) -> Json:
    """A part, or a text of several."""
    return [used_fields(one) for one in part] if isinstance(part, list | tuple) else used_fields(part)
