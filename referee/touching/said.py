"""What an entry says besides its verb, in words: to tell it from others of the verb where nobody touches anything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.boards.scene import title_of
from referee.touching.forms import NAMING
from referee.wording.labels import field_words, value_words

#: who does what: said elsewhere
APART = frozenset({"by", "do"})
#: arguments that mean a seat
SEATS = frozenset({"seat", "of", "target", "taker"})


def said_words(entry: Mapping[str, Any], names: Mapping[str, str], card_said: bool = False) -> str:
    """An entry's arguments in words; ``card_said``: its card is named beside them."""
    said = [
        _said(key, value, names)
        for key, value in entry.items()
        if key not in APART and not (key == "card" and card_said)
    ]
    return ", ".join(filter(None, said))


def _said(key: str, value: Any, names: Mapping[str, str]) -> str:
    """An argument: a card by its title, a seat by its player, a word as such; a number, and what is simply so, by what
    it is."""
    if value is None or value is False or value == "":
        return ""
    if value is True:
        return field_words(key)
    if key in SEATS and isinstance(value, str):
        return names.get(value, value_words(value))
    if isinstance(value, int):
        return f"{field_words(key)} {value}"
    if isinstance(value, list | tuple):
        return ", ".join(_said(key, one, names) for one in value)
    if isinstance(value, Mapping) and "card" in value:
        return said_words(value, names)
    if key in NAMING or isinstance(value, Mapping):
        return title_of(value)
    return value_words(value)
