"""Where every card of a position lies: read off the types of the game's position, and only what changed between two.

A *place* is a field of a position, or of one player's part of it: the hand of A. What lies deeper inside (a card under
a card in play) counts to the place it lies in.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import NoneType, UnionType
from typing import NamedTuple, Protocol, Union, cast, get_args, get_origin, get_type_hints

import msgspec

from rules.kernel.knowledge import OPEN
from rules.kernel.position import Position
from rules.kernel.zones import Mark, mark_of

#: a place by the seat in whose part of the position it is (empty: nobody's) and the name of the field
Key = tuple[str, str]


class Place(NamedTuple):
    """``home``: whose cards lie there as far as the place says, empty where it says nothing; ``open``: everybody sees
    them; ``closed``: nobody may look, as into a deck."""

    key: Key
    home: str
    open: bool
    closed: bool


class Lying:
    """The cards of a position with their places. ``endless``: places with an unknown number of further cards."""

    __slots__ = ("cards", "endless")

    def __init__(self) -> None:
        self.cards: dict[int, Place] = {}
        self.endless: set[Key] = set()


class _Node(Protocol):
    """How the cards in values of one type are listed (``gather``), and those that lie differently in two of them
    (``compare``: out of the first, into the second)."""

    def gather(self, value: object, key: Key, home: str, out: Lying) -> None: ...

    def compare(self, old: object, new: object, key: Key, home: str, gone: Lying, come: Lying) -> None: ...


class _Gathered:
    """A type whose values are listed whole wherever they are not the very same."""

    def gather(self, value: object, key: Key, home: str, out: Lying) -> None:
        raise NotImplementedError

    def compare(self, old: object, new: object, key: Key, home: str, gone: Lying, come: Lying) -> None:
        if old is not new:
            self.gather(old, key, home, gone)
            self.gather(new, key, home, come)


class _Zone(_Gathered):
    def __init__(self, mark: Mark) -> None:
        self.mark = mark
        self.places: dict[tuple[Key, str], Place] = {}

    def _place(self, key: Key, home: str) -> Place:
        place = self.places.get((key, home))
        if place is None:
            see = self.mark.see
            place = Place(key, self.mark.home or home, see == "all", see == "none")
            self.places[key, home] = place
        return place

    def gather(self, value: object, key: Key, home: str, out: Lying) -> None:
        cards = cast("tuple[int, ...]", value)
        out.cards.update(dict.fromkeys(cards, self._place(key, home)))
        if OPEN in cards:
            del out.cards[OPEN]
            out.endless.add(key)

    def compare(self, old: object, new: object, key: Key, home: str, gone: Lying, come: Lying) -> None:
        if old is new:
            return
        before, after = set(cast("tuple[int, ...]", old)), set(cast("tuple[int, ...]", new))
        self.gather(tuple(before - after), key, home, gone)
        self.gather(tuple(after - before), key, home, come)


class _Slot(_Zone):
    def gather(self, value: object, key: Key, home: str, out: Lying) -> None:
        if value is not None:
            out.cards[cast("int", value)] = self._place(key, home)

    compare = _Gathered.compare


class _Many(_Gathered):
    def __init__(self, item: _Node) -> None:
        self.item = item

    def gather(self, value: object, key: Key, home: str, out: Lying) -> None:
        for one in cast("tuple[object, ...]", value):
            self.item.gather(one, key, home, out)


class _Players(_Gathered):
    """A part for each seat: what lies in it is that seat's."""

    def __init__(self, item: _Node) -> None:
        self.item = item

    def gather(self, value: object, key: Key, home: str, out: Lying) -> None:
        for seat, one in cast("dict[str, object]", value).items():
            self.item.gather(one, (seat, ""), seat, out)

    def compare(self, old: object, new: object, key: Key, home: str, gone: Lying, come: Lying) -> None:
        before, after = cast("dict[str, object]", old), cast("dict[str, object]", new)
        if before is after:
            return
        if before.keys() != after.keys():
            super().compare(old, new, key, home, gone, come)
            return
        for seat, one in before.items():
            if one is not after[seat]:
                self.item.compare(one, after[seat], (seat, ""), seat, gone, come)


class _Struct:
    def __init__(self, kind: type[msgspec.Struct]) -> None:
        #: its own card is from the deck of the seat it names
        self.owned = any(f.name == "owner" and f.required for f in msgspec.structs.fields(kind))
        self.fields: list[tuple[str, _Node]] = []

    def gather(self, value: object, key: Key, home: str, out: Lying) -> None:
        home = getattr(value, "owner", home) if self.owned else home
        for name, node in self.fields:
            node.gather(getattr(value, name), key if key[1] else (key[0], name), home, out)

    def compare(self, old: object, new: object, key: Key, home: str, gone: Lying, come: Lying) -> None:
        if old is new:
            return
        if self.owned and getattr(old, "owner", "") != getattr(new, "owner", ""):
            self.gather(old, key, home, gone)
            self.gather(new, key, home, come)
            return
        home = getattr(new, "owner", home) if self.owned else home
        for name, node in self.fields:
            before, after = getattr(old, name), getattr(new, name)
            if before is not after:
                node.compare(before, after, key if key[1] else (key[0], name), home, gone, come)


class _OneOf(_Gathered):
    """One of several structs, or nothing."""

    def __init__(self, nodes: dict[type, _Node]) -> None:
        self.nodes = nodes

    def gather(self, value: object, key: Key, home: str, out: Lying) -> None:
        node = self.nodes.get(type(value))
        if node is not None:
            node.gather(value, key, home, out)

    def compare(self, old: object, new: object, key: Key, home: str, gone: Lying, come: Lying) -> None:
        if type(old) is type(new) and type(new) in self.nodes:
            self.nodes[type(new)].compare(old, new, key, home, gone, come)
        else:
            super().compare(old, new, key, home, gone, come)


#: what was made of each type of struct
_STRUCTS: dict[type[msgspec.Struct], _Struct] = {}
_Making = dict[type[msgspec.Struct], _Struct]
_MARKED = {"zone": _Zone, "slot": _Slot}


def _node(hint: object, making: _Making) -> _Node | None:
    """How cards lie in values of a type; None where none can."""
    mark = mark_of(hint)
    if mark is not None:
        return _MARKED[mark.kind](mark) if mark.kind in _MARKED else None
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return _struct(hint, making)
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _one_of([kind for kind in args if kind is not NoneType], making)
    inner = (
        _node(args[0 if origin is tuple else 1], making)
        if origin in (tuple, dict) and len(args) == 2
        else None
    )
    if inner is None:
        return None
    return _Many(inner) if origin is tuple else _Players(inner)


def _one_of(kinds: Iterable[type], making: _Making) -> _Node | None:
    nodes = {kind: node for kind in kinds if (node := _node(kind, making)) is not None}
    return _OneOf(nodes) if nodes else None


def _struct(kind: type[msgspec.Struct], making: _Making) -> _Struct | None:
    struct = making.get(kind)
    if struct is None:
        struct = making[kind] = _Struct(kind)  # before its fields: a struct may hold its own kind
        hints = get_type_hints(kind, include_extras=True)
        nodes = ((name, _node(hints[name], making)) for name in kind.__struct_fields__)
        struct.fields = [(name, node) for name, node in nodes if node is not None]
    return struct if struct.fields else None


def _of(position: Position) -> _Struct:
    struct = _STRUCTS.get(type(position))
    if struct is None:
        making: _Making = {}
        _struct(type(position), making)
        struct = _STRUCTS[type(position)] = making[type(position)]
    return struct


def lying(position: Position) -> Lying:
    """Every card of a position with its place."""
    out = Lying()
    _of(position).gather(position, ("", ""), "", out)
    return out


def moved(old: Position, new: Position) -> tuple[Lying, Lying]:
    """The cards that lie elsewhere in the second position, or not at all any more: where they lay in the first, and
    where those of the second lie that were elsewhere or nowhere."""
    gone, come = Lying(), Lying()
    _of(new).compare(old, new, ("", ""), "", gone, come)
    for card in gone.cards.keys() & come.cards.keys():
        if gone.cards[card] is come.cards[card]:
            del gone.cards[card], come.cards[card]
    return gone, come
