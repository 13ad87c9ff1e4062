"""Dotted paths into a position (``players.A.hand``): what lies at one, of which type, and the position with something
else there."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import msgspec

from rules.kernel.paths import index_of
from rules.kernel.position import Position
from rules.kernel.text_codecs import codec_of
from rules.kernel.texts import say
from rules.kernel.zones import mark_of


class Refused(Exception):
    """A change that cannot be made, in words."""


def is_zone(hint: object) -> bool:
    """Whether a type is that of a zone of cards."""
    mark = mark_of(hint)
    return mark is not None and mark.kind == "zone"


def is_slot(path: str, hint: object) -> bool:
    """Whether it is a place of one card that may be empty: of the table, or of a player's side."""
    mark = mark_of(hint)
    names = path.split(".")
    own = len(names) == 1 or (len(names) == 3 and names[0] == "players")
    return own and mark is not None and mark.kind == "slot"


def is_card_alone(value: object) -> bool:
    """Whether a thing is a card with facts of its own beside which no other cards lie."""
    if not isinstance(value, msgspec.Struct):
        return False
    marks = {name: mark_of(hint) for name, hint in get_type_hints(type(value), include_extras=True).items()}
    cards = [name for name, mark in marks.items() if mark is not None and mark.kind in ("zone", "slot")]
    return cards == ["card"]


def holds_cards(hint: object) -> bool:
    """Whether cards may lie in a value of this type, or be mentioned in it."""
    if mark_of(hint) is not None:
        return True
    if codec_of(hint) is not None:
        return False
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return True
    return any(holds_cards(arg) for arg in get_args(hint) if arg is not Ellipsis)


def _step(value: Any, hint: object, name: str) -> tuple[Any, Any]:
    """One step down a path: the value there and its type. Raises ``Refused``."""
    if isinstance(value, msgspec.Struct) and codec_of(hint) is None:
        fields = dict(zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True))
        if name in fields:
            return getattr(value, fields[name]), get_type_hints(type(value), include_extras=True)[
                fields[name]
            ]
    elif isinstance(value, dict) and name in value:
        return value[name], get_args(hint)[1] if get_args(hint) else object
    elif (
        isinstance(value, tuple)
        and not is_zone(hint)
        and (place := index_of(name)) is not None
        and place < len(value)
    ):
        return value[place], get_args(hint)[0] if get_args(hint) else object
    raise Refused(say("no_fact_there", name=name[:60]))


def get(position: Position, path: str) -> tuple[Any, Any]:
    """What lies at a path, and its type. Raises ``Refused`` where there is no such place."""
    value, hint = position, type(position)
    if path == "bars" or path.startswith("bars."):
        raise Refused(say("use_forbid_or_permit"))
    for name in path.split("."):
        value, hint = _step(value, hint, name)
    return value, hint


def put_at(position: Position, path: str, new: Any) -> Position:
    """The position with something else at a path that it has."""
    replaced: Position = _replaced(position, path, new)
    return replaced


def _replaced(value: Any, path: str, new: Any) -> Any:
    """A value with what lies at ``path`` below it replaced."""
    name, _, rest = path.partition(".")
    if isinstance(value, msgspec.Struct):
        field = dict(zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True))[name]
        inner = _replaced(getattr(value, field), rest, new) if rest else new
        return msgspec.structs.replace(value, **{field: inner})
    if isinstance(value, dict):
        return {**value, name: _replaced(value[name], rest, new) if rest else new}
    place = int(name)
    return (*value[:place], _replaced(value[place], rest, new) if rest else new, *value[place + 1 :])
