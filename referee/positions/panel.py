"""What can be done at the place that is touched: its cards, its number, its choices, its facts."""

from __future__ import annotations

from typing import Any

import msgspec
from django.utils.translation import gettext as _

from referee.entering.cards_text import EMPTY, CardText
from referee.entering.read import KIND
from referee.entering.spec import Spec
from referee.games.presentation import presentation_of
from referee.positions.document import Document
from referee.positions.finding import Hit, hits, searched_words, versions
from referee.positions.places import (
    CARD,
    DOWN,
    Chip,
    Place,
    card_title,
    cards_at,
    default_words,
    field_words_of,
    is_entered,
    name_of,
    parts_of,
    place_at,
    rows_of,
    said_at,
    thing_text,
    title_at,
)
from referee.wording.labels import value_words
from rules.kernel.cards import Catalogue

#: More choices than these are a list to open, not buttons side by side.
MOST_BUTTONS = 14


class Button(msgspec.Struct, frozen=True):
    """A change that one touch makes. ``on``: it holds now."""

    change: str
    words: str
    on: bool = False


class Panel(msgspec.Struct):
    """The touched place: what may be done, and what was wrong with the last thing tried (``typed`` is kept)."""

    place: Place
    name: str
    above: tuple[Chip, ...] = ()
    cards: tuple[Chip, ...] = ()
    finds: str = ""
    search: str = ""
    hits: tuple[Hit, ...] = ()
    hits_more: int = 0
    versions: tuple[Hit, ...] = ()
    adds: str = ""
    number: str | None = None
    types: bool = False
    numeric: bool = False
    typed: str = ""
    choices: tuple[Button, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    actions: tuple[Button, ...] = ()
    moves: tuple[tuple[str, str], ...] = ()
    #: where it may be put besides; ``moves_first``: where it belongs is what is asked for
    rare_moves: tuple[tuple[str, str], ...] = ()
    moves_first: bool = False
    parts: tuple[Chip, ...] = ()
    more: tuple[Chip, ...] = ()
    wrong: str = ""
    new_card: NewCard | None = None

    @property
    def fills(self) -> bool:
        """Whether a card is to be put here, so that its letters come next."""
        return self.finds.startswith("add")


class NewCard(msgspec.Struct, frozen=True):
    """A card that the site does not know, and what its name says of it."""

    title: str
    fields: tuple[NewFact, ...]


class NewFact(msgspec.Struct, frozen=True):
    """A fact of a new card: its choices, or a number or a word, and what it is taken for."""

    name: str
    label: str
    choices: tuple[tuple[str, str], ...]
    value: str
    numeric: bool = False


def panel_for(
    document: Document,
    catalogue: Catalogue,
    place: Place,
    *,
    typed: str = "",
    wrong: str = "",
    errors: dict[str, str] | None = None,
) -> Panel:
    """All that is shown of a touched place."""
    panel = Panel(place, name_of(document, place, catalogue), typed=typed)
    panel.wrong = wrong or (errors or {}).get(place.path, "")
    panel.above = _above(document, catalogue, place)
    if place.nth is not None:
        _of_card(panel, document, catalogue)
    elif place.is_pile:
        _of_pile(panel, document, catalogue)
    elif place.spec.kind == "card":
        _of_slot(panel, document, catalogue)
    elif place.spec.kind == "list":
        _of_list(panel, document, catalogue)
    elif place.spec.kind in ("struct", "one_of", "map"):
        _of_thing(panel, document, catalogue)
    elif place.spec.kind == "pairs" and not place.key:
        _of_pairs(panel, document)
    else:
        _of_fact(panel, document, catalogue)
    if panel.finds and typed:
        fitting, panel.hits_more = hits(document, catalogue, place, typed)
        panel.hits = tuple(fitting)
    return panel


def _above(document: Document, catalogue: Catalogue, place: Place) -> tuple[Chip, ...]:
    """The way back: what the place is part of, where that can be touched."""
    parts = place.at.split(".")
    chips = []
    for n in range(1, len(parts)):
        at = ".".join(parts[:n])
        above = place_at(document, at)
        is_side = parts[0] == "players" and n <= 2
        if above is not None and not is_side and above.spec.kind in ("cards", "list", "struct", "one_of"):
            chips.append(Chip(at, name_of(document, above, catalogue)))
    return tuple(chips)


def _searching(panel: Panel, document: Document, word: str) -> None:
    panel.finds = word
    panel.search = _("Another card here") if word.startswith("exchange") else searched_words(panel.place)


def _of_pile(panel: Panel, document: Document, catalogue: Catalogue) -> None:
    place = panel.place
    _searching(panel, document, f"add {place.at}")
    try:
        cards = cards_at(document, place, catalogue)
    except CardText as wrong:
        panel.wrong = panel.wrong or str(wrong)
        panel.types, panel.typed = True, document.texts.get(place.path, "")
        return
    panel.cards = tuple(Chip(f"{place.at}.{n}", card_title(card)) for n, card in enumerate(cards))
    text = document.texts.get(place.path, "")
    panel.actions = (
        Button(f"step {place.at} 1", _("one more face down")),
        Button(f"step {place.at} -1", _("one fewer face down")),
        Button(f"more {place.at}", _("and more that nobody counted"), _is_open(cards, place, text)),
        Button(f"clear {place.at}", _("empty"), text == EMPTY or (not text and not place.spec.open_zone)),
    )


def _is_open(cards: list[Any], place: Place, text: str) -> bool:
    return {"more": True} in cards or (not text and place.spec.open_zone)


def _of_card(panel: Panel, document: Document, catalogue: Catalogue) -> None:
    place = panel.place
    _searching(panel, document, f"exchange {place.at}")
    title = title_at(document, place, catalogue)
    panel.versions = tuple(versions(document, catalogue, title))
    panel.actions = (
        Button(f"out {place.at}", _("Take out")),
        Button(f"turn {place.at}", _("Turn face down")),
    )
    panel.moves = _moves(document, place)


def _of_slot(panel: Panel, document: Document, catalogue: Catalogue) -> None:
    place = panel.place
    if thing_text(document, place):
        _of_card(panel, document, catalogue)
    else:
        _searching(panel, document, f"add {place.at}")


def _of_list(panel: Panel, document: Document, catalogue: Catalogue) -> None:
    place = panel.place
    item = place.spec.item
    assert item is not None
    panel.cards = tuple(
        _thing_chip(document, catalogue, f"{place.at}.{n}") for n in rows_of(document, place.path)
    )
    if place.takes_cards:
        _searching(panel, document, f"add {place.at}")
        return
    named = next((one for one in item.fields if one.required and one.kind == "word"), None)
    choices = choices_for(document, catalogue, named) if named is not None else []
    panel.options = tuple((f"row {place.at} {value}", words) for value, words in choices)
    panel.actions = () if choices else (Button(f"row {place.at}", _("One more")),)


def _thing_chip(document: Document, catalogue: Catalogue, at: str) -> Chip:
    place = place_at(document, at)
    assert place is not None
    title = title_at(document, place, catalogue)
    if title:
        return Chip(at, title)
    said = []
    for part in parts_of(document, place):
        words = said_at(document, part, catalogue)
        if words:
            said.append(words)
    return Chip(at, field_words_of(place), ", ".join(said[:3]))


def _of_thing(panel: Panel, document: Document, catalogue: Catalogue) -> None:
    """A thing with facts: the card it is, then the facts that are said, the others folded."""
    place = panel.place
    spec = place.spec
    names = {field.name for field in spec.fields}
    if CARD in names:
        _searching(panel, document, f"exchange {place.at}")
        title = title_at(document, place, catalogue)
        panel.versions = tuple(versions(document, catalogue, title)) if title else ()
        panel.moves = _moves(document, place)
    if spec.kind == "one_of":
        kind = document.texts.get(f"{place.path}.{KIND}", "")
        panel.options = tuple((f"set {place.at} {key}", value_words(key)) for key in spec.kinds)
        panel.number = None
        panel.actions = (Button(f"out {place.at}", _("Take out")),) if kind else ()
    elif place.is_thing:
        panel.actions = (Button(f"out {place.at}", _("Take out")),)
        if {CARD, DOWN} <= names:
            down = bool(document.texts.get(f"{place.path}.{DOWN}"))
            panel.actions += (Button(f"turn {place.at}", _("Turn face up") if down else _("Turn face down")),)
        elif "exits" in names:
            panel.actions += (Button(f"turn {place.at}", _("Turn by a sixth")),)
    elif is_entered(document, place.path):
        panel.actions = (Button(f"out {place.at}", _("Take out")),)
    first: list[Chip] = []
    more: list[Chip] = []
    for part in parts_of(document, place):
        words = said_at(document, part, catalogue)
        chip = Chip(part.at, field_words_of(part).split(" · ")[-1].capitalize(), words or default_words(part))
        front = bool(words) or len(spec.fields) <= 4 or (part.spec.required and CARD not in names)
        (first if front else more).append(chip)
    panel.parts, panel.more = tuple(first), tuple(more)


def _of_pairs(panel: Panel, document: Document) -> None:
    place = panel.place
    keys = [key for key, _words in _named(document, None, place.spec.keys)]
    told = [part.partition(":")[0].strip() for part in document.texts.get(place.path, "").split(",")]
    every = dict.fromkeys([*keys, *filter(None, told)])
    chips = []
    for key in every:
        one = Place(f"{place.at}.{key}", place.spec, key=key)
        value = document.name_of(pair_value(document, one))
        chips.append(Chip(one.at, document.name_of(key), value))
    panel.parts = tuple(chips)
    panel.actions = (Button(f"out {place.at}", _("Take out")),) if document.texts.get(place.path) else ()


def pair_value(document: Document, place: Place) -> str:
    """The value of one pair of a list of pairs."""
    for part in document.texts.get(place.path, "").split(","):
        name, colon, value = part.partition(":")
        if colon and name.strip() == place.key:
            return value.strip()
    return ""


def _of_fact(panel: Panel, document: Document, catalogue: Catalogue) -> None:
    place = panel.place
    value = pair_value(document, place) if place.key else document.texts.get(place.path, "")
    panel.typed = panel.typed or value
    choices = choices_for(document, catalogue, place.spec)
    if choices and len(choices) <= MOST_BUTTONS:
        panel.choices = tuple(Button(f"set {place.at} {one}", words, one == value) for one, words in choices)
    else:
        panel.options = tuple((f"set {place.at} {one}", words) for one, words in choices)
    if place.spec.kind == "number":
        default = place.spec.default
        panel.number = value or (str(default) if isinstance(default, int) else "")
        panel.typed = panel.typed or panel.number
        panel.numeric = True
    panel.types = not choices or place.spec.kind == "number"
    if value:
        panel.actions = (Button(f"out {place.at}", _("Leave it out")),)


def choices_for(document: Document, catalogue: Catalogue, spec: Spec) -> list[tuple[str, str]]:
    """The values that a fact may have, each with its words; empty where it is typed."""
    if spec.kind == "flag":
        return [("yes", _("yes")), ("no", _("no"))]
    if spec.kind == "choice":
        return [(str(one) or '""', value_words(one) if one else _("none")) for one in spec.choices]
    if spec.kind in ("word", "pairs"):
        return _named(document, catalogue, spec.names or ("seat" if spec.is_seat else "")) or [
            (str(one), value_words(one)) for one in spec.choices
        ]
    if spec.kind == "words" and spec.names == "seat":
        return [(seat, document.name_of(seat)) for seat in document.seats]
    if spec.kind in ("label", "labels"):
        return [(label, title) for label, title in _labels(document, catalogue)]
    return []


def _named(document: Document, catalogue: Catalogue | None, kind: str) -> list[tuple[str, str]]:
    """The names there are of a kind of thing: the seats, what lies on the table, or the cards of that kind."""
    if kind == "seat":
        return [(seat, document.name_of(seat)) for seat in document.seats]
    where = presentation_of(document.game.name).named.get(kind)
    if where:
        before, _star, after = ("p." + where).partition(".*.")
        rows = rows_of(document, before)
        told = [document.texts.get(f"{before}.{n}.{after}", "") for n in rows]
        return [(one, one) for one in told if one]
    known = catalogue or document.game.catalogue
    titles = {
        card.title: None
        for card in known.cards
        if kind and kind in (getattr(card, "kind", ""), getattr(card, "type", ""))
    }
    return [(title, title) for title in titles]


def _labels(document: Document, catalogue: Catalogue) -> list[tuple[str, str]]:
    """The cards on the table that others are known to refer to, by their label."""
    told = []
    for text in document.texts.values():
        for line in text.split("\n"):
            before, at, label = line.rpartition(" @")
            if at and label and " " not in label:
                told.append((label, before.strip()))
    return told


def _moves(document: Document, place: Place) -> tuple[tuple[str, str], ...]:
    """Where a card may be put, those of its own side first."""
    often = presentation_of(document.game.name).often
    seats = sorted(document.seats, key=lambda seat: seat != place.seat)
    below = place.at.rpartition(".")[0]
    made = []
    for mark in (one for one in often if "*" in one):
        for seat in seats:
            made.append((seats.index(seat), mark.replace("*", seat)))
    ordered = [at for _n, at in sorted(made, key=lambda one: one[0])] + [
        one for one in often if "*" not in one
    ]
    moves = []
    for at in ordered:
        to = place_at(document, at)
        if to is not None and to.takes_cards and at not in (below, place.at):
            words = f"{document.name_of(to.seat)}: {field_words_of(to)}" if to.seat else field_words_of(to)
            moves.append((f"move {place.at} {at}", words))
    return tuple(moves)
