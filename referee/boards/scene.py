"""The input of a board drawer: a printed position as one viewer may see it, and the cards' declarations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import msgspec
from django.utils.translation import gettext as _

from referee.boards.addresses import address
from rules.kernel.cards import IDENTITY, Card, CardSpec, Catalogue
from rules.kernel.game import Game
from rules.kernel.judgment import Judgment

Printed = dict[str, Any]


class Scene(msgspec.Struct, frozen=True):
    """One position to draw. ``names`` gives each seat's player, ``viewer`` the seat that looks (None: a judge),
    ``to_act`` whose entry is next, ``deduced`` what may be said of secret cards (None: nothing), ``previous`` gives
    the position before this entry (None: this is the start), ``judged`` is what the rules are asked of, with no more
    than the viewer knows (None: nothing is asked)."""

    game: Game
    catalogue: Catalogue
    position: Printed
    seats: tuple[str, ...]
    names: Mapping[str, str]
    viewer: str | None = None
    to_act: tuple[str, ...] = ()
    deduced: Mapping[str, Any] | None = None
    previous: Callable[[], Printed] | None = None
    judged: Judgment | None = None


class Face(msgspec.Struct, frozen=True):
    """A card as it is drawn: typographic, no pictures. ``unknown``: a back; ``count``: as many backs; ``at``: the
    address of what is printed there."""

    title: str = ""
    sub_title: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    summary: str = ""
    card: Card | None = None
    unknown: bool = False
    count: int = 1
    candidates: tuple[str, ...] = ()
    more: bool = False
    at: str = ""


class Drawer(Protocol):
    """Draws the positions of one game."""

    template: str

    def board(self, scene: Scene) -> dict[str, Any]:
        """The template's context."""

    def words(self, entry: Mapping[str, Any]) -> str | None:
        """An entry's sentence after the name of who did it; None where the general words will do."""


def face_of(printed: Any, catalogue: Catalogue, at: str = "") -> Face:
    """A card of a printed zone: a title, a reference, a back, several backs, a candidate set; ``at``: its address."""
    if isinstance(printed, dict):
        if printed.get("more"):
            return Face(unknown=True, more=True, at=at)
        if "one_of" in printed:
            return Face(unknown=True, candidates=tuple(title_of(ref) for ref in printed["one_of"]), at=at)
        if printed.get("unknown"):
            return Face(unknown=True, count=int(printed.get("count", 1)), at=at)
        if "card" in printed:
            return face_of(printed["card"], catalogue, at)
    numbers = catalogue.find(_ref(printed))
    card = catalogue.cards[numbers[0]] if len(numbers) == 1 else None
    if card is None:
        return Face(title=title_of(printed), at=at)
    return Face(card.title, card.sub_title, facts_of(card), card.summary, card, at=at)


def faces_of(zone: Any, catalogue: Catalogue, at: str = "") -> tuple[Face, ...]:
    """Every card of a printed zone whose address is ``at``; one back with no number where nothing is known of it."""
    if zone == {"unknown": True}:
        return (Face(unknown=True, more=True, at=at),)
    if not isinstance(zone, list):
        return ()
    return tuple(face_of(item, catalogue, address(at, n) if at else "") for n, item in enumerate(zone))


def count_of(zone: Any) -> int | None:
    """The number of cards in a printed zone; None if it is not known."""
    if not isinstance(zone, list):
        return None
    total = 0
    for item in zone:
        if isinstance(item, dict) and item.get("more"):
            return None
        total += item.get("count", 1) if isinstance(item, dict) and item.get("unknown") else 1
    return total


def facts_of(card: Card) -> tuple[tuple[str, str], ...]:
    """The facts of a declaration worth printing on a card: plain values that are its game's own."""
    own = [name for name in card.__struct_fields__ if name not in _COMMON]
    facts = []
    for name in own:
        value = getattr(card, name)
        if isinstance(value, str | int | float) and not isinstance(value, bool) and value != "":
            facts.append((name.replace("_", " "), str(value).replace("_", " ")))
    return tuple(facts)


def title_of(ref: Any) -> str:
    """A reference as a title with what tells it apart."""
    if isinstance(ref, str):
        return ref
    if not isinstance(ref, dict):
        return "?"
    parts = [ref.get("title"), *(ref.get(field) for field in IDENTITY)]
    return " · ".join(str(part) for part in parts if part) or "?"


def cards_words(value: Any) -> str:
    """Cards of an argument: a title, a reference, a list of plays."""
    if isinstance(value, list | tuple):
        return ", ".join(filter(None, (cards_words(item) for item in value)))
    if isinstance(value, dict) and "card" in value:
        return cards_words(value["card"])
    if value is None or (isinstance(value, dict) and value.get("unknown")):
        return str(_("a card nobody saw"))
    return title_of(value)


def _ref(printed: Any) -> str | CardSpec:
    if isinstance(printed, str):
        return printed
    try:
        return msgspec.convert(printed, CardSpec)
    except msgspec.ValidationError:
        return ""


_COMMON = frozenset({*Card.__struct_fields__, "effect", "effects", "text"})
