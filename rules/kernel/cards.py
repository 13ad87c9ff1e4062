"""Card declarations, the catalogue a log is judged with, and deck lists.

A card is a small declaration (a frozen struct of its game). The catalogue numbers them: everywhere else in an
engine a card's face is that number, so that knowledge of cards stays small and quick to copy.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, TypeVar

import msgspec

from rules.kernel.card_problems import in_words
from rules.kernel.errors import CardError
from rules.kernel.json_types import Json, JsonObject
from rules.kernel.texts import say

#: The fields by which a reference may tell cards of one title apart.
IDENTITY = ("sub_title", "variant", "edition", "grid")

#: How much of a card's text an engine carries out: all of it, a part, or nothing, so that a judge declares what it did.
CarriedOut = Literal["all", "part", "nothing"]

#: How many references a catalogue remembers the cards of.
MAX_ASKED = 20_000


class Card(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of every card declaration; each game adds its own facts.

    ``summary`` is in the project's own words; ``source`` names where the facts come from; ``own`` marks cards
    the project made up for demonstration.
    """

    title: str
    sub_title: str = ""
    variant: str = ""
    edition: str = ""
    grid: str = ""
    summary: str = ""
    source: str = ""
    own: bool = False

    @classmethod
    def as_taken(cls, row: Json) -> Json:
        """A declaration read from a list or a log, as it is held against the types: a game whose language was looser
        once leaves out here what meant nothing."""
        return row

    def as_written(self) -> JsonObject:
        """The declaration as a list or a log writes it: read again, it is this card."""
        plain: JsonObject = msgspec.to_builtins(self)
        return plain

    def unknown_words(self) -> tuple[str, ...]:
        """The words of its text that mean nothing in its game, each once. The header of a log may say such words, and
        its judge is told; a list or a set of cards may not."""
        return ()

    @property
    def carried_out(self) -> CarriedOut:
        """How much of its text the engine carries out; a game whose cards leave something to a judge says so here."""
        return "all"

    def stands_for(self, ours: Card) -> bool:
        """Whether a list that declares this card means ``ours``: the same title and grid, and nothing else said of it
        that tells it apart. A game adds what else is on a face."""
        return (
            identity(self)[0] == identity(ours)[0]
            and self.grid.casefold() == ours.grid.casefold()
            and (not self.variant or self.variant.casefold() == ours.variant.casefold())
            and all(_agree(getattr(self, name), getattr(ours, name)) for name in ("sub_title", "edition"))
        )


class CardSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """A card named with as much as is known; ``{"unknown": true}`` names nothing."""

    title: str | None = None
    sub_title: str | None = None
    variant: str | None = None
    edition: str | None = None
    grid: str | None = None
    unknown: bool = False


CardRef = str | CardSpec
CardT = TypeVar("CardT", bound=Card)
#: Cards of a whole position, and of a deck list. The largest game has a few hundred.
MAX_CARDS = 2_000
Count = Annotated[int, msgspec.Meta(ge=0, le=10_000)]


class DeckLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """One line of a deck list."""

    card: CardRef
    count: Annotated[int, msgspec.Meta(ge=1, le=1_000)] = 1


class DeckList(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deck list: sections named by the game, each a list of cards with counts."""

    name: str = ""
    sections: dict[str, tuple[DeckLine, ...]] = {}

    def lines(self, section: str) -> tuple[DeckLine, ...]:
        return self.sections.get(section, ())

    @property
    def size(self) -> int:
        """The cards of all sections together."""
        return sum(line.count for lines in self.sections.values() for line in lines)


def named(ref: CardRef | None) -> bool:
    """Whether a reference says anything about the card."""
    return ref is not None and (
        isinstance(ref, str) or bool(ref.title) or (not ref.unknown and ref != CardSpec())
    )


class Catalogue:
    """The cards a log is judged with, numbered from 0. Immutable once made."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self.cards: tuple[Card, ...] = tuple(cards)
        self._by_title: dict[str, tuple[int, ...]] = {}
        for number, card in enumerate(self.cards):
            key = card.title.casefold()
            self._by_title[key] = (*self._by_title.get(key, ()), number)
        self._everything = tuple(range(len(self.cards)))
        #: titles of which a log's own declarations took the place of ours, with other facts
        self.replaced: tuple[str, ...] = ()
        #: references asked for before; titles as printed, the spelling logs mostly have, from the start
        self.asked: dict[CardRef | None, tuple[int, ...]] = {
            card.title: self._by_title[card.title.casefold()] for card in self.cards
        }
        self._refs: dict[int, Json] = {}
        #: for open questions about unknown cards, an assignment of each answer (see ``solver.decide``)
        self.examples: dict[object, tuple[tuple[int, ...], tuple[int, ...]]] = {}
        #: what an engine works out once for these cards and asks for often; its own keys, and it may empty it
        self.memory: dict[Any, Any] = {}
        #: what an engine read out of the position it was asked about last, since it is asked many times on end
        self.latest: Any = None

    def with_cards(self, extra: Iterable[Card]) -> Catalogue:
        """A catalogue with a log's own declarations added. One equal in identity replaces ours, and so does one that
        stands for a single card of ours; what it leaves unsaid of the identity it then takes over."""
        listed, gone = [], set()
        for card in extra:
            number = self.meant(card)
            if number is not None:
                gone.add(number)
                ours = self.cards[number]
                card = msgspec.structs.replace(
                    card, **{name: getattr(card, name) or getattr(ours, name) for name in IDENTITY}
                )
            listed.append(card)
        if not listed:
            return self
        kept = (card for number, card in enumerate(self.cards) if number not in gone)
        catalogue = Catalogue((*kept, *listed))
        catalogue.replaced = tuple(
            dict.fromkeys(self.cards[n].title for n in sorted(gone) if self.cards[n] not in listed)
        )
        return catalogue

    def meant(self, card: Card) -> int | None:
        """The card here that a declaration takes the place of; None where it means none, or several."""
        same = self._by_title.get(card.title.casefold(), ())
        named = [n for n in same if identity(self.cards[n]) == identity(card)]
        meant = named or [n for n in same if card.stands_for(self.cards[n])]
        return meant[0] if len(meant) == 1 else None

    @property
    def everything(self) -> tuple[int, ...]:
        return self._everything

    def find(self, ref: CardRef | None) -> tuple[int, ...]:
        """The numbers of all cards a reference fits; empty when it fits none."""
        numbers = self.asked.get(ref)
        if numbers is None:
            numbers = self._fitting(ref)
            if numbers and len(self.asked) < MAX_ASKED:
                self.asked[ref] = numbers
        return numbers

    def _fitting(self, ref: CardRef | None) -> tuple[int, ...]:
        if ref is None:
            return self._everything
        if isinstance(ref, str):
            return self._by_title.get(ref.casefold(), ())
        numbers = self._everything if ref.title is None else self._by_title.get(ref.title.casefold(), ())
        for field in IDENTITY:
            wanted = getattr(ref, field)
            if wanted is not None:
                numbers = tuple(
                    n for n in numbers if getattr(self.cards[n], field).casefold() == wanted.casefold()
                )
        return numbers

    def must_find(self, ref: CardRef) -> tuple[int, ...]:
        """As ``find``; raises ``CardError`` when nothing fits."""
        numbers = self.find(ref)
        if not numbers:
            raise CardError(say("card_not_declared_in_cards", card=describe(ref)))
        return numbers

    def of_title(self, ref: CardRef) -> list[str]:
        """How a log names each card that has the title of a reference, whatever else it says."""
        title = ref if isinstance(ref, str) else ref.title
        numbers = self._by_title.get(title.casefold(), ()) if title else ()
        written = [self.reference(number) for number in numbers]
        return [f"“{one}”" if isinstance(one, str) else _as_written(one) for one in written]

    def reference(self, number: int) -> Json:
        """The shortest JSON reference that names this card alone (a string where the title is enough)."""
        cached = self._refs.get(number)
        if cached is None:
            cached = self._refs[number] = self._shortest(number)
        return cached

    def _shortest(self, number: int) -> Json:
        card = self.cards[number]
        same = self._by_title[card.title.casefold()]
        if len(same) == 1:
            return card.title
        spec: dict[str, str] = {"title": card.title}
        for field in IDENTITY:
            if len({getattr(self.cards[n], field) for n in same}) > 1:
                spec[field] = getattr(card, field)
        return spec


def _as_written(reference: dict[str, str]) -> str:
    """A reference as a line of a log holds it; what is empty tells a card apart as well."""
    return msgspec.json.format(msgspec.json.encode(reference), indent=0).decode()


def identity(card: Card) -> tuple[str, ...]:
    """The facts that tell a card from every other, however it is spelt."""
    return (card.title.casefold(), *(getattr(card, field).casefold() for field in IDENTITY))


def alike_but_for_capitals(cards: Iterable[Card]) -> tuple[str, str] | None:
    """Two titles that a log could not tell apart, as names are found spelt any way; None where there are none."""
    first: dict[tuple[str, ...], str] = {}
    for card in cards:
        title = first.setdefault(identity(card), card.title)
        if title != card.title:
            return title, card.title
    return None


def _agree(said: str, ours: str) -> bool:
    return not said or not ours or said.casefold() == ours.casefold()


def describe(ref: CardRef | None) -> str:
    """A reference in words for messages."""
    return f"“{plain_name(ref)}”" if ref is not None and named(ref) else say("unknown_card")


def plain_name(ref: CardRef) -> str:
    """The name of the card that a reference gives, as a list of cards shows it."""
    if isinstance(ref, str):
        return ref
    return " · ".join([ref.title or say("a_card"), *(v for f in IDENTITY if (v := getattr(ref, f)))])


def convert_cards(kind: type[Card], raw: Json) -> list[Card]:
    """Card declarations from a header's ``cards``; raises ``msgspec.ValidationError`` with the place."""
    rows = [kind.as_taken(row) for row in raw] if isinstance(raw, list) else raw
    return msgspec.convert(rows, list[kind], strict=True)  # type: ignore[valid-type]


def declared(cards: Iterable[CardT]) -> tuple[CardT, ...]:
    """The cards of a set, each held against the types of its facts as one from a list is. Raises ``CardError``: a set
    with a word that means nothing is not even imported."""
    made = tuple(cards)
    for card in made:
        try:
            again = msgspec.convert(msgspec.to_builtins(card), type(card), strict=True)
        except (msgspec.ValidationError, TypeError) as error:
            raise CardError(
                say("title_problem", title=card.title, problem=in_words(str(error), type(card)))
            ) from None
        if card.unknown_words():
            raise CardError(say("title_problem", title=card.title, problem=", ".join(card.unknown_words())))
        if again != card:
            raise CardError(f"“{card.title}” is not what its declaration would be read as: {again!r}")
    return made


def expand(catalogue: Catalogue, lines: Iterable[DeckLine]) -> Mapping[tuple[int, ...], int]:
    """Deck list lines as candidate sets with their copies; not to be changed. Raises ``CardError``. (Lists are not
    remembered: hashing one costs more than reading it.)"""
    copies: dict[tuple[int, ...], int] = {}
    for line in lines:
        numbers = catalogue.find(line.card) or catalogue.must_find(line.card)
        copies[numbers] = copies.get(numbers, 0) + line.count
    return copies
