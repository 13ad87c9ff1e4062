"""A place of a position by its address, the dotted path that boards, logs and expectations use: what may be there, what
it is called, what is entered of it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from django.utils.translation import gettext as _

from referee.boards.scene import title_of
from referee.entering.cards_text import EMPTY, CardText, card_of, cards_of
from referee.entering.read import HERE, KIND, UNKNOWN
from referee.entering.spec import Spec, struct_spec
from referee.games.presentation import presentation_of
from referee.positions.document import Document
from referee.wording.labels import field_words, value_words
from rules.kernel.cards import Catalogue

#: A card that lies in a list of things with facts of their own is named by this field, or lies face down in the other.
CARD, DOWN = "card", "face_down"
#: What a fact names that is a seat.
SEAT = "seat"
#: So many titles of a place are named where it is listed.
MOST_NAMED = 4


class Place(msgspec.Struct, frozen=True):
    """A place: its address, what may be there. ``nth``: the card of that number in the pile ``spec`` describes;
    ``key``: the pair of that name."""

    at: str
    spec: Spec
    nth: int | None = None
    key: str = ""

    @property
    def path(self) -> str:
        """The name of the field that holds it; of a card the pile's."""
        return "p." + (self.at.rpartition(".")[0] if self.nth is not None or self.key else self.at)

    @property
    def seat(self) -> str:
        """Whose side it is on; empty for the table's own."""
        parts = self.at.split(".")
        return parts[1] if parts[0] == "players" and len(parts) > 1 else ""

    @property
    def is_pile(self) -> bool:
        return self.spec.kind == "cards" and self.nth is None

    @property
    def is_thing(self) -> bool:
        """One of a list of things that have facts of their own, a card in play for instance."""
        return self.spec.kind == "struct" and self.at.rpartition(".")[2].isdecimal()

    @property
    def takes_cards(self) -> bool:
        """Whether a card can be put here by its title."""
        if self.spec.kind in ("cards", "card"):
            return True
        return self.spec.kind == "list" and self.spec.item is not None and has_card(self.spec.item)


def has_card(spec: Spec) -> bool:
    """Whether a thing of this kind is a card with facts."""
    return spec.kind == "struct" and any(field.name == CARD and field.kind == "card" for field in spec.fields)


def place_at(document: Document, at: str) -> Place | None:
    """The place at an address; None where a position has none."""
    spec = struct_spec(document.game.position_type)
    parts = at.split(".")
    for n, part in enumerate(parts):
        last = n == len(parts) - 1
        if spec.kind == "one_of":
            kind = document.texts.get(".".join(["p", *parts[:n], KIND]), "")
            spec = spec.kinds.get(kind, spec)
        if spec.kind == "struct":
            inner = next((field for field in spec.fields if field.name == part), None)
        elif _is_one_of_many(document, spec, part):
            inner = spec.item
        elif spec.kind == "cards" and last and _is_number(part):
            return Place(at, spec, nth=int(part))
        elif spec.kind == "pairs" and last and part:
            return Place(at, spec, key=part)
        else:
            return None
        if inner is None:
            return None
        spec = inner
    return Place(at, spec)


def _is_one_of_many(document: Document, spec: Spec, part: str) -> bool:
    return _is_number(part) if spec.kind == "list" else spec.kind == "map" and part in document.seats


def nearest(document: Document, at: str) -> Place | None:
    """The place at an address, or what it is part of."""
    while at:
        place = place_at(document, at)
        if place is not None:
            return place
        at = at.rpartition(".")[0]
    return None


def _is_number(part: str) -> bool:
    return part.isascii() and part.isdecimal() and len(part) < 4


def cards_at(document: Document, place: Place, catalogue: Catalogue) -> list[object]:
    """The cards of the pile as a log writes them. A pile is asked for each card that lies in it, and read once. Raises
    ``CardText``."""
    text = document.texts.get(place.path, "")
    kept = document.piles.get(place.path)
    if kept is None or kept[0] != text or kept[1] is not catalogue:
        kept = (text, catalogue, cards_of(text, catalogue, plain=place.spec.plain))
        document.piles[place.path] = kept
    return list(kept[2])


def rows_of(document: Document, path: str) -> list[int]:
    """The numbers of the rows entered of a list."""
    deep = path + "."
    keys = {name[len(deep) :].split(".")[0] for name in document.texts if name.startswith(deep)}
    return sorted(int(key) for key in keys if _is_number(key))


def name_of(document: Document, place: Place, catalogue: Catalogue) -> str:
    """What a place is called: a card by its title, all else by its words, after whose it is."""
    title = title_at(document, place, catalogue)
    words = title or field_words_of(place)
    return f"{document.name_of(place.seat)}: {words}" if place.seat and words != place.seat else words


def field_words_of(place: Place) -> str:
    """The words of a place without whose it is; numbers count from 1, as on the table."""
    parts = place.at.split(".")
    parts = parts[2:] if place.seat and len(parts) > 2 else parts[1:] if place.seat else parts
    said = [str(int(part) + 1) if part.isdecimal() else field_words(part) for part in parts]
    words = " · ".join(said)
    return words[:1].upper() + words[1:]


def title_at(document: Document, place: Place, catalogue: Catalogue) -> str:
    """The title of the card that lies at a place; empty where none does, or none can be read."""
    try:
        if place.nth is not None:
            cards = cards_at(document, place, catalogue)
            return card_title(cards[place.nth]) if place.nth < len(cards) else ""
        text = thing_text(document, place)
        return card_title(card_of(text, catalogue)) if text else ""
    except CardText:
        return ""


def thing_text(document: Document, place: Place) -> str:
    """The line of the card at a slot, or of a card with facts; empty where none is entered."""
    if place.spec.kind == "card":
        text = document.texts.get(place.path, "")
    elif place.spec.kind == "struct" and has_card(place.spec):
        path = place.path
        text = document.texts.get(f"{path}.{CARD}", "") or document.texts.get(f"{path}.{DOWN}", "")
    else:
        text = ""
    return text if text not in (EMPTY, "none") else ""


def card_title(card: object) -> str:
    """A card of a form as a title; how many there are where it is a pile of backs."""
    if isinstance(card, dict):
        if card.get("more"):
            return _("and more")
        if card.get("unknown"):
            count = card.get("count", 1)
            return _("face down") if count == 1 else _("%(n)s face down") % {"n": count}
        if "card" in card:
            return card_title(card["card"])
        if "one_of" in card:
            return " / ".join(title_of(one) for one in card["one_of"])
    return title_of(card)


def said_at(document: Document, place: Place, catalogue: Catalogue) -> str:
    """What is entered of a place, short; empty where nothing is."""
    texts, path, kind = document.texts, place.path, place.spec.kind
    text = texts.get(path, "")
    if kind == "cards":
        return _pile_words(document, place, catalogue, text)
    if kind in ("list", "map"):
        rows = rows_of(document, path)
        titles = [
            title
            for n in rows[:MOST_NAMED]
            if (one := place_at(document, f"{place.at}.{n}"))
            and (title := title_at(document, one, catalogue))
        ]
        return (
            ", ".join(titles) + (" …" if len(rows) > MOST_NAMED else "") if titles else str(len(rows) or "")
        )
    if kind in ("struct", "one_of"):
        return _("entered") if any(name.startswith(path + ".") for name in texts) else ""
    if kind == "card":
        return title_at(document, place, catalogue)
    if kind == "flag":
        return {"yes": _("yes"), "no": _("no")}.get(text, text)
    if kind == "choice":
        return value_words(text) if text else ""
    if text != UNKNOWN and (place.spec.is_seat or place.spec.names == SEAT):
        return ", ".join(document.name_of(seat.strip()) for seat in text.split(","))
    return _("not known") if text == UNKNOWN else text


def _pile_words(document: Document, place: Place, catalogue: Catalogue, text: str) -> str:
    if text.strip() == EMPTY:
        return _("empty")
    try:
        titles = [card_title(card) for card in cards_at(document, place, catalogue)]
    except CardText:
        return text.split("\n")[0][:40]
    said = ", ".join(titles[:MOST_NAMED])
    return said + (" …" if len(titles) > MOST_NAMED else "")


def default_words(place: Place) -> str:
    """What holds where nothing is entered."""
    default = place.spec.default
    if place.spec.open_zone:
        return _("not counted")
    if isinstance(default, bool):
        return _("yes") if default else _("no")
    return value_words(default) if isinstance(default, int | str) and default != "" else ""


class Chip(msgspec.Struct, frozen=True):
    """A place in the list of places: its address, its name, what is there, whether that is wrong."""

    at: str
    name: str
    said: str = ""
    wrong: bool = False


class Side(msgspec.Struct, frozen=True):
    """The places of one side of the table, or of the table itself: those that are there mostly, and the rest."""

    seat: str
    chips: tuple[Chip, ...]
    more: tuple[Chip, ...]
    name: str = ""


def sides_of(document: Document, catalogue: Catalogue, errors: dict[str, str]) -> list[Side]:
    """Every place that can be entered, by whose it is: the table's own first."""
    spec = struct_spec(document.game.position_type)
    players = next(field for field in spec.fields if field.name == "players")
    assert players.item is not None
    often = presentation_of(document.game.name).often
    sides = []
    for seat in ("", *document.seats):
        fields = players.item.fields if seat else [one for one in spec.fields if one.name != "players"]
        base = f"players.{seat}." if seat else ""
        mark = "players.*."
        wanted = [one.replace(mark, base) for one in often if one.startswith(mark) == bool(seat)]
        first = [at for at in wanted if place_at(document, at)]
        rest = [at for at in (base + field.name for field in fields) if at not in first]
        # of a part some of whose facts stand in front, the part itself is not repeated
        rest = [at for at in rest if not any(one.startswith(at + ".") for one in first)]
        made = [_chip(document, at, catalogue, errors) for at in (*first, *rest)]
        told = tuple(chip for chip in made[len(first) :] if chip.said or chip.wrong)
        more = tuple(chip for chip in made[len(first) :] if not (chip.said or chip.wrong))
        sides.append(Side(seat, (*made[: len(first)], *told), more, document.name_of(seat)))
    return sides


def _chip(document: Document, at: str, catalogue: Catalogue, errors: dict[str, str]) -> Chip:
    place = place_at(document, at)
    assert place is not None
    wrong = any(name == place.path or name.startswith(place.path + ".") for name in errors)
    said = said_at(document, place, catalogue) or default_words(place)
    entered = said_at(document, place, catalogue)
    shown = entered or (said if at in _shown(document) else "")
    return Chip(at, field_words_of(place), shown, wrong)


def _shown(document: Document) -> frozenset[str]:
    """The places whose default is worth saying: those of the front rows."""
    often = presentation_of(document.game.name).often
    return frozenset(one.replace("*", seat) for one in often for seat in document.seats)


def parts_of(document: Document, place: Place) -> Iterator[Place]:
    """The facts of a thing, each a place of its own; the card that it is, is not among them."""
    spec = place.spec
    if spec.kind == "one_of":
        spec = spec.kinds.get(document.texts.get(f"{place.path}.{KIND}", ""), spec)
    for field in spec.fields:
        if not (has_card(spec) and field.name == CARD):
            yield Place(f"{place.at}.{field.name}", field)


def is_entered(document: Document, path: str) -> bool:
    """Whether anything is entered at a field or below it."""
    return any(name == path or name.startswith(path + ".") for name in document.texts)


def here(path: str) -> str:
    """The field that says of a thing that it is there, with nothing of it entered."""
    return f"{path}.{HERE}"
