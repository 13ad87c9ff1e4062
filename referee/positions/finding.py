"""Cards found by two letters: those that fit, each with what tells it from the others."""

from __future__ import annotations

import re

import msgspec
from django.utils.translation import gettext as _

from referee.boards.scene import facts_of
from referee.entering.cards_text import BACK, MAX_COPIES, fits_letters, line_of
from referee.entering.names import pickable
from referee.games.presentation import presentation_of
from referee.positions.document import Document
from referee.positions.places import Place, field_words_of
from referee.wording.labels import field_words, value_words
from rules.kernel.cards import Card, Catalogue

#: So many are listed at once.
MOST = 12
FEWEST = 2
MOST_FACTS = 4
_MANY = re.compile(r"(\d{1,3})\s*[x×]\s*(\S.*)$")


class Hit(msgspec.Struct, frozen=True):
    """A card that fits: ``line`` names it, ``title`` and ``about`` tell it apart for the eye, ``squares`` the
    nine letters of its Grid, Upper Left first, ``here`` that it is of a kind that belongs to the place."""

    line: str
    title: str
    about: str
    squares: str = ""
    here: bool = True


def hits(document: Document, catalogue: Catalogue, place: Place, typed: str) -> tuple[list[Hit], int]:
    """The cards that what is typed fits, those that belong to the place first; and how many more there are."""
    many, text = counted(typed)
    if len(text) < FEWEST:
        return [], 0
    belongs = belonging(document, place)
    ranked = []
    for number in pickable(document.game, catalogue):
        card = catalogue.cards[number]
        rank = fits_letters(text, card.title, told_apart(card))
        if rank is not None:
            ranked.append((not _is_for(card, belongs), rank, card.title, number))
    ranked.sort()
    made = [_hit(catalogue, number, not apart, many) for apart, _rank, _title, number in ranked[:MOST]]
    return made, max(0, len(ranked) - MOST)


def belonging(document: Document, place: Place) -> dict[str, tuple[str, ...]]:
    """The facts of the cards that go to a place mostly; empty where any may."""
    words = [part for part in place.at.split(".") if not part.isdecimal()]
    return dict(presentation_of(document.game.name).belongs.get(words[-1] if words else "", {}))


def _is_for(card: Card, belongs: dict[str, tuple[str, ...]]) -> bool:
    return all(str(getattr(card, name, "")) in values for name, values in belongs.items())


def told_apart(card: Card) -> str:
    """The words that tell cards of one title apart."""
    return " ".join(filter(None, (card.sub_title, card.variant, card.edition)))


def counted(typed: str) -> tuple[int, str]:
    """How many of a card are meant, and its letters: ``10 x fe``."""
    told = _MANY.match(typed.strip())
    return (min(int(told[1]), MAX_COPIES), told[2]) if told else (1, typed.strip())


def _hit(catalogue: Catalogue, number: int, here: bool, many: int = 1) -> Hit:
    card = catalogue.cards[number]
    facts = [
        value_words(value) if not value.lstrip("-").isdecimal() else f"{field_words(name)} {value}"
        for name, value in facts_of(card)
        if value != "0"
    ][:MOST_FACTS]
    about = " · ".join([*filter(None, (card.sub_title, card.variant, card.edition)), *facts])
    line = line_of(catalogue.reference(number))
    return Hit(f"{many} x {line}" if many > 1 else line, card.title, about, card.grid.replace("/", ""), here)


def versions(document: Document, catalogue: Catalogue, title: str) -> list[Hit]:
    """The cards of this title, where it names several."""
    numbers = catalogue.find(title)
    return [_hit(catalogue, number, True) for number in numbers[: MOST * 2]] if len(numbers) > 1 else []


def is_back(typed: str) -> bool:
    """Whether a card that nobody knows is meant."""
    return typed.strip() == BACK


def searched_words(place: Place) -> str:
    """The label of the field in which two letters are typed."""
    return _("Card for: %(place)s") % {"place": field_words_of(place)}
