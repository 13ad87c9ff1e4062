"""A position laid out in one line of typing: whose, which place, what lies there, each by its first letters.

``A hand: he sh, 2 x up le g; ability: 12; B hand + ?`` says what A holds and A's Ability, and adds a card that nobody
knows to B's hand. A colon says all that lies there, a plus adds to it; a whole title in quotes names a card also where
it is not known yet. ``A > play he`` is played, ``B > play do?`` is asked about. Everything that is said is done, or
nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
from django.utils.translation import gettext as _

from referee.entering.cards_text import BACK, EMPTY, CardText, card_of
from referee.judging.words import general_words, who_did
from referee.positions.document import Document
from referee.positions.finding import counted, hits
from referee.positions.letters import first_fitting, heads
from referee.positions.new_cards import declare_titled, last_declared
from referee.positions.panel import choices_for
from referee.positions.places import (
    Chip,
    Place,
    field_words_of,
    name_of,
    parts_of,
    place_at,
    rows_of,
    said_at,
    sides_of,
)
from referee.positions.saying_entries import entry_said
from referee.positions.touching import change
from referee.wording.labels import field_words, value_words
from rules.kernel.cards import Catalogue

#: Places in one line, and cards in all of them.
MOST_PLACES = 60
MOST_CARDS = 200
#: Letters of one line.
LONGEST = 4000
_MORE = ("…", "...")
_QUOTED = re.compile(r"[\"“„].+[\"“”]")
_WHERE = re.compile(r"([^:+]*)([:+])(.*)", re.DOTALL)


class Said(msgspec.Struct):
    """What was understood, a sentence for each place; or what of it was not (then nothing was done)."""

    done: tuple[str, ...] = ()
    wrong: str = ""
    #: whether something was played
    played: bool = False


def say(document: Document, catalogue: Catalogue, text: str) -> Said:
    """Does all that a line says of the table."""
    if len(text) > LONGEST:
        return Said(wrong=_("At most %(n)s letters can be said at once.") % {"n": LONGEST})
    before, hand = dict(document.texts), _Saying(document, catalogue)
    try:
        for clause in _clauses(text):
            hand.clause(clause)
    except CardText as wrong:
        document.texts = before
        return Said(wrong=str(wrong))
    return Said(
        (*(hand.sentence(at) for at in dict.fromkeys(hand.places)), *hand.entries), played=hand.played
    )


def _clauses(text: str) -> Iterator[str]:
    clauses = [part.strip() for part in re.split(r"[;\n]", text)]
    told = [part for part in clauses if part]
    if len(told) > MOST_PLACES:
        raise CardText(_("At most %(n)s places can be said at once.") % {"n": MOST_PLACES})
    yield from told


class _Saying:
    """What is being said, place after place. Every method raises ``CardText``."""

    def __init__(self, document: Document, catalogue: Catalogue) -> None:
        self.document = document
        self.catalogue = catalogue
        self.sides = {side.seat: (*side.chips, *side.more) for side in sides_of(document, catalogue, {})}
        self.seat = ""
        self.places: list[str] = []
        self.entries: list[str] = []
        self.played = False
        self.cards = 0

    def clause(self, clause: str) -> None:
        """One place, and what lies there; or one entry."""
        who, sign, text = (part.strip() for part in clause.partition(">"))
        if sign:
            self.entry(who, text)
            return
        told = _WHERE.fullmatch(clause)
        if told is None:
            raise CardText(
                _("“%(clause)s”: say which place, a colon, and what lies there.") % {"clause": clause[:60]}
            )
        where, sign, what = (part.strip() for part in told.groups())
        place = self.place(where)
        try:
            self.put(place, what, adds=sign == "+")
        except CardText as wrong:
            raise CardText(_("“%(clause)s”: %(why)s") % {"clause": clause[:60], "why": wrong}) from wrong
        self.places.append(place.at)

    def entry(self, who: str, text: str) -> None:
        """What somebody does: played, or with a question mark asked about."""
        asks = text.endswith("?")
        entry = entry_said(self.document, self.catalogue, who, text.rstrip("?"))
        said = f"{who_did(str(entry['by']), {})} {general_words(entry)}"
        if asks:
            self.entries.append(_("asked: %(entry)s") % {"entry": said})
            return
        for name in [name for name in self.document.texts if name.startswith("a.")]:
            del self.document.texts[name]
        del self.document.texts["ask_by"], self.document.texts["ask_do"]
        line = msgspec.json.encode(entry).decode()
        self.document.texts["lines"] = f"{self.document.lines.rstrip()}\n{line}".lstrip("\n")
        self.entries.append(said)
        self.played = True

    def place(self, where: str) -> Place:
        """The place that the first letters name: of the side that is named, else of the table, else of the side that
        was spoken of last."""
        first, _space, rest = where.partition(" ")
        seat = next((seat for seat in self.document.seats if seat.casefold() == first.casefold()), "")
        place = self._named(self.sides[seat], rest.split()) if seat and rest else None
        if place is not None:
            self.seat = seat
        else:
            place = self._named(self.sides[""], where.split())
        if place is None and self.seat:
            place = self._named(self.sides[self.seat], where.split())
        if place is None:
            raise CardText(_("“%(where)s”: there is no such place on this table.") % {"where": where[:60]})
        return place

    def _named(self, chips: tuple[Chip, ...], words: list[str]) -> Place | None:
        """The place that the first so many words name; the words that are left name a part of it."""
        names = [(chip.at, chip.name) for chip in chips]
        for letters, rest in heads(words):
            at = first_fitting(names, letters)
            place = place_at(self.document, at) if at else None
            inner = self._part(place, rest) if place is not None else None
            if inner is not None:
                return inner
        return None

    def _part(self, place: Place, words: list[str]) -> Place | None:
        """A part of a place: of a list the thing of that number, counted from 1, of a thing the fact of that name."""
        if not words:
            return place
        if place.spec.kind == "list":
            number = int(words[0]) if words[0].isascii() and words[0].isdecimal() and len(words[0]) < 4 else 0
            rows = len(rows_of(self.document, place.path))
            thing = place_at(self.document, f"{place.at}.{number - 1}") if 0 < number <= rows + 1 else None
            inner = self._part(thing, words[1:]) if thing is not None else None
            if inner is not None and number > rows:
                self._do(f"row {place.at}")
            return inner
        if place.spec.kind not in ("struct", "one_of"):
            return None
        parts = [
            (part.at, field_words(part.at.rpartition(".")[2])) for part in parts_of(self.document, place)
        ]
        for letters, rest in heads(words):
            at = first_fitting(parts, letters)
            part = place_at(self.document, at) if at else None
            inner = self._part(part, rest) if part is not None else None
            if inner is not None:
                return inner
        return None

    def put(self, place: Place, what: str, *, adds: bool) -> None:
        """What lies at a place, or what is true of it."""
        spec = place.spec
        if place.takes_cards and spec.kind != "card":
            if not adds:
                self._do(f"clear {place.at}")
            for part in _parts(what):
                self._card(place, part)
        elif spec.kind == "card" and what not in ("", EMPTY):
            self._card(place, what)
        elif spec.kind == "list" and spec.item is not None:
            self._things(place, what, adds=adds)
        elif spec.kind == "one_of" and what not in ("", EMPTY):
            self._do(f"set {place.at} {_chosen([(kind, value_words(kind)) for kind in spec.kinds], what)}")
        elif spec.kind in ("struct", "map") and what not in ("", EMPTY):
            raise CardText(_("this has several parts: touch it on the board or in the list."))
        elif what in ("", EMPTY):
            self._do(f"out {place.at}")
        else:
            choices = choices_for(self.document, self.catalogue, spec)
            self._do(f"set {place.at}", _chosen(choices, what))

    def _card(self, place: Place, part: str) -> None:
        many, letters = counted(part)
        self.cards += 1
        if self.cards > MOST_CARDS:
            raise CardText(_("At most %(n)s cards can be said at once.") % {"n": MOST_CARDS})
        if letters in _MORE and place.is_pile:
            self._do(f"more {place.at}")
        elif letters == BACK and place.is_pile:
            self._do(f"step {place.at} {many}")
        elif letters == BACK:
            self._do(f"add {place.at} {BACK}")
        else:
            line = self._titled(place, letters) if _QUOTED.fullmatch(letters) else self._first(place, letters)
            self._do(f"add {place.at} {many} x {line}" if many > 1 else f"add {place.at} {line}")

    def _first(self, place: Place, letters: str) -> str:
        """The line of the first card that the letters fit."""
        fitting, _more = hits(self.document, self.catalogue, place, letters)
        if fitting:
            return fitting[0].line
        card_of(letters, self.catalogue)  # says which cards it may have meant
        raise CardText(_("type two letters of “%(card)s”.") % {"card": letters[:40]})

    def _titled(self, place: Place, quoted: str) -> str:
        """A whole title in quotes; a card that is not known here is one from now on."""
        title = " ".join(quoted[1:-1].split())
        if not self.catalogue.find(title):
            declare_titled(self.document, place, title)
            self.catalogue = self.catalogue.with_cards([last_declared(self.document)])
        return title

    def _things(self, place: Place, what: str, *, adds: bool) -> None:
        """Things that are no cards, by what each is called."""
        item = place.spec.item
        assert item is not None
        named = next((one for one in item.fields if one.required and one.kind == "word"), None)
        if named is None:
            raise CardText(_("this has several parts: touch it on the board or in the list."))
        if not adds:
            self._do(f"clear {place.at}")
        choices = choices_for(self.document, self.catalogue, named)
        for part in _parts(what):
            self._do(f"row {place.at} {_chosen(choices, part)}")

    def _do(self, said: str, typed: str = "") -> None:
        touched = change(self.document, self.catalogue, said, typed)
        if touched.wrong:
            raise CardText(touched.wrong)

    def sentence(self, at: str) -> str:
        """What lies at a place now."""
        place = place_at(self.document, at)
        assert place is not None
        name = (
            name_of(self.document, place, self.catalogue) if place.spec.kind != "card" else _slot_words(place)
        )
        return f"{name}: {said_at(self.document, place, self.catalogue) or _('nothing')}"


def _slot_words(place: Place) -> str:
    """A slot by its own words: the card that lies there is what is said of it."""
    return f"{place.seat}: {field_words_of(place)}" if place.seat else field_words_of(place)


def _chosen(choices: list[tuple[str, str]], what: str) -> str:
    """The value whose words fit; what is typed where none does."""
    return what if what in dict(choices) else first_fitting(choices, what) or what


def example(document: Document, catalogue: Catalogue) -> str:
    """A line that lays something out in this game."""
    place = place_at(document, f"players.{document.seats[0]}.hand") if document.seats else None
    titles = [card.title for card in catalogue.cards[:2]]
    if place is None or len(titles) < 2:
        return ""
    first, second = (title[:3].strip().casefold() for title in titles)
    return f"{place.seat} {field_words_of(place).casefold()}: {first}, 2 x {second}"


def _parts(what: str) -> list[str]:
    return [part for part in (part.strip() for part in what.split(",")) if part and part != EMPTY]
