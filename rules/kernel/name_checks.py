"""Checks of the names in a position: of seats, and of what its game calls by a name (``Meta(extra={"is": …})``, as in
entries). An unknown one, which every rule and every board would pass over, is refused with its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from types import UnionType
from typing import Annotated, Union, get_args, get_origin, get_type_hints

import msgspec

from rules.kernel.cards import Catalogue
from rules.kernel.errors import Misplaced
from rules.kernel.text_codecs import codec_of
from rules.kernel.texts import say

MAX_SAID = 40
#: How many words that there are a refusal says.
MAX_KNOWN = 40
#: Why a name of a kind is none; empty where it is one.
NameProblem = Callable[[str, str], str]


def unknown_name(name: str, known: Iterable[str]) -> str:
    """The message that refuses a word, with the known words."""
    words = sorted(known)
    there = ", ".join([*words[:MAX_KNOWN], *(["…"] if len(words) > MAX_KNOWN else [])])
    return say("name_unknown_here", name=name[:MAX_SAID], there=there)


def said_by_cards(catalogue: Catalogue, *kinds: str) -> frozenset[str]:
    """Every word of these kinds in a card's text: a position takes them from there."""
    key = ("said_by_cards", kinds)
    words: frozenset[str] | None = catalogue.memory.get(key)
    if words is None:
        said: set[str] = set()

        def note(kind: str, word: str) -> str:
            if kind in kinds:
                said.add(word)
            return ""

        for card in catalogue.cards:
            check_names(card, note, "")
        words = catalogue.memory[key] = frozenset(said)
    return words


def titles_of(catalogue: Catalogue) -> frozenset[str]:
    """The titles of the cards, and the titles beside them."""
    titles: frozenset[str] | None = catalogue.memory.get("titles_of_cards")
    if titles is None:
        names = {name for card in catalogue.cards for name in (card.title, card.sub_title)}
        titles = catalogue.memory["titles_of_cards"] = frozenset(names - {""})
    return titles


def check_value(value: object, hint: object, stranger: NameProblem, path: str) -> None:
    """Holds every name in one fact against those there are of its kind. Raises ``LogError``."""
    _check(value, hint, stranger, path)


def check_names(value: object, stranger: NameProblem, path: str = "") -> None:
    """Holds every name below ``path`` against those there are of its kind. Raises ``LogError``."""
    kind: object = type(value)
    for outside, inside, hint in _named_facts(kind):
        _check(getattr(value, inside), hint, stranger, f"{path}.{outside}")


def _check(value: object, hint: object, stranger: NameProblem, path: str) -> None:
    written = codec_of(hint)
    if written is not None:
        value = written.write(value)
    if isinstance(value, msgspec.Struct):
        check_names(value, stranger, path)
    elif isinstance(value, str):
        kind = kind_of(hint)
        why = stranger(kind, value) if kind and value else ""
        if why:
            raise Misplaced(path, why)
    elif isinstance(value, dict):
        key_hint, inner_hint = get_args(bare(hint)) or (str, object)
        for key, inner in value.items():
            _check(key, key_hint, stranger, f"{path}.{key[:MAX_SAID]}")
            _check(inner, inner_hint, stranger, f"{path}.{key[:MAX_SAID]}")
    elif isinstance(value, tuple):
        hints = get_args(bare(hint)) or (object, ...)
        for n, inner in enumerate(value):
            _check(inner, hints[0] if hints[-1] is Ellipsis else hints[n], stranger, f"{path}.{n}")


def kind_of(hint: object) -> str:
    """The kind of thing that a text of this type names; empty for a type that names nothing."""
    if get_origin(hint) is Annotated:
        for mark in get_args(hint)[1:]:
            if isinstance(mark, msgspec.Meta) and mark.extra and "is" in mark.extra:
                return str(mark.extra["is"])
    if get_origin(hint) in (Union, UnionType):
        return next(filter(None, map(kind_of, get_args(hint))), "")
    return ""


def bare(hint: object) -> object:
    """The type of what is there: without annotations, without None."""
    while get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    if get_origin(hint) in (Union, UnionType):
        return next((bare(arg) for arg in get_args(hint) if arg is not type(None)), hint)
    return hint


@lru_cache(maxsize=512)
def _named_facts(kind: type) -> tuple[tuple[str, str, object], ...]:
    """The facts of a struct that are no cards: what they are called outside and inside, and their type."""
    if not issubclass(kind, msgspec.Struct):
        return ()
    hints = get_type_hints(kind, include_extras=True)
    pairs = zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True)
    plain = {int, bool, str, float}
    return tuple((outside, inside, hints[inside]) for outside, inside in pairs if hints[inside] not in plain)
