"""Zones as types: who may look into them, and whose cards lie there.

A zone is a tuple of opaque card ids, top first; it may end in ``OPEN``: "and an unknown number of further cards".
"""

from __future__ import annotations

from typing import Annotated, Any, get_args, get_origin

import msgspec


class Mark(msgspec.Struct, frozen=True):
    """The meaning of a field that holds cards (``zone``, ``slot``, ``ref``, ``refs``), who may ``see`` it, whose pool
    is its ``home``, whether its cards are ``ordered`` by the game's rules."""

    kind: str
    see: str = "all"
    home: str = ""
    ordered: bool = True


#: A pile everybody may look at, and a heap, which has no order; a hand (its owner may look; no order either); a
#: face-down deck (nobody may); a home names whose pool its cards come from where the path does not say
#: (``deck_of("movie")``).
Pile = Annotated[tuple[int, ...], Mark("zone")]
Heap = Annotated[tuple[int, ...], Mark("zone", ordered=False)]
Hand = Annotated[tuple[int, ...], Mark("zone", "owner", ordered=False)]
#: a pile in its order that only its owner looks through
OwnPile = Annotated[tuple[int, ...], Mark("zone", "owner")]
Deck = Annotated[tuple[int, ...], Mark("zone", "none")]
#: One card (or none) lying somewhere; the same, which only its owner may see; a mention of a card that lies elsewhere.
Slot = Annotated[int | None, Mark("slot")]
HiddenSlot = Annotated[int | None, Mark("slot", "owner")]
Ref = Annotated[int | None, Mark("ref")]
Refs = Annotated[tuple[int, ...], Mark("refs")]


def heap_of(home: str) -> Any:
    return Annotated[tuple[int, ...], Mark("zone", "all", home, ordered=False)]


def deck_of(home: str) -> Any:
    return Annotated[tuple[int, ...], Mark("zone", "none", home)]


def mark_of(hint: object) -> Mark | None:
    """The mark of a zone, slot or reference among type hints; None for any other."""
    if get_origin(hint) is Annotated:
        for mark in get_args(hint)[1:]:
            if isinstance(mark, Mark):
                return mark
    return None
