"""Positions: immutable structs, printed as JSON a person can read, and read back from it.

A game declares its position with the types below; printing, reading, hiding and the digest follow from them.
Cards are opaque ids inside and names outside. A card that something else refers to (``Ref``) is printed with a
label: ``{"card": "Title", "as": "c1"}``; the reference prints the label.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from rules.kernel.cards import CardRef, Catalogue, named
from rules.kernel.errors import CardError, LogError
from rules.kernel.knowledge import OPEN, Knowledge


class _Mark(msgspec.Struct, frozen=True):
    kind: str
    see: str = "all"
    home: str = ""


#: A pile everybody may look at; a hand (its owner may); a face-down deck (nobody may); a home names whose pool
#: its cards come from where the path does not say (``pile_of("movie")``).
Pile = Annotated[tuple[int, ...], _Mark("zone")]
Hand = Annotated[tuple[int, ...], _Mark("zone", "owner")]
Deck = Annotated[tuple[int, ...], _Mark("zone", "none")]
#: One card (or none) lying somewhere; the same, which only its owner may see; a mention of a card that lies elsewhere.
Slot = Annotated[int | None, _Mark("slot")]
HiddenSlot = Annotated[int | None, _Mark("slot", "owner")]
Ref = Annotated[int | None, _Mark("ref")]
Refs = Annotated[tuple[int, ...], _Mark("refs")]


def pile_of(home: str) -> Any:
    return Annotated[tuple[int, ...], _Mark("zone", "all", home)]


def deck_of(home: str) -> Any:
    return Annotated[tuple[int, ...], _Mark("zone", "none", home)]


class Bar(msgspec.Struct, frozen=True):
    """A declared prohibition or permission: of a verb, for a seat or everybody, while a period lasts."""

    permit: bool
    verb: str
    seat: str | None = None
    period: str | None = None
    value: int | str | None = None


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """What every game's position has. ``bars``: what judges declared forbidden or permitted."""

    bars: tuple[Bar, ...] = ()


Json = Any
Write = Callable[["Writer", Any], Json]
Read = Callable[["Reader", Any, str, str], Any]


class Writer:
    """Prints one position: knows the faces and hands out labels."""

    def __init__(self, known: Knowledge, catalogue: Catalogue) -> None:
        self.known, self.catalogue = known, catalogue
        self.labels: dict[int, str] = {}
        self.referred: set[int] = set()

    def face(self, card: int) -> Json:
        face = self.known.faces.get(card)
        if face is not None:
            return self.catalogue.reference(face)
        if card in self.known.narrowed:
            return {"one_of": [self.catalogue.reference(c) for c in self.known.narrowed[card]]}
        return {"unknown": True}

    def card(self, card: int) -> Json:
        face = self.face(card)
        if card not in self.referred:
            return face
        label = {"as": self.label(card)}
        return {"card": face, **label} if isinstance(face, str) or "title" in face else {**face, **label}

    def label(self, card: int) -> str:
        return self.labels.setdefault(card, f"c{len(self.labels) + 1}")

    def zone(self, cards: tuple[int, ...]) -> Json:
        if cards == (OPEN,):
            return {"unknown": True}
        out: list[Json] = []
        for card in cards:
            if card == OPEN:
                out.append({"more": True})
                continue
            printed = self.card(card)
            last = out[-1] if out else None
            if (
                printed == {"unknown": True}
                and isinstance(last, dict)
                and last.keys() <= {"unknown", "count"}
                and last
            ):
                out[-1] = {"unknown": True, "count": last.get("count", 1) + 1}
            else:
                out.append(printed)
        return out


class Reader:
    """Reads one printed position: makes ids, learns faces, remembers labels. Raises ``LogError``."""

    def __init__(self, known: Knowledge, catalogue: Catalogue) -> None:
        self.known, self.catalogue = known, catalogue
        self.labels: dict[str, int] = {}
        self.forward: dict[str, int] = {}
        self.findings: list[str] = []

    def fail(self, path: str, message: str) -> LogError:
        return LogError(1, f"position{path}: {message}")

    def card(self, value: Json, path: str, home: str) -> int:
        if isinstance(value, dict):
            value = dict(value)
            label = value.pop("as", None)
            inner = value.pop("card", None)
            card = self._new(value if inner is None else inner, path, home, value.get("one_of"))
            if label is not None:
                if not isinstance(label, str) or label in self.labels:
                    raise self.fail(path, "a label is a word used once")
                self.labels[label] = card
            return card
        return self._new(value, path, home, None)

    def _new(self, value: Json, path: str, home: str, one_of: Json) -> int:
        self.known, (card,) = self.known.new(home, 1)
        refs = one_of if one_of is not None else [value]
        if not isinstance(refs, list):
            raise self.fail(path, "one_of is a list of cards")
        found: list[int] = []
        for ref in refs:
            try:
                spec = msgspec.convert(ref, CardRef)
                if not named(spec):
                    return card
                found.extend(self.catalogue.must_find(spec))
            except (msgspec.ValidationError, CardError) as error:
                raise self.fail(path, str(error)) from None
        self._learn(card, tuple(sorted(set(found))), path, home)
        return card

    def _learn(self, card: int, faces: tuple[int, ...], path: str, home: str) -> None:
        """Binds a card, looking for the pool it can have come from."""
        for owner in (home, *(o for o in self.known.homes if o != home)):
            pool = self.known.homes.get(owner, 0)
            moved = msgspec.structs.replace(self.known, pool_of={**self.known.pool_of, card: pool})
            bound, fits = moved.bind(card, faces)
            if fits:
                self.known = bound
                return
        self.known, _ = self.known.bind(card, faces)
        title = self.catalogue.cards[faces[0]].title
        self.findings.append(f"position{path}: “{title}” is not in the deck list, or not as often")

    def zone(self, value: Json, path: str, home: str) -> tuple[int, ...]:
        if value == {"unknown": True}:
            return (OPEN,)
        if not isinstance(value, list):
            raise self.fail(path, 'a list of cards or {"unknown": true} is wanted')
        out: list[int] = []
        for place, item in enumerate(value):
            if isinstance(item, dict) and item == {"more": True}:
                out.append(OPEN)
            elif isinstance(item, dict) and item.get("unknown") is True and "count" in item:
                count = item["count"]
                if not isinstance(count, int) or isinstance(count, bool) or not 0 <= count <= 10_000:
                    raise self.fail(f"{path}.{place}", "count is a number from 0 to 10000")
                self.known, ids = self.known.new(home, count)
                out.extend(ids)
            else:
                out.append(self.card(item, f"{path}.{place}", home))
        if out.count(OPEN) > 1:
            raise self.fail(path, '"more" stands once')
        return tuple(out)

    def ref(self, value: Json, path: str) -> int | None:
        if value is None:
            return None
        if not isinstance(value, str):
            raise self.fail(path, "the label of a card is wanted")
        if value in self.labels:
            return self.labels[value]
        # read before its card: a negative stand-in, replaced when all is read
        return self.forward.setdefault(value, -len(self.forward) - 1)


class Codec:
    """Prints, reads and hides the positions of one game."""

    def __init__(self, kind: type[Position]) -> None:
        self.kind = kind
        self._shapes: dict[Any, _Shape] = {}
        self.shape = self._of(kind)

    def _of(self, hint: Any) -> _Shape:
        try:
            if hint in self._shapes:
                return self._shapes[hint]
        except TypeError:
            return _shape(self, hint)
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
            struct = _StructShape(hint)
            self._shapes[hint] = struct
            struct.fill(self)
            return struct
        made = self._shapes[hint] = _shape(self, hint)
        return made

    def to_json(self, position: Position, known: Knowledge, catalogue: Catalogue) -> dict[str, Any]:
        """The printed position. Every field is there; the same position always prints the same."""
        writer = Writer(known, catalogue)
        self.shape.mentions(position, writer.referred)
        printed = self.shape.write(writer, position)
        assert isinstance(printed, dict)
        return printed

    def from_json(
        self, raw: Any, known: Knowledge, catalogue: Catalogue
    ) -> tuple[Position, Knowledge, list[str]]:
        """A position from its printed form: it, what is known of its cards, and contradictions with deck lists.
        Raises ``LogError`` naming the place."""
        reader = Reader(known, catalogue)
        position = self.shape.read(reader, raw, "", "")
        if reader.forward:
            missing = [label for label in reader.forward if label not in reader.labels]
            if missing:
                raise reader.fail("", f"no card has the label “{missing[0]}”")
            position = self.shape.replace(
                position, {n: reader.labels[label] for label, n in reader.forward.items()}
            )
        return position, reader.known, reader.findings

    def hide(self, raw: Any, seat: str) -> Any:
        """A printed position with everything hidden that ``seat`` may not see."""
        return self.shape.hide(raw, seat, "")


def digest(printed: Any) -> str:
    """SHA-256 over the canonical form of a printed position."""
    return hashlib.sha256(msgspec.json.encode(printed, order="sorted")).hexdigest()


class _Shape:
    """How values of one type are printed, read, hidden and searched for references."""

    def write(self, w: Writer, value: Any) -> Json:
        return value

    def read(self, r: Reader, value: Json, path: str, home: str) -> Any:
        raise AssertionError

    def hide(self, raw: Json, seat: str, owner: str) -> Json:
        return raw

    def mentions(self, value: Any, found: set[int]) -> None:
        return

    def replace(self, value: Any, ids: dict[int, int]) -> Any:
        return value


class _Plain(_Shape):
    def __init__(self, hint: Any) -> None:
        self.hint = hint

    def write(self, w: Writer, value: Any) -> Json:
        return msgspec.to_builtins(value)

    def read(self, r: Reader, value: Json, path: str, home: str) -> Any:
        try:
            return msgspec.convert(value, self.hint)
        except msgspec.ValidationError as error:
            raise r.fail(path, str(error)) from None


class _Zone(_Shape):
    def __init__(self, mark: _Mark) -> None:
        self.mark = mark

    def write(self, w: Writer, value: Any) -> Json:
        return w.zone(value)

    def read(self, r: Reader, value: Json, path: str, home: str) -> Any:
        return r.zone(value, path, self.mark.home or home)

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


class _Slot(_Shape):
    def __init__(self, mark: _Mark) -> None:
        self.mark = mark

    def write(self, w: Writer, value: Any) -> Json:
        return None if value is None else w.card(value)

    def read(self, r: Reader, value: Json, path: str, home: str) -> Any:
        return None if value is None else r.card(value, path, self.mark.home or home)

    def hide(self, raw: Json, seat: str, owner: str) -> Json:
        if raw is None or self.mark.see == "all" or (self.mark.see == "owner" and owner == seat):
            return raw
        label = raw.get("as") if isinstance(raw, dict) else None
        return {"unknown": True, **({"as": label} if label is not None else {})}


class _Ref(_Shape):
    def write(self, w: Writer, value: Any) -> Json:
        return None if value is None else w.label(value)

    def read(self, r: Reader, value: Json, path: str, home: str) -> Any:
        return r.ref(value, path)

    def mentions(self, value: Any, found: set[int]) -> None:
        if value is not None:
            found.add(value)

    def replace(self, value: Any, ids: dict[int, int]) -> Any:
        return ids.get(value, value)


class _Refs(_Ref):
    def write(self, w: Writer, value: Any) -> Json:
        return [w.label(card) for card in value]

    def read(self, r: Reader, value: Json, path: str, home: str) -> Any:
        if not isinstance(value, list):
            raise r.fail(path, "a list of labels is wanted")
        return tuple(r.ref(item, f"{path}.{n}") for n, item in enumerate(value))

    def mentions(self, value: Any, found: set[int]) -> None:
        found.update(value)

    def replace(self, value: Any, ids: dict[int, int]) -> Any:
        return tuple(ids.get(card, card) for card in value)


class _Many(_Shape):
    def __init__(self, item: _Shape) -> None:
        self.item = item

    def write(self, w: Writer, value: Any) -> Json:
        return [self.item.write(w, v) for v in value]

    def read(self, r: Reader, value: Json, path: str, home: str) -> Any:
        if not isinstance(value, list):
            raise r.fail(path, "a list is wanted")
        return tuple(self.item.read(r, v, f"{path}.{n}", home) for n, v in enumerate(value))

    def hide(self, raw: Json, seat: str, owner: str) -> Json:
        return [self.item.hide(v, seat, owner) for v in raw] if isinstance(raw, list) else raw

    def mentions(self, value: Any, found: set[int]) -> None:
        for v in value:
            self.item.mentions(v, found)

    def replace(self, value: Any, ids: dict[int, int]) -> Any:
        return tuple(self.item.replace(v, ids) for v in value)


class _Map(_Shape):
    """A dict by seat (its key is the owner of what is inside) or by any other word."""

    def __init__(self, item: _Shape) -> None:
        self.item = item

    def write(self, w: Writer, value: Any) -> Json:
        return {key: self.item.write(w, v) for key, v in value.items()}

    def read(self, r: Reader, value: Json, path: str, home: str) -> Any:
        if not isinstance(value, dict):
            raise r.fail(path, "an object is wanted")
        return {key: self.item.read(r, v, f"{path}.{key}", key) for key, v in value.items()}

    def hide(self, raw: Json, seat: str, owner: str) -> Json:
        return {key: self.item.hide(v, seat, key) for key, v in raw.items()} if isinstance(raw, dict) else raw

    def mentions(self, value: Any, found: set[int]) -> None:
        for v in value.values():
            self.item.mentions(v, found)

    def replace(self, value: Any, ids: dict[int, int]) -> Any:
        return {key: self.item.replace(v, ids) for key, v in value.items()}


class _StructShape(_Shape):
    def __init__(self, kind: type[msgspec.Struct]) -> None:
        self.kind = kind
        self.fields: list[tuple[str, str, _Shape]] = []
        tag = kind.__struct_config__.tag
        self.tag = (kind.__struct_config__.tag_field or "type", tag) if tag is not None else None

    def fill(self, codec: Codec) -> None:
        hints = get_type_hints(self.kind, include_extras=True)
        for name, outside in zip(
            self.kind.__struct_fields__, self.kind.__struct_encode_fields__, strict=True
        ):
            self.fields.append((name, outside, codec._of(hints[name])))

    def write(self, w: Writer, value: Any) -> Json:
        out = {self.tag[0]: self.tag[1]} if self.tag else {}
        for name, outside, shape in self.fields:
            out[outside] = shape.write(w, getattr(value, name))
        return out

    def read(self, r: Reader, value: Json, path: str, home: str) -> Any:
        if not isinstance(value, dict):
            raise r.fail(path, "an object is wanted")
        outside = {name for _, name, _ in self.fields} | ({self.tag[0]} if self.tag else set())
        unknown = sorted(set(value) - outside)
        if unknown:
            raise r.fail(path, f"no fact is called “{unknown[0][:60]}”")
        given = {}
        for name, out, shape in self.fields:
            if out in value:
                owner = value[out] if out == "owner" and isinstance(value[out], str) else home
                given[name] = shape.read(r, value[out], f"{path}.{out}", owner)
        try:
            return self.kind(**given)
        except TypeError as error:
            raise r.fail(path, str(error).replace("argument", "fact")) from None

    def hide(self, raw: Json, seat: str, owner: str) -> Json:
        if not isinstance(raw, dict):
            return raw
        owner = raw["owner"] if isinstance(raw.get("owner"), str) else owner
        shapes = {outside: shape for _, outside, shape in self.fields}
        return {key: shapes[key].hide(v, seat, owner) if key in shapes else v for key, v in raw.items()}

    def mentions(self, value: Any, found: set[int]) -> None:
        for name, _, shape in self.fields:
            shape.mentions(getattr(value, name), found)

    def replace(self, value: Any, ids: dict[int, int]) -> Any:
        changes = {name: shape.replace(getattr(value, name), ids) for name, _, shape in self.fields}
        return msgspec.structs.replace(value, **changes)


class _OneOf(_Shape):
    """A value of one of several structs (told apart by their tag), or nothing."""

    def __init__(self, shapes: dict[type, _StructShape], optional: bool) -> None:
        self.shapes, self.optional = shapes, optional

    def write(self, w: Writer, value: Any) -> Json:
        return None if value is None else self.shapes[type(value)].write(w, value)

    def _pick(self, raw: Json) -> _StructShape | None:
        if not isinstance(raw, dict):
            return None
        for shape in self.shapes.values():
            if shape.tag is None or raw.get(shape.tag[0]) == shape.tag[1]:
                return shape
        return None

    def read(self, r: Reader, value: Json, path: str, home: str) -> Any:
        if value is None and self.optional:
            return None
        shape = self._pick(value)
        if shape is None:
            kinds = ", ".join(str(s.tag[1]) for s in self.shapes.values() if s.tag)
            raise r.fail(path, f"an object of one of these kinds is wanted: {kinds}")
        return shape.read(r, value, path, home)

    def hide(self, raw: Json, seat: str, owner: str) -> Json:
        shape = self._pick(raw)
        return raw if shape is None else shape.hide(raw, seat, owner)

    def mentions(self, value: Any, found: set[int]) -> None:
        if value is not None:
            self.shapes[type(value)].mentions(value, found)

    def replace(self, value: Any, ids: dict[int, int]) -> Any:
        return None if value is None else self.shapes[type(value)].replace(value, ids)


def _shape(codec: Codec, hint: Any) -> _Shape:
    """The shape of a type hint that is not a struct itself."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        for mark in args[1:]:
            if isinstance(mark, _Mark):
                made = {"zone": _Zone, "slot": _Slot}.get(mark.kind)
                return made(mark) if made else (_Ref() if mark.kind == "ref" else _Refs())
        return _Plain(hint)
    if origin in (Union, UnionType):
        kinds = [a for a in args if a is not NoneType]
        if kinds and all(isinstance(k, type) and issubclass(k, msgspec.Struct) for k in kinds):
            shapes = {k: codec._of(k) for k in kinds}
            return _OneOf(shapes, NoneType in args)  # type: ignore[arg-type]
        return _Plain(hint)
    if origin is tuple and len(args) == 2 and args[1] is Ellipsis:
        item = codec._of(args[0])
        return _Plain(hint) if isinstance(item, _Plain) else _Many(item)
    if origin is dict:
        item = codec._of(args[1])
        return _Plain(hint) if isinstance(item, _Plain) else _Map(item)
    if origin is Literal:
        return _Plain(hint)
    return _Plain(hint)
