"""A question of the rules filled in by somebody: what was typed read as cards, and the log that is to be judged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from referee.entering.cards_text import CardText, card_of, line_of
from referee.games.questions import Field, Filled, Question, fill
from rules.kernel.cards import Card, CardSpec, Catalogue
from rules.kernel.game import Game
from rules.kernel.log import VERSION

#: As much of what is typed into a field is read.
MAX_TEXT = 120
#: So many versions of a card are offered to choose among.
MOST_VERSIONS = 30


class Reading(msgspec.Struct):
    """What was typed, read. ``errors``: by field why it cannot be; ``several``: by field the lines for the cards of a
    title that names more than one."""

    texts: dict[str, str]
    values: dict[str, Any]
    errors: dict[str, str]
    several: dict[str, list[str]]

    @property
    def is_whole(self) -> bool:
        return not self.errors


def read_question(question: Question, sent: Mapping[str, str], catalogue: Catalogue) -> Reading:
    """Reads what was sent for the fields of a question. A field left out has its default."""
    texts = {
        one.name: str(sent.get(one.name, one.default)).replace("\0", "").strip()[:MAX_TEXT]
        for one in question.fields
    }
    reading = Reading(texts, {}, {}, {})
    for one in question.fields:
        try:
            reading.values[one.name] = _value(one, texts[one.name], catalogue)
        except CardText as error:
            reading.errors[one.name] = str(error)
        if one.kind == "card" and isinstance(reading.values.get(one.name), str):
            _narrow(one, reading, catalogue)
    return reading


def _narrow(field: Field, reading: Reading, catalogue: Catalogue) -> None:
    """Of a title that names several cards takes those that the field is for; where that is one, it is meant."""
    numbers = catalogue.find(reading.values[field.name])
    meant = [number for number in numbers if fits(field, catalogue.cards[number])] or list(numbers)
    if len(meant) == 1:
        reading.values[field.name] = catalogue.reference(meant[0])
    elif len(meant) > 1:
        lines = [line_of(catalogue.reference(number)) for number in meant[:MOST_VERSIONS]]
        reading.several[field.name] = list(dict.fromkeys(lines))


def fits(field: Field, card: Card) -> bool:
    """Whether a card is one that the field offers."""
    return all(str(getattr(card, fact, None)) in values for fact, values in field.where.items())


def _value(field: Field, text: str, catalogue: Catalogue) -> Any:
    """The value of a field; None where it may stay empty and does. Raises ``CardText``."""
    if not text:
        if field.optional:
            return None
        raise CardText(_("Fill this in."))
    if field.kind == "choice":
        if text not in field.choices:
            raise CardText(_("Choose one of these."))
        return msgspec.json.decode(field.means[text]) if text in field.means else text
    if field.kind == "number":
        if not (text.isascii() and text.isdecimal() and field.low <= int(text[:9]) <= field.high):
            raise CardText(_("A number from %(low)s to %(high)s.") % {"low": field.low, "high": field.high})
        return int(text)
    value = card_of(text, catalogue, plain=True)
    if not isinstance(value, str) and not (isinstance(value, dict) and "title" in value):
        raise CardText(_("One card is expected here, by its title."))
    numbers = catalogue.find(value if isinstance(value, str) else _spec(value))
    if not numbers:
        raise CardText(_("No card is called “%s”.") % text[:80])
    if field.strict and not any(fits(field, catalogue.cards[number]) for number in numbers):
        raise CardText(_("Another kind of card belongs here."))
    return value


def _spec(value: dict[str, Any]) -> CardSpec:
    """A card as a log names it. Raises ``CardText``."""
    try:
        return msgspec.convert(value, CardSpec)
    except msgspec.ValidationError:
        raise CardText(_("One card is expected here, by its title.")) from None


def offered(field: Field, catalogue: Catalogue) -> list[str]:
    """The cards that a field offers, as lines that name them."""
    numbers = [number for number, card in enumerate(catalogue.cards) if fits(field, card)]
    return sorted({line_of(catalogue.reference(number)) for number in numbers})


def header_for(game: Game, question: Question, filled: Filled) -> dict[str, Any]:
    """The header of the log that is judged."""
    seats = [chr(ord("A") + n) for n in range(question.seats)]
    return {
        "log": VERSION,
        "game": game.name,
        "rules": game.editions[-1],
        "players": [{"seat": seat} for seat in seats],
        "options": {},
        "cards": [],
        "position": filled.position,
    }


def filled(question: Question, reading: Reading) -> Filled:
    """The question with what was read."""
    return fill(question, reading.values)
