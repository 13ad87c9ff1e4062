"""The board of a game that has no drawer of its own: its facts as a quiet table, its zones as rows of cards.

Which parts of a position are zones, slots or facts is read from the position's own types.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
from django.utils.translation import gettext as _

from referee.boards.addresses import address, side_of
from referee.boards.noted import Noted
from referee.boards.scene import Face, Scene, count_of, face_of, faces_of
from referee.wording.labels import field_words
from rules.kernel.zones import mark_of

#: A longer row is drawn as chips, with titles alone.
LONG = 6


class Zone(msgspec.Struct, frozen=True):
    """A named row of cards. ``size`` is None where nobody knows how many there are."""

    name: str
    cards: tuple[Face, ...]
    size: int | None
    at: str

    @property
    def long(self) -> bool:
        """Whether the row is drawn as chips."""
        return len(self.cards) > LONG or "discard" in self.name


class Area(msgspec.Struct, frozen=True):
    """A part of the board: a seat's, or the table's own."""

    name: str
    facts: tuple[Noted, ...]
    zones: tuple[Zone, ...]
    areas: tuple[Area, ...] = ()
    at: str = ""


class Generic:
    """Draws any position by its types."""

    template = "referee/boards/generic.html"

    def board(self, scene: Scene) -> dict[str, Any]:
        """The table's facts and zones first, then each seat's."""
        whole = _area("", scene.game.position_type, scene.position, scene, "", skip=("players", "bars"))
        hint = get_type_hints(scene.game.position_type, include_extras=True).get("players")
        args = get_args(hint)
        players = scene.position.get("players") or {}
        seats = tuple(
            _area(scene.names.get(seat, seat), args[1], players[seat], scene, side_of(seat))
            for seat in scene.seats
            if seat in players and len(args) == 2
        )
        return {"table": whole, "seats": seats}

    def words(self, entry: Mapping[str, Any]) -> str | None:
        return None


def _area(name: str, kind: Any, printed: Any, scene: Scene, at: str, skip: tuple[str, ...] = ()) -> Area:
    facts: list[Noted] = []
    zones: list[Zone] = []
    areas: list[Area] = []
    hints = get_type_hints(kind, include_extras=True)
    outside = dict(zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True))
    for key, field in outside.items():
        if key not in skip and isinstance(printed, dict) and key in printed:
            _place(_words(key), hints[field], printed[key], scene, address(at, key), facts, zones, areas)
    return Area(name, tuple(facts), tuple(zones), tuple(areas), at)


def _place(
    name: str,
    hint: Any,
    value: Any,
    scene: Scene,
    at: str,
    facts: list[Noted],
    zones: list[Zone],
    areas: list[Area],
) -> None:
    """Puts one value of a position where it belongs."""
    mark = mark_of(hint)
    struct = _struct(hint)
    if mark is not None and mark.kind == "zone":
        _place_zone(name, faces_of(value, scene.catalogue, at), count_of(value), at, facts, zones)
    elif mark is not None and mark.kind == "slot":
        if value is not None:
            zones.append(Zone(name, (face_of(value, scene.catalogue, at),), 1, ""))
    elif struct is not None and isinstance(value, dict):
        areas.append(_area(name, struct, value, scene, at))
    elif _inner(hint) is not None and isinstance(value, list | dict):
        items = (
            [(key, key, item) for key, item in value.items()]
            if isinstance(value, dict)
            else [(n, n + 1, item) for n, item in enumerate(value)]
        )
        for key, shown, item in items:
            _place(f"{name} {shown}", _inner(hint), item, scene, address(at, key), facts, zones, areas)
    elif value is not False and value not in (None, [], {}, ""):
        facts.append(Noted(name, _plain(value), at))


def _place_zone(
    name: str, cards: tuple[Face, ...], size: int | None, at: str, facts: list[Noted], zones: list[Zone]
) -> None:
    """Draws a zone as a row of cards. A zone of which only the number of cards is known becomes a fact; an empty one
    is left out."""
    if cards and all(face.unknown and not face.candidates for face in cards):
        words = _("not counted") if size is None else _("%(n)s face down") % {"n": size}
        facts.append(Noted(name, str(words), at))
    elif cards:
        zones.append(Zone(name, cards, size, at))


def _inner(hint: Any) -> Any:
    """The type inside a list or map of structs or zones; None for anything plain."""
    args = [arg for arg in get_args(hint) if arg is not Ellipsis]
    if get_origin(hint) in (tuple, dict, list) and args:
        last = args[-1]
        if mark_of(last) is not None or _struct(last) is not None or _inner(last) is not None:
            return last
    return None


def _struct(hint: Any) -> Any:
    """The struct a type is, or is besides nothing."""
    if get_origin(hint) is Annotated:
        return _struct(get_args(hint)[0])
    if get_origin(hint) in (Union, UnionType):
        kinds = [arg for arg in get_args(hint) if arg is not NoneType]
        return _struct(kinds[0]) if len(kinds) == 1 else None
    return hint if isinstance(hint, type) and issubclass(hint, msgspec.Struct) else None


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(_plain(item) for item in value)
    if isinstance(value, dict):
        return ", ".join(f"{_words(str(key))} {_plain(item)}" for key, item in value.items())
    return str(value)


def _words(name: str) -> str:
    return field_words(name)
