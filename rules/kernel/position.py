"""Positions: immutable structs, printed as JSON a person can read, and read back from it.

A game declares its position with the types below; printing, reading, hiding and the digest follow from them.
Cards are opaque ids inside and names outside. A card that something else refers to (``Ref``) is printed with a
label: ``{"card": "Title", "as": "c1"}``; the reference prints the label.
"""

from __future__ import annotations

import hashlib
from typing import Annotated

import msgspec

from rules.kernel.cards import Catalogue
from rules.kernel.entries import SeatName
from rules.kernel.json_types import Json, JsonObject
from rules.kernel.knowledge import Knowledge
from rules.kernel.messages import plainly
from rules.kernel.reader import Reader
from rules.kernel.shapes import Shape, StructShape, shape_of
from rules.kernel.texts import say
from rules.kernel.writer import Writer
from rules.kernel.zones import Deck as Deck
from rules.kernel.zones import Hand as Hand
from rules.kernel.zones import Heap as Heap
from rules.kernel.zones import HiddenSlot as HiddenSlot
from rules.kernel.zones import OwnPile as OwnPile
from rules.kernel.zones import Pile as Pile
from rules.kernel.zones import Ref as Ref
from rules.kernel.zones import Refs as Refs
from rules.kernel.zones import Slot as Slot
from rules.kernel.zones import deck_of as deck_of
from rules.kernel.zones import heap_of as heap_of

VerbName = Annotated[str, msgspec.Meta(max_length=40, extra={"is": "verb"})]
PeriodName = Annotated[str, msgspec.Meta(max_length=40, extra={"is": "period"})]


class Bar(msgspec.Struct, frozen=True):
    """A declared prohibition or permission: of a verb, for a seat or everybody, while a period lasts."""

    permit: bool
    verb: VerbName
    seat: SeatName | None = None
    period: PeriodName | None = None
    value: int | str | None = None


class Position(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The base of every game's position. ``bars``: what judges declared forbidden or permitted."""

    bars: tuple[Bar, ...] = ()


class Codec:
    """Prints, reads and hides the positions of one game."""

    def __init__(self, kind: type[Position]) -> None:
        self.kind = kind
        self._shapes: dict[object, Shape] = {}
        self.shape = self.of(kind)

    def of(self, hint: object) -> Shape:
        try:
            if hint in self._shapes:
                return self._shapes[hint]
        except TypeError:
            return shape_of(self, hint)
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
            struct = StructShape(hint)
            self._shapes[hint] = struct
            struct.fill(self)
            return struct
        made = self._shapes[hint] = shape_of(self, hint)
        return made

    def to_json(self, position: Position, known: Knowledge, catalogue: Catalogue) -> JsonObject:
        """The printed position. Every field is there; the same position always prints the same."""
        writer = Writer(known, catalogue)
        self.shape.mentions(position, writer.referred)
        printed = self.shape.write(writer, position)
        assert isinstance(printed, dict)
        return printed

    def from_json(
        self, raw: Json, known: Knowledge, catalogue: Catalogue
    ) -> tuple[Position, Knowledge, list[str]]:
        """A position from its printed form: it, what is known of its cards, and contradictions with deck lists.
        Raises ``LogError`` naming the place."""
        reader = Reader(known, catalogue)
        position = self.shape.read(reader, raw, "", "")
        if reader.forward:
            missing = [label for label in reader.forward if label not in reader.labels]
            if missing:
                raise reader.fail("", say("no_card_with_label", missing=missing[0]))
            position = self.shape.replace(
                position, {n: reader.labels[label] for label, n in reader.forward.items()}
            )
        return position, reader.known, reader.findings

    def hide(self, raw: Json, seat: str) -> Json:
        """A printed position with everything hidden that ``seat`` may not see."""
        return self.shape.hide(raw, seat, "")


def digest(printed: Json) -> str:
    """SHA-256 over the canonical form of a printed position."""
    return hashlib.sha256(msgspec.json.encode(printed, order="sorted", enc_hook=plainly)).hexdigest()
