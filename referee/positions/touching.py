"""A position changed by touch: one small change of a form's texts for each thing that is done on its board.

A change is a word, an address and, for some, what follows: ``add players.A.hand Dodge``. Whatever cannot be done is
said in a sentence, and the texts stay as they were.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from referee.entering.cards_text import EMPTY, CardText, card_of, cards_of, line_of, lines_of
from referee.entering.read import HERE, KIND, UNKNOWN, Reading, value_of
from referee.positions.document import Document
from referee.positions.places import CARD, DOWN, Place, cards_at, has_card, place_at, rows_of
from rules.kernel.cards import Catalogue

#: The turns of a tile, and the cells around one, clockwise from the east.
SIXTHS = 6
AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
MORE = {"more": True}
BACK = {"unknown": True}


class Touched(msgspec.Struct):
    """What a change leaves in hand: the address that is touched now, or why nothing was changed."""

    at: str
    wrong: str = ""
    #: the texts that stood for a card before, where another took its place
    replaced: tuple[Any, Any] | None = None


def change(document: Document, catalogue: Catalogue, said: str, typed: str = "") -> Touched:
    """Makes the change that ``said`` names; what it needs and does not say itself was ``typed``."""
    word, _space, rest = said.partition(" ")
    at, _space, argument = rest.partition(" ")
    place = place_at(document, at)
    if place is None or word not in _CHANGES:
        return Touched(at, _("There is no such place on this table."))
    before = dict(document.texts)
    try:
        return _CHANGES[word](Hand(document, catalogue), place, argument or typed.strip())
    except CardText as wrong:
        document.texts = before
        return Touched(at, str(wrong))


class Hand:
    """What a change is made with."""

    def __init__(self, document: Document, catalogue: Catalogue) -> None:
        self.document = document
        self.texts = document.texts
        self.catalogue = catalogue

    def put(self, path: str, text: str) -> None:
        """Writes a field, or leaves it out."""
        if text:
            self.texts[path] = text
        else:
            self.texts.pop(path, None)

    def cards(self, place: Place) -> list[Any]:
        return list(cards_at(self.document, place, self.catalogue))

    def pile(self, place: Place, cards: list[Any]) -> None:
        """Writes a pile; an empty one is said where leaving it out would mean an uncounted one."""
        self.put(place.path, lines_of(cards) or (EMPTY if place.spec.open_zone else ""))

    def clear(self, path: str) -> None:
        """Leaves out a field and all below it."""
        for name in [name for name in self.texts if name == path or name.startswith(path + ".")]:
            del self.texts[name]

    def rows(self, path: str) -> int:
        """Numbers the rows of a list anew, without gaps; how many there are."""
        numbers = rows_of(self.document, path)
        for new, old in enumerate(numbers):
            if new != old:
                deep = f"{path}.{old}"
                for name in [name for name in self.texts if name == deep or name.startswith(deep + ".")]:
                    self.texts[f"{path}.{new}{name[len(deep) :]}"] = self.texts.pop(name)
        return len(numbers)


def _one(hand: Hand, text: str) -> Any:
    """The card that a line names. Raises ``CardText``."""
    if not text:
        raise CardText(_("Type two letters of a card."))
    return card_of(text, hand.catalogue)


def _add(hand: Hand, place: Place, text: str) -> Touched:
    """A card, or several by a number before it, to where it belongs."""
    spec = place.spec
    if place.nth is not None:
        return _exchange(hand, place, text)
    if spec.kind == "cards":
        new = cards_of(text, hand.catalogue, plain=spec.plain) if text else [_one(hand, text)]
        held = hand.cards(place)
        # what is not counted stays below what is known
        tail = [card for card in held if card == MORE]
        hand.pile(place, [*(card for card in held if card != MORE), *new, *tail])
        return Touched(place.at)
    if spec.kind == "card":
        hand.put(place.path, line_of(_one(hand, text)))
        return Touched(place.at)
    if spec.kind == "list" and spec.item is not None and has_card(spec.item):
        for card in cards_of(text, hand.catalogue) if text else [_one(hand, text)]:
            row = hand.rows(place.path)
            hand.put(f"{place.path}.{row}.{CARD}", line_of(card))
        return Touched(place.at)
    raise CardText(_("No card belongs there."))


def _row(hand: Hand, place: Place, text: str) -> Touched:
    """A further thing in a list, with nothing said of it yet."""
    if place.spec.kind != "list" or place.spec.item is None:
        raise CardText(_("There is no such place on this table."))
    row = hand.rows(place.path)
    path = f"{place.path}.{row}"
    item = place.spec.item
    name = next((one.name for one in item.fields if one.required and one.kind == "word"), "")
    if {"q", "r"} <= {one.name for one in item.fields}:
        q, r = _free_cell(hand, place.path, row)
        hand.put(f"{path}.q", str(q))
        hand.put(f"{path}.r", str(r))
    if text and name:
        hand.put(f"{path}.{name}", text)
    else:
        hand.put(f"{path}.{HERE}", "1")
    return Touched(f"{place.at}.{row}")


def _free_cell(hand: Hand, path: str, rows: int) -> tuple[int, int]:
    """A cell beside the tiles that lie there, in rings around the first."""
    taken = {_cell(hand, f"{path}.{n}") for n in range(rows)}
    if not taken:
        return 0, 0
    beside = [
        (q + dq, r + dr) for q, r in sorted(taken, key=lambda c: abs(c[0]) + abs(c[1])) for dq, dr in AROUND
    ]
    return next(cell for cell in beside if cell not in taken)


def _cell(hand: Hand, path: str) -> tuple[int, int]:
    q, r = (hand.texts.get(f"{path}.{name}", "0") or "0" for name in "qr")
    try:
        return int(q), int(r)
    except ValueError:
        return 0, 0


def _out(hand: Hand, place: Place, text: str) -> Touched:
    """Takes a card, a thing of a list or what is entered of a fact out."""
    above = place.at.rpartition(".")[0]
    if place.nth is not None:
        cards = hand.cards(place)
        if place.nth >= len(cards):
            raise CardText(_("This card is there no more."))
        cards.pop(place.nth)
        hand.pile(place, cards)
        return Touched(above)
    if place.key:
        pairs = _pairs(hand, place)
        pairs.pop(place.key, None)
        hand.put(place.path, _pairs_text(pairs))
        return Touched(above)
    hand.clear(place.path)
    if place.is_thing:
        hand.rows(place.path.rpartition(".")[0])
        return Touched(above)
    return Touched(place.at)


def _exchange(hand: Hand, place: Place, text: str) -> Touched:
    """Another card in the place of this one: another version, or another altogether."""
    new = _one(hand, text)
    if place.nth is not None:
        cards = hand.cards(place)
        if place.nth >= len(cards):
            raise CardText(_("This card is there no more."))
        old, cards[place.nth] = cards[place.nth], _labelled(new, cards[place.nth])
        hand.pile(place, cards)
        return Touched(place.at, replaced=(_unlabelled(old), new))
    path = f"{place.path}.{CARD}" if has_card(place.spec) else place.path
    if has_card(place.spec) and f"{place.path}.{DOWN}" in hand.texts and path not in hand.texts:
        path = f"{place.path}.{DOWN}"
    text_before = hand.texts.get(path, "")
    old = card_of(text_before, hand.catalogue) if text_before else None
    hand.put(path, line_of(_labelled(new, old)))
    return Touched(place.at, replaced=(_unlabelled(old), new) if old is not None else None)


def _labelled(card: Any, before: Any) -> Any:
    """A card with the label that others know the one before it by."""
    label = before.get("as") if isinstance(before, dict) else None
    if label is None:
        return card
    inner = {"card": card} if isinstance(card, str) or "title" in card else card
    return {**inner, "as": label}


def _unlabelled(card: Any) -> Any:
    if isinstance(card, dict):
        said = {key: value for key, value in card.items() if key != "as"}
        return said["card"] if set(said) == {"card"} else said
    return card


def _turn(hand: Hand, place: Place, text: str) -> Touched:
    """Turns a card face down, so that nobody knows which it is; a card in play between its two sides; a tile by a
    sixth."""
    spec, path = place.spec, place.path
    if place.nth is not None:
        cards = hand.cards(place)
        if place.nth >= len(cards):
            raise CardText(_("This card is there no more."))
        cards[place.nth] = BACK
        hand.pile(place, cards)
        return Touched(place.at)
    names = {field.name for field in spec.fields}
    if {CARD, DOWN} <= names:
        card, down = f"{path}.{CARD}", f"{path}.{DOWN}"
        up, below = hand.texts.get(card, ""), hand.texts.get(down, "")
        hand.put(card, below)
        hand.put(down, up)
    elif "exits" in names:
        exits = [
            int(one) for one in hand.texts.get(f"{path}.exits", "").split(",") if one.strip().isdecimal()
        ]
        if not exits:
            raise CardText(_("Say first where its exits are."))
        hand.put(f"{path}.exits", ", ".join(str(n) for n in sorted((one + 1) % SIXTHS for one in exits)))
    elif spec.kind == "card":
        hand.put(path, UNKNOWN)
    else:
        raise CardText(_("There is nothing to turn."))
    return Touched(place.at)


def _move(hand: Hand, place: Place, text: str) -> Touched:
    """Puts what lies here somewhere else; it keeps what others know it by."""
    to = place_at(hand.document, text)
    if to is None or not (to.is_pile or to.takes_cards):
        raise CardText(_("No card can be put there."))
    if place.nth is not None:
        cards = hand.cards(place)
        if place.nth >= len(cards):
            raise CardText(_("This card is there no more."))
        card = cards[place.nth]
    else:
        line = hand.texts.get(f"{place.path}.{CARD}") or hand.texts.get(f"{place.path}.{DOWN}")
        line = line if has_card(place.spec) else hand.texts.get(place.path)
        if not line:
            raise CardText(_("No card lies here."))
        card = card_of(line, hand.catalogue)
    if to.is_pile:
        # put there first: where both are one pile, taking out comes after
        held = hand.cards(to)
        hand.pile(to, [*(one for one in held if one != MORE), card, *(one for one in held if one == MORE)])
    else:
        _add(hand, to, line_of(card))
    _out(hand, place, "")
    return Touched(to.at)


def _set(hand: Hand, place: Place, text: str) -> Touched:
    """A value for a fact, as it is typed or chosen. What does not fit is refused with the reason."""
    spec, path = place.spec, place.path
    if place.key:
        pairs = _pairs(hand, place)
        pairs[place.key] = text
        hand.put(path, _pairs_text({key: value for key, value in pairs.items() if value}))
        return Touched(place.at)
    if spec.kind == "one_of":
        if text and text not in spec.kinds:
            raise CardText(_("There is no such kind: choose one from the list."))
        hand.clear(path)
        hand.put(f"{path}.{KIND}", text)
        return Touched(place.at)
    if text and text not in (UNKNOWN, "none") and spec.kind not in ("cards", "card", "struct", "list", "map"):
        value_of(spec, text)
    elif text and spec.kind in ("cards", "card"):
        reading = Reading({path: text}, hand.catalogue)
        reading.of(spec, path)
        if reading.errors:
            raise CardText(reading.errors[path])
    hand.put(path, text)
    return Touched(place.at)


def _step(hand: Hand, place: Place, text: str) -> Touched:
    """A number up or down by as many; a pile by so many backs."""
    by = int(text) if text.lstrip("+-").isdecimal() and len(text) < 5 else 0
    if place.spec.kind == "cards":
        return _backs(hand, place, by)
    if place.spec.kind != "number":
        raise CardText(_("There is no number to change here."))
    now = hand.texts.get(place.path, "").strip()
    start = place.spec.default if isinstance(place.spec.default, int) else 0
    number = int(now) if now.lstrip("-").isdecimal() else start
    return _set(hand, place, str(number + by))


def _backs(hand: Hand, place: Place, by: int) -> Touched:
    """More or fewer cards face down, at the end of what is known."""
    cards = [card for card in hand.cards(place) if card != MORE]
    backs = sum(card.get("count", 1) for card in cards if isinstance(card, dict) and _is_backs(card))
    known = [card for card in cards if not (isinstance(card, dict) and _is_backs(card))]
    count = max(0, backs + by)
    hand.pile(place, [*known, *([{**BACK, "count": count}] if count > 1 else [BACK] * count)])
    return Touched(place.at)


def _is_backs(card: dict[str, Any]) -> bool:
    return bool(card.get("unknown")) and set(card) <= {"unknown", "count"}


def _more(hand: Hand, place: Place, text: str) -> Touched:
    """That nobody counted the rest of a pile, or that somebody did."""
    cards = hand.cards(place)
    rest = [card for card in cards if card != MORE]
    if MORE in cards or (not cards and place.path not in hand.texts):
        hand.pile(place, rest)
    else:
        hand.pile(place, [*rest, MORE])
    return Touched(place.at)


def _clear(hand: Hand, place: Place, text: str) -> Touched:
    """An empty pile; of anything else what is there without being said."""
    hand.clear(place.path)
    if place.is_pile:
        hand.pile(place, [])
    return Touched(place.at)


def _pairs(hand: Hand, place: Place) -> dict[str, str]:
    pairs = {}
    for part in hand.texts.get(place.path, "").split(","):
        name, colon, value = part.partition(":")
        if colon:
            pairs[name.strip()] = value.strip()
    return pairs


def _pairs_text(pairs: dict[str, str]) -> str:
    return ", ".join(f"{name}: {value}" for name, value in pairs.items())


_CHANGES: dict[str, Callable[[Hand, Place, str], Touched]] = {
    "add": _add,
    "row": _row,
    "out": _out,
    "exchange": _exchange,
    "turn": _turn,
    "move": _move,
    "set": _set,
    "step": _step,
    "more": _more,
    "clear": _clear,
}
