"""What was touched and said, as the primitive changes of a ruling.

The words are those of the position editor (``positions.touching``): ``set players.A.ability 12``, ``move
players.A.hand.2 players.A.discard_pile``. The editor writes what is said into a form; here it becomes changes that an
engine makes, and whatever a judge's change cannot do is refused with a sentence.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from referee.entering.cards_text import CardText, card_of
from referee.entering.read import NOTHING, UNKNOWN, value_of
from referee.positions.places import CARD, DOWN, Place, has_card, place_at
from referee.positions.touching import SIXTHS
from referee.repairing.hand import MENTIONS, Hand, is_of_parts, is_one_part, is_settable
from referee.repairing.lying import card_there, holds_unseen, lying, name_of_card, side_of, source_of, zones
from referee.repairing.mentioning import with_toggled
from referee.repairing.parts import CELL, is_tile, made_of
from rules.kernel.cards import CardSpec
from rules.kernel.declared_effects import takes_cards
from rules.kernel.set_facts import may_mention

Change = dict[str, Any]


def primitive(hand: Hand, said: str, typed: str = "") -> list[Change]:
    """The changes that ``said`` means; what it needs and does not say itself was ``typed``. Raises ``CardText``."""
    word, _space, rest = said.partition(" ")
    at, _space, argument = rest.partition(" ")
    place = place_at(hand.document, at)
    if place is None or word not in _WORDS:
        raise CardText(_("There is no such place on this table."))
    why = hand.run.game.derived(at) if word in ("set", "step", "out", "row", "mark", "cell") else ""
    if why:
        raise CardText(why)
    return _WORDS[word](hand, place, argument or typed.strip())


def _move(hand: Hand, place: Place, text: str) -> list[Change]:
    card = card_there(hand.document, place, hand.catalogue)
    if card is None:
        raise CardText(_("No card lies here."))
    if not takes_cards(hand.run.game, hand.run.position, text):
        raise CardText(_("No card can be put there."))
    return [_moved(name_of_card(card), source_of(hand.document, place), text)]


def _moved(name: Any, source: str, to: str) -> Change:
    named = {} if name is None else {"card": name}
    return {"change": "move", **named, "from": source, "to": to}


def _add(hand: Hand, place: Place, text: str) -> list[Change]:
    """A card is brought here from where it lies; one that nobody saw from what is hidden on this side."""
    if not text:
        raise CardText(_("Type two letters of a card."))
    name = name_of_card(card_of(text, hand.catalogue))
    faces = set(hand.catalogue.find(_ref(name)))
    sources = {
        at: held
        for at, card in lying(hand.document, hand.catalogue)
        if (held := name_of_card(card)) is not None
        and at != place.at
        and faces & set(hand.catalogue.find(_ref(held)))
    }
    if len(sources) > 1:
        raise CardText(_("This card lies in several places: touch the one that is meant, and move it."))
    if sources:
        source = next(iter(sources))
        return [_moved(name, source, place.at)]
    own = [
        at
        for at in zones(hand.document)
        if at != place.at and side_of(at) == place.seat and holds_unseen(hand.document, at, hand.catalogue)
    ]
    # of a hand and a deck it is the hand that a player puts cards out of
    meant = [at for at in own if at.endswith(".hand")] or own
    if len(meant) == 1:
        return [_moved(name, meant[0], place.at)]
    raise CardText(_("This card lies nowhere on the table: touch the pile it comes from, and move it."))


def _ref(name: Any) -> Any:
    return name if isinstance(name, str) else msgspec.convert(name, CardSpec)


def _exchange(hand: Hand, place: Place, text: str) -> list[Change]:
    """Which card it is that lies here, or which of several of its title."""
    name = name_of_card(card_of(text, hand.catalogue)) if text else None
    if name is None:
        raise CardText(_("Type two letters of a card."))
    if place.nth is not None:
        return [{"change": "name", "from": source_of(hand.document, place), "card": name}]
    at = place.at
    if has_card(place.spec):
        at = f"{at}.{CARD}" if hand.fact(f"{at}.{CARD}") is not None else f"{at}.{DOWN}"
    return [{"change": "name", "fact": at, "card": name}]


def _turn(hand: Hand, place: Place, text: str) -> list[Change]:
    names = {field.name for field in place.spec.fields}
    if place.nth is None and {CARD, DOWN} <= names:
        name = name_of_card(card_there(hand.document, place, hand.catalogue))
        return [{"change": "turn", "fact": place.at, **({} if name is None else {"card": name})}]
    exits = hand.fact(f"{place.at}.exits") if "exits" in names else None
    if not exits:
        raise CardText(_("There is nothing to turn."))
    turned = sorted((one + 1) % SIXTHS for one in exits)
    return [{"change": "set", "fact": f"{place.at}.exits", "value": turned}]


def _set(hand: Hand, place: Place, text: str) -> list[Change]:
    if not is_settable(place):
        raise CardText(_("A ruling cannot set this: move its cards, or correct what it is made of."))
    if text == UNKNOWN:
        raise CardText(_("Say what it is: a ruling sets nothing to unknown."))
    if place.key:
        return [{"change": "set", "fact": place.at, "value": text}] if text else _out(hand, place, "")
    if not text or (text.casefold() == NOTHING and place.spec.optional):
        return _out(hand, place, "")
    return [{"change": "set", "fact": place.at, "value": value_of(place.spec, text)}]


def _step(hand: Hand, place: Place, text: str) -> list[Change]:
    now = hand.fact(place.at)
    by = int(text) if text.lstrip("+-").isdecimal() and len(text) < 5 else 0
    if place.spec.kind != "number" or isinstance(now, bool) or not isinstance(now, int) or not by:
        raise CardText(_("There is no number to change here."))
    return [{"change": "set", "fact": place.at, "value": now + by}]


def _out(hand: Hand, place: Place, text: str) -> list[Change]:
    """A thing that holds no cards is no more there, or a pair; a fact that may be without a value has none."""
    optional = place.spec.optional and (is_settable(place) or place.spec.kind == "label")
    if is_one_part(hand, place) or place.key or optional:
        return [{"change": "set", "fact": place.at, "value": None}]
    raise CardText(_("This cannot be left out: say what it is."))


def _row(hand: Hand, place: Place, text: str) -> list[Change]:
    """One more thing of a list that holds no cards, or one that was not there, with as much as has to be said of it."""
    if place.spec.item is not None and is_of_parts(hand, place):
        at = f"{place.at}.{len(hand.fact(place.at) or ())}"
        return [{"change": "set", "fact": at, "value": made_of(hand, place.spec.item, at, text)}]
    if is_one_part(hand, place) and hand.fact(place.at) is None:
        return [{"change": "set", "fact": place.at, "value": made_of(hand, place.spec, place.at, text)}]
    raise CardText(_("There is no such place on this table."))


def _mark(hand: Hand, place: Place, text: str) -> list[Change]:
    """A fact mentions the card at an address, or no more."""
    if place.spec.kind not in MENTIONS or not may_mention(hand.run.game, place.at, text):
        raise CardText(_("There is no such place on this table."))
    value = with_toggled(hand.document, hand.catalogue, hand.printed, place.at, text)
    return [{"change": "set", "fact": place.at, "value": value}]


def _cell(hand: Hand, place: Place, text: str) -> list[Change]:
    """A tile lies in another cell."""
    where = text.split(",")
    if not is_tile(place) or len(where) != len(CELL):
        raise CardText(_("There is no such place on this table."))
    spec = next(field for field in place.spec.fields if field.name == CELL[0])
    numbers = [value_of(spec, one.strip()) for one in where]
    return [
        {"change": "set", "fact": f"{place.at}.{name}", "value": number}
        for name, number in zip(CELL, numbers, strict=True)
    ]


_WORDS: dict[str, Callable[[Hand, Place, str], list[Change]]] = {
    "move": _move,
    "add": _add,
    "exchange": _exchange,
    "turn": _turn,
    "set": _set,
    "step": _step,
    "out": _out,
    "row": _row,
    "mark": _mark,
    "cell": _cell,
}
