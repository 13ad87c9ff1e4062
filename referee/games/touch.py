"""What may be done by touching the board: a game says it here, and the engine's options say what of it is legal.

An offer is an entry with the addresses that are touched for it, first what is taken up (a card of the hand, a figure),
then where it goes. What is nowhere on the table (a tile not laid yet, a Killer not placed yet, a free cell) has an
address of its own that begins with ``~``. A game's ``touches`` yields offers by what lies on the table and by the kind
of each card, never by what the rules allow now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from referee.boards.addresses import address, numbered, side_of
from referee.boards.scene import title_of
from rules.kernel.cards import Card, CardSpec, Catalogue
from rules.kernel.paths import index_of

#: the address of something that is nowhere on the table
APART = "~"


class Offer(msgspec.Struct, frozen=True):
    """An entry that touching ``at`` makes. ``words``: what tells it from others with the same touches; ``turns``: by
    how many sixths a tile may be turned, which the entry leaves open; ``adds``: what the phone knows of the own hidden
    cards and the entry shows, which is left out of options."""

    at: tuple[str, ...]
    entry: dict[str, Any]
    words: str = ""
    turns: tuple[int, ...] = ()
    adds: Mapping[str, Any] = MappingProxyType({})

    @property
    def said(self) -> dict[str, Any]:
        """The entry as it is sent."""
        return {**self.entry, **self.adds}


class Held(NamedTuple):
    """A card somebody may touch: where it lies, how an entry names it, its declaration where it is known."""

    at: str
    ref: Any
    card: Card | None
    title: str


class Reach:
    """What one of those a phone acts for can touch: the position as the phone sees it. ``verbs``: those that offers are
    wanted of; ``titles``: what the addresses of the offers are called."""

    def __init__(
        self,
        catalogue: Catalogue,
        position: Mapping[str, Any],
        seats: Sequence[str],
        names: Mapping[str, str],
        by: str,
        verbs: frozenset[str],
    ) -> None:
        self.catalogue = catalogue
        self.position = position
        self.seats = tuple(seats)
        self.names = names
        self.by = by
        self.verbs = verbs
        self.me = side_of(by)
        self.others = tuple(seat for seat in seats if seat != by)
        self.titles: dict[str, str] = {side_of(seat): names.get(seat, seat) for seat in seats}

    def wants(self, *verbs: str) -> bool:
        """Whether offers of one of these verbs are wanted."""
        return not self.verbs.isdisjoint(verbs)

    def offer(
        self,
        do: str,
        *at: str,
        words: str = "",
        turns: tuple[int, ...] = (),
        adds: Mapping[str, Any] = MappingProxyType({}),
        **said: Any,
    ) -> Offer:
        """An offer of a verb; what an entry would leave out is left out."""
        entry = {
            "by": self.by,
            "do": do,
            **{key: value for key, value in said.items() if value not in ("", None)},
        }
        return Offer(at, entry, words, turns, adds)

    def side(self, seat: str) -> Mapping[str, Any]:
        """A player's side of the table."""
        told: Mapping[str, Any] = (self.position.get("players") or {}).get(seat) or {}
        return told

    @cached_property
    def hand(self) -> list[Held]:
        """The cards of the own hand that the phone knows by name."""
        return self.cards(address(self.me, "hand"))

    def cards(self, path: str) -> list[Held]:
        """The cards of a zone or slot that the reader knows by name; of one that may be several, each of them."""
        zone = self.at(path)
        many = zone if isinstance(zone, list) else [zone] if zone is not None else []
        held = []
        for n, printed in enumerate(many):
            at = address(path, n) if isinstance(zone, list) else path
            for ref in _names(printed):
                held.append(self._held(at, ref))
        return held

    def things(self, path: str) -> list[tuple[str, int, Mapping[str, Any]]]:
        """The things of a list: each with its address, and its number from 1."""
        return [(at, n, one) for n, (at, one) in enumerate(numbered(self.at(path), path), 1)]

    def at(self, path: str) -> Any:
        """What is printed at an address without dots in its names; None where nothing is."""
        value: Any = self.position
        for part in path.split("."):
            if isinstance(value, Mapping):
                value = value.get(part)
            elif isinstance(value, list) and (place := index_of(part)) is not None and place < len(value):
                value = value[place]
            else:
                return None
        return value

    @cached_property
    def labels(self) -> dict[str, Held]:
        """The cards that something refers to, by their labels."""
        told: dict[str, Held] = {}
        waiting: list[tuple[str, Any]] = [("", self.position)]
        while waiting:
            at, value = waiting.pop()
            if isinstance(value, Mapping):
                if "as" in value:
                    for ref in _names(value):
                        told[str(value["as"])] = self._held(at, ref)
                waiting += [(address(at, key), inner) for key, inner in value.items()]
            elif isinstance(value, list):
                waiting += [(address(at, n), inner) for n, inner in enumerate(value)]
        return told

    def name(self, at: str, title: str) -> str:
        """Calls what is at an address so, and gives the address."""
        self.titles[at] = title
        return at

    def _held(self, at: str, ref: Any) -> Held:
        title = title_of(ref)
        self.titles[at] = title
        return Held(at, ref, self.declared(ref), title)

    def declared(self, ref: Any) -> Card | None:
        """The declaration of a card that an entry names; None where that says several, or none."""
        try:
            spec = ref if isinstance(ref, str) else msgspec.convert(ref, CardSpec)
        except msgspec.ValidationError:
            return None
        told = self.catalogue.find(spec)
        return self.catalogue.cards[told[0]] if len(told) == 1 else None


Touches = Callable[[Reach], Iterable[Offer]]


def nothing(reach: Reach) -> Iterator[Offer]:
    """What may be touched in a game that does not say: nothing; its actions are chosen from lists."""
    yield from ()


def key_of(entry: Mapping[str, Any]) -> bytes:
    """What two entries have in common that say the same: cards played together have no order."""
    plays = entry.get("plays")
    if isinstance(plays, list | tuple):
        entry = {**entry, "plays": sorted(plays, key=lambda play: msgspec.json.encode(play, order="sorted"))}
    return msgspec.json.encode(entry, order="sorted")


def _names(printed: Any) -> tuple[Any, ...]:
    """The names an entry may give a printed card."""
    if isinstance(printed, str):
        return (printed,)
    if not isinstance(printed, Mapping):
        return ()
    if "card" in printed:
        return _names(printed["card"])
    if "one_of" in printed:
        return tuple(one for ref in printed["one_of"] for one in _names(ref))
    return (dict(printed),) if printed.get("title") else ()
