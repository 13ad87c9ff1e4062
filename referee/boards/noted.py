"""The facts of a position that its board does not draw: a quiet list, so that everything somebody may see and mean
stands on the table with its address.

Which facts there are is read from the position's types; a game's board says which of them it draws itself, by their
address with ``*`` for a seat, a number or a name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec
from django.utils.translation import gettext as _

from referee.boards.addresses import address
from referee.boards.scene import Scene, cards_words, count_of
from referee.wording.labels import field_words, value_words
from rules.kernel.text_codecs import codec_of
from rules.kernel.zones import mark_of

Kind = Literal["fact", "cards", "struct", "map", "list"]
#: What says nothing; ``False`` is equal to 0.
EMPTY: tuple[Any, ...] = (None, 0, "", [], {}, {"unknown": True})


class Noted(msgspec.Struct, frozen=True):
    """A fact that the board does not draw: where it stands, in words, and what it says."""

    name: str
    value: str
    at: str


class Noting(msgspec.Struct, frozen=True):
    """What is noted of one side of the table, or of the whole (no name)."""

    who: str
    facts: tuple[Noted, ...]


class Field(NamedTuple):
    """A fact of a struct as it is printed, with its type and what it is where nothing was said of it."""

    name: str
    kind: Kind
    inner: Any
    default: Any


class Found(NamedTuple):
    """A fact at its place, and whether it may mention cards by their labels."""

    place: tuple[str, ...]
    value: Any
    cards: bool


def noted(scene: Scene, drawn: frozenset[str]) -> tuple[Noting, ...]:
    """What is true besides what the board draws: of the table, then of each side."""
    labels: dict[str, Any] = {}
    rows: dict[str, list[Noted]] = {}
    for place, value, cards in _walk(scene.game.position_type, scene.position, (), (), drawn):
        if cards and not labels:
            labels = _labels(scene.position)
        of_seat = place[0] == "players" and len(place) > 2
        names = place[2:] if of_seat else place
        rows.setdefault(place[1] if of_seat else "", []).append(
            Noted(_name(names), _plain(value, labels, scene.names), address(*place))
        )
    seats = ["", *(seat for seat in scene.seats if seat in rows)]
    return tuple(Noting(scene.names.get(seat, seat), tuple(rows[seat])) for seat in seats if seat in rows)


def _walk(
    kind: Any, printed: Any, at: tuple[str, ...], form: tuple[str, ...], left_out: frozenset[str]
) -> Iterator[Found]:
    """Every fact of a printed struct that is not left out and says something."""
    for field in _fields(kind):
        value = printed.get(field.name)
        if value == field.default or (value in EMPTY and (field.kind == "cards" or field.default in EMPTY)):
            continue
        place, shape = (*at, field.name), (*form, field.name)
        if ".".join(shape) in left_out:
            continue
        if field.kind == "struct" and isinstance(value, dict):
            yield from _walk(field.inner, value, place, shape, left_out)
        elif field.kind in ("map", "list") and value:
            yield from _walk_many(field.inner, value, place, (*shape, "*"), left_out)
        elif field.kind == "cards" and isinstance(value, list):
            yield from (Found((*place, str(n)), card, True) for n, card in enumerate(value))
        else:
            yield Found(place, value, field.kind == "cards" or isinstance(value, dict))


def _walk_many(
    inner: Any, values: Any, at: tuple[str, ...], form: tuple[str, ...], left_out: frozenset[str]
) -> Iterator[Found]:
    """The facts of every struct of a list, or of a map by its keys."""
    if ".".join(form) in left_out:
        return
    for key, value in values.items() if isinstance(values, dict) else enumerate(values):
        yield from _walk(inner, value, (*at, str(key)), form, left_out)


@lru_cache(maxsize=256)
def _fields(kind: type[msgspec.Struct]) -> tuple[Field, ...]:
    hints = get_type_hints(kind, include_extras=True)
    return tuple(
        Field(field.encode_name, *_kind(hints[field.name]), _default(field))
        for field in msgspec.structs.fields(kind)
    )


def _kind(hint: Any) -> tuple[Kind, Any]:
    """What a field holds: a fact, cards, a struct, or many structs (of one kind, or they are plain)."""
    if mark_of(hint) is not None:
        return "cards", None
    if codec_of(hint) is not None:
        return "fact", None
    if get_origin(hint) is Annotated:
        return _kind(get_args(hint)[0])
    args = [arg for arg in get_args(hint) if arg not in (Ellipsis, NoneType)]
    if get_origin(hint) in (Union, UnionType):
        return _kind(args[0]) if len(args) == 1 else ("fact", None)
    if get_origin(hint) in (tuple, dict) and args and _kind(args[-1])[0] == "struct":
        return ("map" if get_origin(hint) is dict else "list"), args[-1]
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct) and not hint.__struct_config__.tag:
        return "struct", hint
    return "fact", None


def _default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default is not msgspec.NODEFAULT:
        default = field.default
    elif field.default_factory is not msgspec.NODEFAULT:
        default = field.default_factory()
    else:
        return None
    return list(default) if isinstance(default, tuple) else default


def _name(place: tuple[str, ...]) -> str:
    """A place in words; numbers count from 1, as on the table."""
    return " ".join(str(int(part) + 1) if part.isdecimal() else field_words(part) for part in place)


def _labels(printed: Any) -> dict[str, Any]:
    """The cards of a printed position that have a label, by label."""
    by_name: dict[str, Any] = {}
    waiting = [printed]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            if "as" in value:
                by_name[str(value["as"])] = value
            waiting += [inner for inner in value.values() if isinstance(inner, dict | list)]
        else:
            waiting += [inner for inner in value if isinstance(inner, dict | list)]
    return by_name


def _plain(value: Any, labels: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """What a fact says, for people."""
    if isinstance(value, bool):
        return str(_("yes") if value else _("no"))
    if isinstance(value, list):
        return ", ".join(_plain(item, labels, names) for item in value)
    if isinstance(value, dict):
        if value.get("unknown") or value.get("more"):
            return str(_("%(n)s face down") % {"n": count_of([value])})
        if ("card" in value and set(value) <= {"card", "as"}) or "title" in value or "one_of" in value:
            return cards_words(value)
        said = [(key, one) for key, one in value.items() if one is not None]
        return ", ".join(f"{field_words(str(key))} {_plain(one, labels, names)}" for key, one in said)
    if isinstance(value, str):
        if value in labels:
            return cards_words(labels[value])
        return names.get(value) or value_words(value)
    return str(value)
