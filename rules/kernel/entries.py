"""The entries of a log: what every entry has, and the verbs every game knows.

Each verb of a game is a frozen struct derived from ``Entry`` with the verb as its tag. msgspec reads a line
straight into it, strictly: an argument of the wrong type or an unknown argument makes the entry a ``BadEntry``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Annotated, ClassVar, get_args, get_origin, get_type_hints

import msgspec

from rules.kernel.aliases import Alias
from rules.kernel.cards import CardRef, CardSpec
from rules.kernel.entering import BY_THE_SITE, JUDGE_DECIDES, Entered
from rules.kernel.entering import JUDGE as JUDGE
from rules.kernel.entering import TABLE as TABLE
from rules.kernel.json_types import Json, JsonObject

PUBLIC = "public"
NOT_SEATS = frozenset({TABLE, JUDGE, PUBLIC, ""})

EntryNumber = Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]
Small = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Text = Annotated[str, msgspec.Meta(max_length=2_000)]
_SEAT, _TITLE = "seat", "title"
#: An argument that names a seat. One that is not in the log is refused before any rule is asked (``seat_fields``).
SeatName = Annotated[str, msgspec.Meta(max_length=40, extra={"is": _SEAT})]
#: The same of an argument that names a card by its title and can name none any other way.
CardTitle = Annotated[str, msgspec.Meta(max_length=100, extra={"is": _TITLE})]


class Entry(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="do",
    omit_defaults=True,
    gc=False,
):
    """One action in a log. ``seen_by`` limits who may see the fields named in ``secret``; ``salt`` and ``hash``
    belong to the chain; ``expect``, ``rule``, ``applied``, ``decided_at`` to scenarios."""

    #: the arguments only those in ``seen_by`` may see
    secret: ClassVar[tuple[str, ...]] = ("card", "cards", "plays", "value")
    #: whether at a table only its player sees them: always, never (a card played face up …), or where the argument of
    #: this name is set. A verb that does not say is closed; every verb with cards must say (a test holds it)
    closed: ClassVar[bool | str] = True
    #: how it is entered at a live table. Every verb of a game says it itself (``undeclared``)
    entered: ClassVar[Entered]
    #: the rules never wait for this verb, so ``options`` does not offer it (time called, a claim, a note)
    unprompted: ClassVar[bool] = False
    #: older names of its arguments, which are still read
    aliases: ClassVar[tuple[Alias, ...]] = ()

    by: str
    at: Json = None
    note: Json = ""
    seen_by: tuple[str, ...] | None = None
    salt: str | None = None
    hash: str | None = None
    expect: str | None = None
    rule: str | None = None
    applied: bool = False
    decided_at: int | None = None

    def public(self) -> Entry:
        """This entry as those see it who may not know its secrets. Verbs that must keep a number override it."""
        changes = {name: None for name in self.secret if hasattr(self, name)}
        return msgspec.structs.replace(self, note="", seen_by=None, **changes)

    def is_closed(self) -> bool:
        """Whether a seat that makes this entry at a table keeps some of it from the others."""
        closed = getattr(self, self.closed) if isinstance(self.closed, str) else self.closed
        has = any(hasattr(self, name) for name in self.secret)
        return bool(closed) and has and self.public() != msgspec.structs.replace(self, seen_by=None)

    def reveals(self) -> bool:
        """Whether by this entry somebody saw what he had not known, or chance decided."""
        reveals = self.entered.reveals
        return getattr(self, reveals, None) is not None if isinstance(reveals, str) else reveals

    @property
    def do(self) -> str:
        return str(self.__struct_config__.tag)


def undeclared(verb: type[Entry]) -> str:
    """The declaration that a verb lacks; empty where it has all."""
    own = vars(verb).keys()
    if "entered" not in own:
        return "entered: who enters it, and whether it reveals"
    if not {"closed", "secret"} & own and any(
        name in verb.secret or name in card_fields(verb) for name in _own(verb)
    ):
        return "closed: whether others see its cards"
    return ""


def _own(verb: type[Entry]) -> Iterator[str]:
    """The arguments of a verb that not every entry has."""
    return (name for name in verb.__struct_fields__ if name not in Entry.__struct_fields__)


@cache
def card_fields(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields of a verb, or of a part of one, by which cards are named: alone, several, or in parts of their own."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(name for name in kind.__struct_fields__ if _names_cards(hints[name]))


@cache
def seat_fields(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields of a verb by which seats are named."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(name for name in kind.__struct_fields__ if _marked(hints[name], _SEAT))


def _names_cards(hint: object) -> bool:
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return hint is CardSpec or (not issubclass(hint, Change) and bool(card_fields(hint)))
    return _marked(hint, _TITLE) or any(_names_cards(arg) for arg in get_args(hint))


def _marked(hint: object, what: str) -> bool:
    if get_origin(hint) is Annotated:
        marks = [mark for mark in get_args(hint)[1:] if isinstance(mark, msgspec.Meta)]
        if any(mark.extra == {"is": what} for mark in marks):
            return True
    return any(_marked(arg, what) for arg in get_args(hint))


#: by a verb, its fields that name seats and those that name cards: asked for at every entry
_NAMES: dict[type, tuple[tuple[str, ...], tuple[str, ...]]] = {}


def names_of(kind: type[msgspec.Struct]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The fields of a verb by which seats are named, and those by which cards are."""
    fields = _NAMES.get(kind)
    if fields is None:
        fields = _NAMES[kind] = (seat_fields(kind), card_fields(kind))
    return fields


def cards_in(value: object) -> Iterator[CardRef]:
    """Every card that is named in an argument: alone, several, or in parts of their own."""
    for one in value if type(value) is tuple else (value,):
        if type(one) is str or type(one) is CardSpec:
            yield one
        elif one is not None:
            kind: type[msgspec.Struct] = type(one)
            for name in card_fields(kind):
                yield from cards_in(getattr(one, name))


class BadEntry(msgspec.Struct, frozen=True):
    """A line that is an entry by its form (it has ``by`` and ``do``) but not one this game knows.

    ``rule`` is the ledger id it breaks (``log.verb``, ``log.argument``), ``reason`` says what is wrong.
    """

    by: str
    do: str
    rule: str
    reason: str
    raw: JsonObject

    @property
    def seen_by(self) -> tuple[str, ...] | None:
        seats = self.raw.get("seen_by")
        if seats is None:
            return None
        return tuple(s for s in seats if isinstance(s, str)) if isinstance(seats, list) else (self.by,)

    @property
    def expect(self) -> Json:
        return self.raw.get("expect")

    @property
    def hash(self) -> Json:
        return self.raw.get("hash")


class Undo(Entry, frozen=True, tag="undo"):
    """Takes entry ``on`` back: one's own last entry, or with everybody's ``consent``, or by the judge."""

    entered = BY_THE_SITE
    on: EntryNumber
    consent: tuple[str, ...] = ()


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A primitive change of a declared effect: exactly one of the kinds named by ``change``.

    ``move`` card from to (``place`` top or bottom, the default); ``set`` fact value; ``add`` fact by; ``skip``
    phase; ``forbid``/``permit`` verb until (and seat); ``name`` fact card (which card lies there), or from card (one
    of that zone); ``turn`` fact (and card) over; ``note`` text. ``fact``, ``from`` and ``to`` are dotted paths into
    the printed position.
    """

    change: str
    card: CardRef | None = None
    source: str | None = msgspec.field(default=None, name="from")
    to: str | None = None
    fact: str | None = None
    value: Json = None
    by: int | float | None = None
    phase: str | None = None
    verb: str | None = None
    seat: str | None = None
    until: str | None = None
    place: str | None = None
    text: str | None = None


class Declare(Entry, frozen=True, tag="declare"):
    """The effect that the table carried out for a card the engine cannot execute (by the judge); ``on`` names the entry
    it is for."""

    closed = False
    entered = JUDGE_DECIDES
    changes: tuple[Change, ...]
    card: CardRef | None = None
    on: EntryNumber | None = None


class Ruling(Entry, frozen=True, tag="ruling"):
    """A judge's decision on an illegal or undetermined entry."""

    closed = False
    entered = BY_THE_SITE
    on: EntryNumber
    decision: str
    to: EntryNumber | None = None
    repair: tuple[Change, ...] = ()
    reason: str = ""
    cites: tuple[str, ...] = ()


class TimeCalled(Entry, frozen=True, tag="time_called"):
    """The table observed that time was called. What follows is the game's."""

    unprompted: ClassVar[bool] = True
    entered = Entered((TABLE,), confirmed=False, offered=False)


#: Handled by the replay itself, the same in every game.
KERNEL_VERBS: tuple[type[Entry], ...] = (Undo, Ruling, Declare)
