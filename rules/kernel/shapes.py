"""How positions are printed and read, type by type: zones, slots, references, structs, lists and maps."""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Any, Generic, Protocol, Union, get_args, get_origin, get_type_hints

import msgspec
from typing_extensions import TypeVar

from rules.kernel.card_problems import in_words, lacking
from rules.kernel.json_types import Json, JsonObject
from rules.kernel.matching import Names, is_condition, meets, same
from rules.kernel.reader import Reader
from rules.kernel.text_codecs import Text, TextCodec, codec_of
from rules.kernel.texts import say
from rules.kernel.writer import Writer
from rules.kernel.zones import Mark, mark_of


class Shapes(Protocol):
    """Where the shape of a type is looked up."""

    def of(self, hint: object) -> Shape: ...


#: what values of a type are in a position
V = TypeVar("V", default=Any)

#: how a position says that nobody knows
UNKNOWN = {"unknown": True}


class Shape(Generic[V]):
    """How values of one type are printed, read, hidden and searched for references."""

    #: a zone or a place for a card: unknown there is an unknown card, or a zone of unknown size
    holds_cards = False
    #: its facts have names of their own, so that another name is none of them
    has_named_facts = False

    def write(self, w: Writer, value: V) -> Json:
        return value

    def read(self, r: Reader, value: Json, path: str, home: str) -> V:
        raise AssertionError

    def hide(self, raw: Json, seat: str, owner: str) -> Json:
        return raw

    def fits(self, names: Names, actual: Json, wanted: Json) -> bool:
        """Whether something printed is what a scenario expects there."""
        if isinstance(actual, list) and is_condition(wanted):
            return meets(actual, wanted, same)
        return same(actual, wanted)

    def inside(self, name: str, printed: Json) -> Shape | None:
        """The shape of what lies one step further inside something printed; None where that has none of its own."""
        return None

    def mentions(self, value: V, cards: set[int]) -> None:
        return

    def replace(self, value: V, ids: dict[int, int]) -> V:
        return value


class _Plain(Shape[object]):
    def __init__(self, hint: object) -> None:
        self.hint = hint

    def write(self, w: Writer, value: object) -> Json:
        built = msgspec.to_builtins(value)
        return list(built) if isinstance(built, tuple) else built

    def read(self, r: Reader, value: Json, path: str, home: str) -> object:
        try:
            return msgspec.convert(value, self.hint)
        except msgspec.ValidationError as error:
            raise r.fail(path, in_words(str(error), self.hint, say("it"))) from None


class _TextCoded(Shape[object]):
    def __init__(self, written: TextCodec) -> None:
        self.written = written

    def write(self, w: Writer, value: object) -> Json:
        return self.written.write(value)

    def read(self, r: Reader, value: Json, path: str, home: str) -> object:
        try:
            return self.written.read(msgspec.convert(value, Text, strict=True))
        except msgspec.ValidationError as error:
            raise r.fail(path, in_words(str(error), Text, say("it"))) from None


class _Zone(Shape[tuple[int, ...]]):
    holds_cards = True

    def __init__(self, mark: Mark) -> None:
        self.mark = mark

    def write(self, w: Writer, value: tuple[int, ...]) -> Json:
        return w.zone(value)

    def read(self, r: Reader, value: Json, path: str, home: str) -> tuple[int, ...]:
        return r.zone(value, path, self.mark.home or home)

    def fits(self, names: Names, actual: Json, wanted: Json) -> bool:
        return names.fit_zone(actual, wanted, self.mark.ordered)

    def inside(self, name: str, printed: Json) -> Shape | None:
        return _Slot(self.mark)

    def hide(self, raw: Json, seat: str, owner: str) -> Json:
        if (
            self.mark.see == "all"
            or (self.mark.see == "owner" and owner == seat)
            or not isinstance(raw, list)
        ):
            return raw
        count = more = 0
        for item in raw:
            if isinstance(item, dict) and item.get("more"):
                more = 1
            elif isinstance(item, dict) and "count" in item:
                count += item["count"] if isinstance(item["count"], int) else 1
            else:
                count += 1
        return ([{"unknown": True, "count": count}] if count else []) + ([{"more": True}] if more else [])


class _Slot(Shape[int | None]):
    holds_cards = True

    def __init__(self, mark: Mark) -> None:
        self.mark = mark

    def write(self, w: Writer, value: int | None) -> Json:
        return None if value is None else w.card(value)

    def read(self, r: Reader, value: Json, path: str, home: str) -> int | None:
        return None if value is None else r.card(value, path, self.mark.home or home)

    def fits(self, names: Names, actual: Json, wanted: Json) -> bool:
        return names.fit(actual, wanted)

    def hide(self, raw: Json, seat: str, owner: str) -> Json:
        if raw is None or self.mark.see == "all" or (self.mark.see == "owner" and owner == seat):
            return raw
        label = raw.get("as") if isinstance(raw, dict) else None
        return {"unknown": True, **({"as": label} if label is not None else {})}


class _Ref(Shape[int | None]):
    def write(self, w: Writer, value: int | None) -> Json:
        return None if value is None else w.label(value)

    def read(self, r: Reader, value: Json, path: str, home: str) -> int | None:
        return r.ref(value, path)

    def mentions(self, value: int | None, cards: set[int]) -> None:
        if value is not None:
            cards.add(value)

    def replace(self, value: int | None, ids: dict[int, int]) -> int | None:
        return None if value is None else ids.get(value, value)


class _Refs(Shape[tuple[int, ...]]):
    def write(self, w: Writer, value: tuple[int, ...]) -> Json:
        return [w.label(card) for card in value]

    def read(self, r: Reader, value: Json, path: str, home: str) -> tuple[int, ...]:
        if not isinstance(value, list):
            raise r.fail(path, say("list_of_labels_expected"))
        cards = []
        for n, item in enumerate(value):
            card = r.ref(item, f"{path}.{n}")
            if card is None:
                raise r.fail(f"{path}.{n}", say("card_label_expected"))
            cards.append(card)
        return tuple(cards)

    def mentions(self, value: tuple[int, ...], cards: set[int]) -> None:
        cards.update(value)

    def replace(self, value: tuple[int, ...], ids: dict[int, int]) -> tuple[int, ...]:
        return tuple(ids.get(card, card) for card in value)


class _Many(Shape[tuple[object, ...]]):
    def __init__(self, item: Shape) -> None:
        self.item = item

    def write(self, w: Writer, value: tuple[object, ...]) -> Json:
        return [self.item.write(w, v) for v in value]

    def read(self, r: Reader, value: Json, path: str, home: str) -> tuple[object, ...]:
        if not isinstance(value, list):
            raise r.fail(path, say("list_is_expected"))
        return tuple(self.item.read(r, v, f"{path}.{n}", home) for n, v in enumerate(value))

    def fits(self, names: Names, actual: Json, wanted: Json) -> bool:
        def fits(one: Json, other: Json) -> bool:
            return self.item.fits(names, one, other)

        if isinstance(actual, list) and is_condition(wanted):
            return meets(actual, wanted, fits)
        if not isinstance(actual, list) or not isinstance(wanted, list) or len(actual) != len(wanted):
            return same(actual, wanted)
        return all(fits(one, other) for one, other in zip(actual, wanted, strict=True))

    def inside(self, name: str, printed: Json) -> Shape | None:
        return self.item

    def hide(self, raw: Json, seat: str, owner: str) -> Json:
        return [self.item.hide(v, seat, owner) for v in raw] if isinstance(raw, list) else raw

    def mentions(self, value: tuple[object, ...], cards: set[int]) -> None:
        for v in value:
            self.item.mentions(v, cards)

    def replace(self, value: tuple[object, ...], ids: dict[int, int]) -> tuple[object, ...]:
        return tuple(self.item.replace(v, ids) for v in value)


class _Map(Shape[dict[str, object]]):
    """A dict by seat (its key is the owner of what is inside) or by any other word."""

    def __init__(self, item: Shape) -> None:
        self.item = item

    def write(self, w: Writer, value: dict[str, object]) -> Json:
        return {key: self.item.write(w, v) for key, v in value.items()}

    def read(self, r: Reader, value: Json, path: str, home: str) -> dict[str, object]:
        if not isinstance(value, dict):
            raise r.fail(path, say("object_is_expected"))
        read = {}
        for key, inner in value.items():
            if inner == UNKNOWN and not self.item.holds_cards:
                r.leave_out(f"{path}.{key}")
            else:
                read[key] = self.item.read(r, inner, f"{path}.{key}", key)
        return read

    def fits(self, names: Names, actual: Json, wanted: Json) -> bool:
        if not isinstance(actual, dict) or not isinstance(wanted, dict) or actual.keys() != wanted.keys():
            return same(actual, wanted)
        return all(self.item.fits(names, actual[key], inner) for key, inner in wanted.items())

    def inside(self, name: str, printed: Json) -> Shape | None:
        return self.item

    def hide(self, raw: Json, seat: str, owner: str) -> Json:
        return {key: self.item.hide(v, seat, key) for key, v in raw.items()} if isinstance(raw, dict) else raw

    def mentions(self, value: dict[str, object], cards: set[int]) -> None:
        for v in value.values():
            self.item.mentions(v, cards)

    def replace(self, value: dict[str, object], ids: dict[int, int]) -> dict[str, object]:
        return {key: self.item.replace(v, ids) for key, v in value.items()}


class StructShape(Shape[msgspec.Struct]):
    has_named_facts = True

    def __init__(self, kind: type[msgspec.Struct]) -> None:
        self.kind = kind
        self.fields: list[tuple[str, str, Shape]] = []
        #: somebody's: whoever's place it lies in, where it does not say whose, and its own card is from that deck
        self.owned = any(field.name == "owner" and field.required for field in msgspec.structs.fields(kind))
        tag = kind.__struct_config__.tag
        self.tag = (kind.__struct_config__.tag_field or "type", tag) if tag is not None else None
        #: printed as well, though it has none of them: facts that others of its kind have (read, they say nothing)
        self.also: dict[str, Json] = {
            name: value
            for name, value in getattr(kind, "also_printed", {}).items()
            if name not in kind.__struct_encode_fields__
        }

    def fill(self, codec: Shapes) -> None:
        hints = get_type_hints(self.kind, include_extras=True)
        for name, outside in zip(
            self.kind.__struct_fields__, self.kind.__struct_encode_fields__, strict=True
        ):
            self.fields.append((name, outside, codec.of(hints[name])))

    def write(self, w: Writer, value: msgspec.Struct) -> Json:
        out = {self.tag[0]: self.tag[1], **self.also} if self.tag else dict(self.also)
        for name, outside, shape in self.fields:
            out[outside] = shape.write(w, getattr(value, name))
        return out

    def read(self, r: Reader, value: Json, path: str, home: str) -> msgspec.Struct:
        if not isinstance(value, dict):
            raise r.fail(path, say("object_is_expected"))
        outside = {name for _, name, _ in self.fields} | ({self.tag[0]} if self.tag else set())
        unknown = sorted(set(value) - outside - self.also.keys())
        if unknown:
            raise r.fail(path, say("no_fact_called", partition=unknown[0][:60]))
        try:
            return self.kind(**self._given(r, value, path, home))
        except TypeError as error:
            raise r.fail(path, lacking(error)) from None

    def _given(self, r: Reader, value: JsonObject, path: str, home: str) -> dict[str, object]:
        """The facts that an object says, by the names of the fields."""
        given: dict[str, object] = {"owner": home} if self.owned and home else {}
        owner = value["owner"] if self.owned and isinstance(value.get("owner"), str) else home
        for name, out, shape in self.fields:
            if out in value and value[out] == UNKNOWN and not shape.holds_cards:
                r.leave_out(f"{path}.{out}")
            elif out in value:
                given[name] = shape.read(r, value[out], f"{path}.{out}", owner if shape.holds_cards else home)
        return given

    def fits(self, names: Names, actual: Json, wanted: Json) -> bool:
        """An object fits when it has every fact given."""
        if not isinstance(actual, dict) or not isinstance(wanted, dict) or not wanted:
            return same(actual, wanted)
        return all(
            key in actual and (self.inside(key, actual) or _PLAIN).fits(names, actual[key], inner)
            for key, inner in wanted.items()
        )

    def inside(self, name: str, printed: Json) -> Shape | None:
        return next((shape for _, outside, shape in self.fields if outside == name), None)

    def hide(self, raw: Json, seat: str, owner: str) -> Json:
        if not isinstance(raw, dict):
            return raw
        owner = raw["owner"] if isinstance(raw.get("owner"), str) else owner
        shapes = {outside: shape for _, outside, shape in self.fields}
        return {key: shapes[key].hide(v, seat, owner) if key in shapes else v for key, v in raw.items()}

    def mentions(self, value: msgspec.Struct, cards: set[int]) -> None:
        for name, _, shape in self.fields:
            shape.mentions(getattr(value, name), cards)

    def replace(self, value: msgspec.Struct, ids: dict[int, int]) -> msgspec.Struct:
        changes = {name: shape.replace(getattr(value, name), ids) for name, _, shape in self.fields}
        return msgspec.structs.replace(value, **changes)


class _OneOf(Shape[msgspec.Struct | None]):
    """A value of one of several structs (told apart by their tag), or nothing."""

    has_named_facts = True

    def __init__(self, shapes: dict[type, StructShape], optional: bool) -> None:
        self.shapes, self.optional = shapes, optional

    def write(self, w: Writer, value: msgspec.Struct | None) -> Json:
        return None if value is None else self.shapes[type(value)].write(w, value)

    def _pick(self, raw: Json) -> StructShape | None:
        if not isinstance(raw, dict):
            return None
        for shape in self.shapes.values():
            if shape.tag is None or raw.get(shape.tag[0]) == shape.tag[1]:
                return shape
        return None

    def read(self, r: Reader, value: Json, path: str, home: str) -> msgspec.Struct | None:
        if value is None and self.optional:
            return None
        shape = self._pick(value)
        if shape is None:
            kinds = ", ".join(str(s.tag[1]) for s in self.shapes.values() if s.tag)
            raise r.fail(path, say("object_of_kind_expected", kinds=kinds))
        return shape.read(r, value, path, home)

    def fits(self, names: Names, actual: Json, wanted: Json) -> bool:
        shape = self._pick(actual)
        return same(actual, wanted) if shape is None else shape.fits(names, actual, wanted)

    def inside(self, name: str, printed: Json) -> Shape | None:
        shape = self._pick(printed)
        return None if shape is None else shape.inside(name, printed)

    def hide(self, raw: Json, seat: str, owner: str) -> Json:
        shape = self._pick(raw)
        return raw if shape is None else shape.hide(raw, seat, owner)

    def mentions(self, value: msgspec.Struct | None, cards: set[int]) -> None:
        if value is not None:
            self.shapes[type(value)].mentions(value, cards)

    def replace(self, value: msgspec.Struct | None, ids: dict[int, int]) -> msgspec.Struct | None:
        return None if value is None else self.shapes[type(value)].replace(value, ids)


#: of what is printed beside the facts a position has
_PLAIN = Shape()


def _marked(mark: Mark) -> Shape:
    """The shape of a zone, a slot or a reference."""
    if mark.kind in ("zone", "slot"):
        return _Zone(mark) if mark.kind == "zone" else _Slot(mark)
    return _Ref() if mark.kind == "ref" else _Refs()


def _one_of(codec: Shapes, hint: object, args: tuple[object, ...]) -> Shape:
    """The shape of a union: of structs, with or without None, or of plain values."""
    kinds = [kind for kind in args if kind is not NoneType]
    if not kinds or not all(isinstance(kind, type) and issubclass(kind, msgspec.Struct) for kind in kinds):
        return _Plain(hint)
    return _OneOf({kind: codec.of(kind) for kind in kinds}, NoneType in args)  # type: ignore[misc]


def shape_of(codec: Shapes, hint: object) -> Shape:
    """The shape of a type hint that is not a struct itself."""
    origin, args = get_origin(hint), get_args(hint)
    mark = mark_of(hint)
    if mark is not None:
        return _marked(mark)
    written = codec_of(hint)
    if written is not None:
        return _TextCoded(written)
    if origin in (Union, UnionType):
        return _one_of(codec, hint, args)
    if origin is tuple and len(args) == 2 and args[1] is Ellipsis:
        item = codec.of(args[0])
        return _Plain(hint) if isinstance(item, _Plain) else _Many(item)
    if origin is dict:
        item = codec.of(args[1])
        return _Plain(hint) if isinstance(item, _Plain) else _Map(item)
    return _Plain(hint)
