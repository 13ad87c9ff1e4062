"""The labels of an engine's verbs, fields and choices in forms and buttons: as the engine writes them, in words, or
in the reader's language if its book has them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django.utils.translation import get_language

from referee.presentations import text_name
from referee.wording.books import merged, read

_NONE: Mapping[str, Any] = MappingProxyType({})


def _said(file: str, name: str, word: str) -> str | None:
    table: Mapping[str, str] = read((get_language() or "").split("-")[0]).get(file, _NONE).get(name, _NONE)
    return table.get(word)


def _shared(name: str, word: str) -> str | None:
    """A word that means the same in all games; a game adds the ones that it alone has."""
    return merged((get_language() or "").split("-")[0], name).get(word)


def verb_words(do: str, game: str) -> str:
    """A verb of the game of that name."""
    return _said(text_name(game), "verbs", do) or _said("kernel", "verbs", do) or do.replace("_", " ")


def field_words(name: str) -> str:
    """A field of a position, of options, of an entry."""
    return _shared("fields", name) or name.replace("_", " ")


def value_words(value: object) -> str:
    """One of the words a field may hold."""
    return _shared("values", str(value)) or str(value).replace("_", " ")
