"""The forms' fields for a position, its options and a verb, read from the engine's own types."""

from __future__ import annotations

from functools import lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from rules.kernel.cards import CardSpec
from rules.kernel.entries import Entry
from rules.kernel.name_checks import kind_of
from rules.kernel.text_codecs import codec_of
from rules.kernel.zones import mark_of

#: Fields by these names hold a seat where they hold a word.
SEATS = frozenset(
    {
        "active", "against", "attacker", "by", "conceding", "free", "king", "next_active", "of", "owner",
        "priority", "reshuffling", "seat", "taker", "target", "turn", "whose", "winner",
    }
)  # fmt: skip

#: The primitive changes of a declared effect, and what each is made of.
CHANGES: dict[str, tuple[str, ...]] = {
    "move": ("card", "from", "to", "place"),
    "set": ("fact", "value"),
    "add": ("fact", "by"),
    "skip": ("phase",),
    "forbid": ("verb", "seat", "until"),
    "permit": ("verb", "seat", "until"),
    "name": ("fact", "from", "card"),
    "turn": ("fact", "card"),
    "note": ("text",),
}

Kind = Literal[
    "struct", "one_of", "list", "map", "cards", "card", "label", "labels", "choice", "number", "flag", "word",
    "words", "numbers", "pairs", "raw",
]  # fmt: skip


class Spec(msgspec.Struct, kw_only=True):
    """One field. ``fields`` of a struct; ``item`` of a list or map; ``kinds`` of a choice of structs by their tag.
    ``plain``: cards of an entry, which may not be written as backs or with labels. ``names``: the kind of thing that a
    word names (a seat, a Scene), ``keys`` that of what stands before the colon of a pair."""

    name: str
    kind: Kind
    optional: bool = False
    default: Any = None
    required: bool = False
    fields: tuple[Spec, ...] = ()
    item: Spec | None = None
    kinds: dict[str, Spec] = {}
    tag_field: str = "type"
    choices: tuple[Any, ...] = ()
    low: int | None = None
    high: int | None = None
    plain: bool = False
    about: str = ""
    names: str = ""
    keys: str = ""

    @property
    def is_seat(self) -> bool:
        return self.kind == "word" and self.name in SEATS

    @property
    def open_zone(self) -> bool:
        """Left out it is a pile of unknown size, so that an empty one has to be written."""
        return self.kind == "cards" and self.default not in ((), None, [])


@lru_cache(maxsize=512)
def struct_spec(kind: type[msgspec.Struct], name: str = "") -> Spec:
    """The fields of a struct: a position, options, a part of them."""
    hints = get_type_hints(kind, include_extras=True)
    fields = tuple(
        _field(outside, hints[field.name], field)
        for field, outside in zip(msgspec.structs.fields(kind), kind.__struct_encode_fields__, strict=True)
        if not issubclass(kind, Entry) or field.name not in ENTRY_OWN
    )
    about = " ".join((kind.__doc__ or "").split())
    return Spec(name=name, kind="struct", fields=fields, about=about)


#: What every entry has besides its verb's arguments.
ENTRY_OWN = frozenset(Entry.__struct_fields__)


def verb_spec(verb: type[Entry]) -> Spec:
    """The arguments of a verb."""
    return struct_spec(verb, str(verb.__struct_config__.tag))


def _field(name: str, hint: Any, field: msgspec.structs.FieldInfo) -> Spec:
    spec = spec_of(name, hint)
    if name == "change" and spec.kind == "word":
        spec.kind, spec.choices = "choice", tuple(CHANGES)
    default = field.default
    if default is msgspec.NODEFAULT and field.default_factory is not msgspec.NODEFAULT:
        default = field.default_factory()
    spec.required = default is msgspec.NODEFAULT
    written = codec_of(hint)
    if written is not None and not spec.required:
        default = written.write(default)
    spec.default = None if spec.required else default
    return spec


def spec_of(name: str, hint: Any) -> Spec:
    """The field for a type hint."""
    mark = mark_of(hint)
    if mark is not None:
        kinds: dict[str, Kind] = {"zone": "cards", "slot": "card", "ref": "label", "refs": "labels"}
        return Spec(name=name, kind=kinds[mark.kind], optional=True)
    if codec_of(hint) is not None:
        return Spec(name=name, kind="word", names=kind_of(hint))
    named = kind_of(hint)
    low, high, hint = _bounds(hint)
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return _union(name, hint, low, high)
    if origin is Literal:
        return Spec(name=name, kind="choice", choices=get_args(hint))
    if origin is tuple:
        return _list(name, get_args(hint)[0])
    if origin is dict:
        return _map(name, *get_args(hint))
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return struct_spec_named(hint, name)
    if hint is bool:
        return Spec(name=name, kind="flag")
    if hint is int or hint is float:
        return Spec(name=name, kind="number", low=low, high=high)
    return Spec(name=name, kind="word" if hint is str else "raw", names=named)


def struct_spec_named(kind: type[msgspec.Struct], name: str) -> Spec:
    """A struct's spec under a field's name."""
    return msgspec.structs.replace(struct_spec(kind), name=name)


def _bounds(hint: Any) -> tuple[int | None, int | None, Any]:
    """The limits of a number, and the type without its annotations."""
    low = high = None
    while get_origin(hint) is Annotated:
        for meta in get_args(hint)[1:]:
            if isinstance(meta, msgspec.Meta):
                low = meta.ge if meta.ge is not None else low  # type: ignore[assignment]
                high = meta.le if meta.le is not None else high  # type: ignore[assignment]
        hint = get_args(hint)[0]
    return low, high, hint  # type: ignore[return-value]


def _union(name: str, hint: Any, low: int | None, high: int | None) -> Spec:
    parts = [part for part in get_args(hint) if part is not NoneType]
    optional = len(parts) < len(get_args(hint))
    if CardSpec in parts:
        return Spec(name=name, kind="card", optional=optional, plain=True)
    if len(parts) == 1:
        spec = spec_of(name, parts[0])
        spec.optional = True
        spec.low, spec.high = spec.low if spec.low is not None else low, spec.high
        return spec
    if all(isinstance(part, type) and issubclass(part, msgspec.Struct) for part in parts):
        kinds = {str(part.__struct_config__.tag): struct_spec_named(part, name) for part in parts}
        tag_field = parts[0].__struct_config__.tag_field or "type"
        return Spec(name=name, kind="one_of", optional=optional, kinds=kinds, tag_field=tag_field)
    return Spec(name=name, kind="raw", optional=optional)


def _list(name: str, item: Any) -> Spec:
    inner = spec_of(name, item)
    if inner.kind == "card" and inner.plain:
        return Spec(name=name, kind="cards", plain=True)
    if inner.kind in ("word", "choice"):
        return Spec(name=name, kind="words", choices=inner.choices, names=inner.names)
    if inner.kind == "number":
        return Spec(name=name, kind="numbers", low=inner.low, high=inner.high)
    if inner.kind in ("struct", "one_of", "cards", "card"):
        return Spec(name=name, kind="list", item=inner)
    return Spec(name=name, kind="raw")


def _map(name: str, key: Any, item: Any) -> Spec:
    inner = spec_of(name, item)
    if inner.kind in ("struct", "one_of", "cards", "card"):
        return Spec(name=name, kind="map", item=inner)
    kind: Kind = "pairs" if inner.kind in ("word", "choice") else "raw"
    return Spec(name=name, kind=kind, choices=inner.choices, names=inner.names, keys=kind_of(key))
