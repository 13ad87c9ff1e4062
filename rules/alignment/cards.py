"""References to cards in two logs: whether they may mean the same card, and what both say of it together."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from rules.kernel.cards import CardRef, CardSpec, Catalogue, named
from rules.kernel.entries import card_fields, cards_in

#: an argument that names cards: alone, several, or in parts of their own
Named = object
S = TypeVar("S", bound=msgspec.Struct)


class Differ(Exception):
    """The two cannot both be so."""


def count_named(entry: msgspec.Struct) -> int:
    """How many cards an entry names."""
    return sum(
        1 for field in card_fields(type(entry)) for card in cards_in(getattr(entry, field)) if named(card)
    )


def together(one: Named, other: Named, catalogue: Catalogue) -> Named:
    """What two logs say of the same cards, as one argument. Raises ``Differ``."""
    if one == other or other is None:
        return one
    if one is None:
        return other
    if isinstance(one, tuple) and isinstance(other, tuple):
        return _lists(one, other, catalogue)
    if isinstance(one, str | CardSpec) and isinstance(other, str | CardSpec):
        return _card(one, other, catalogue)
    if isinstance(one, msgspec.Struct) and type(one) is type(other):
        return _parts(one, other, catalogue)
    raise Differ


def _card(one: CardRef, other: CardRef, catalogue: Catalogue) -> CardRef:
    if not named(one):
        return other
    if not named(other):
        return one
    ours, theirs = set(catalogue.find(one)), set(catalogue.find(other))
    if not ours & theirs:
        if not ours and not theirs and _spelt(one) == _spelt(other):
            return one
        raise Differ
    if ours <= theirs:
        return one
    return other if theirs <= ours else _spec(one, other)


def _spelt(ref: CardRef) -> str:
    return msgspec.json.encode(ref).decode().casefold()


def _spec(one: CardRef, other: CardRef) -> CardSpec:
    """A reference that says what both say: of two that overlap each says something of its own."""
    first, second = (CardSpec(title=ref) if isinstance(ref, str) else ref for ref in (one, other))
    said = {
        field: getattr(first, field) if getattr(first, field) is not None else getattr(second, field)
        for field in CardSpec.__struct_fields__
    }
    return CardSpec(**said)


def _lists(one: tuple[Named, ...], other: tuple[Named, ...], catalogue: Catalogue) -> tuple[Named, ...]:
    """Lists of cards: as they stand beside each other, or else in any order."""
    if len(one) != len(other):
        raise Differ
    try:
        return tuple(together(a, b, catalogue) for a, b in zip(one, other, strict=True))
    except Differ:
        if any(isinstance(part, msgspec.Struct) and not isinstance(part, CardSpec) for part in one):
            raise  # parts of a play have an order
    return _in_any_order(one, other, catalogue)


def _in_any_order(
    one: tuple[Named, ...], other: tuple[Named, ...], catalogue: Catalogue
) -> tuple[Named, ...]:
    """The most certain first: a named card takes its like, the unknown what is left."""
    left = list(other)
    merged: list[Named] = list(one)
    places = sorted(range(len(one)), key=lambda place: not _is_named(one[place]))
    for place in places:
        for candidate in sorted(left, key=lambda card: not _is_named(card)):
            try:
                merged[place] = together(one[place], candidate, catalogue)
            except Differ:
                continue
            left.remove(candidate)
            break
        else:
            raise Differ
    return tuple(merged)


def _is_named(card: Named) -> bool:
    return isinstance(card, str | CardSpec) and named(card)


def _parts(one: S, other: S, catalogue: Catalogue) -> S:
    """Parts of an entry, field by field: what one of them leaves out the other may say."""
    cards = card_fields(type(one))
    changes: dict[str, Named] = {}
    for field in one.__struct_fields__:
        mine, theirs = getattr(one, field), getattr(other, field)
        if mine != theirs:
            if field not in cards and None not in (mine, theirs):
                raise Differ
            changes[field] = together(mine, theirs, catalogue)
    return msgspec.structs.replace(one, **changes) if changes else one
