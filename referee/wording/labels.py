"""What forms and buttons call an engine's verbs, fields and choices: as the engine writes them, in words, or in the
reader's language where its book has them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from django.utils.translation import get_language

from referee.wording.books import read

_NONE: Mapping[str, str] = MappingProxyType({})


@cache
def _table(language: str, file: str, name: str) -> Mapping[str, str]:
    found: Mapping[str, str] = read(language).get(file, {}).get(name, _NONE) if language.isalpha() else _NONE
    return found


def _said(file: str, name: str, word: str) -> str | None:
    return _table((get_language() or "").split("-")[0], file, name).get(word)


def verb_words(do: str, package: str) -> str:
    """A verb of the game whose engine is ``package``: “rules.highlander”."""
    game = package.rpartition(".")[2]
    return _said(game, "verbs", do) or _said("kernel", "verbs", do) or do.replace("_", " ")


def field_words(name: str) -> str:
    """A field of a position, of options, of an entry."""
    return _said("labels", "fields", name) or name.replace("_", " ")


def value_words(value: object) -> str:
    """One of the words a field may hold."""
    return _said("choices", "values", str(value)) or str(value).replace("_", " ")
