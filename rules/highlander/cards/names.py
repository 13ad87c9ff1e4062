"""Whether the Titles, groups and variants that texts name are those of cards: what nobody is called is misspelled."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec

from rules.highlander.card import WORDS, HighlanderCard
from rules.highlander.language.filters import CardName
from rules.kernel.errors import CardError

#: groups that the Handbook names, and none of whose cards stands here
ELSEWHERE = frozenset({"Hound"})


def with_known_names(cards: tuple[HighlanderCard, ...]) -> tuple[HighlanderCard, ...]:
    """The same cards. Raises ``CardError`` where a text names a card or a group that none of them is."""
    titles = {card.title for card in cards}
    groups = {group for card in cards for group in card.groups} | WORDS | ELSEWHERE
    known = {"title": titles, "group": groups, "name": titles | groups, "variant": {c.variant for c in cards}}
    whole = {CardName(card.title, card.variant) for card in cards} | {CardName(title) for title in titles}
    for card in cards:
        for kind, name in _named(card):
            if name not in (whole if isinstance(name, CardName) else known[kind]):
                text = name.text if isinstance(name, CardName) else name
                raise CardError(f"“{card.title}” names “{text}”, and no card is called so")
    return cards


def _named(value: object) -> Iterator[tuple[str, Any]]:
    """The names within a declaration, each with what it is the name of."""
    if isinstance(value, CardName):
        yield "card", value
    elif isinstance(value, tuple):
        for inner in value:
            yield from _named(inner)
    elif isinstance(value, msgspec.Struct):
        for field, kind in _fields(type(value)):
            inner = getattr(value, field)
            if kind is None:
                yield from _named(inner)
            elif inner is not None:
                yield kind, inner


@lru_cache(maxsize=512)
def _fields(kind: type[msgspec.Struct]) -> tuple[tuple[str, str | None], ...]:
    """The facts of a struct, and of which it is that they name something."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple((name, _names(hints[name])) for name in kind.__struct_fields__)


def _names(hint: object) -> str | None:
    """The kind of thing that a fact of this type names, also where it may name none (``Group | None``)."""
    if get_origin(hint) in (Union, UnionType):
        return next(filter(None, map(_names, get_args(hint))), None)
    if get_origin(hint) is Annotated:
        for extra in get_args(hint)[1:]:
            if isinstance(extra, msgspec.Meta) and extra.extra:
                return extra.extra.get("names")
    return None
