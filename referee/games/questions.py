"""Questions that can be asked of the rules of a game: templates with a few fields, as data beside the game's board.

``questions.toml`` in a game's package (one file for all games of a package; ``game`` names one of them). Of each
question: what it asks and what it supposes, by language; its fields; and the log that is judged, as JSON: a position,
the lines before, the entry in question, and lines after it (``then``) whose outcome is told by a fact (``tells``). In
that JSON ``"$name"`` stands for what was filled in; what names a field that was left empty is left out. A line's
``when`` only names such a field.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Literal

import msgspec

from referee.presentations import package_folder

#: Words by language; English is always there.
Words = dict[str, str]


class Field(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A field: a card (``where``: the facts of those that are offered; ``strict``: no other is taken), one of several
    ``choices`` (``means``: what one stands for in the log, as JSON, where that is not its own name), a number."""

    name: str
    label: Words
    kind: Literal["card", "choice", "number"] = "card"
    where: dict[str, tuple[str, ...]] = {}
    strict: bool = False
    choices: dict[str, Words] = {}
    means: dict[str, str] = {}
    default: str = ""
    optional: bool = False
    low: int = 0
    high: int = 20


class Tells(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is told of the position after ``then``: the words for the value of a fact."""

    fact: str
    words: dict[str, Words]


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One question."""

    id: str
    asks: Words
    fields: tuple[Field, ...]
    position: str
    entry: str
    about: Words = {}
    game: str = ""
    seats: int = 2
    lines: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    tells: Tells | None = None


class Filled(msgspec.Struct, frozen=True):
    """A question with its fields filled in: what a log of it holds."""

    position: dict[str, Any]
    lines: tuple[dict[str, Any], ...]
    entry: dict[str, Any]
    then: tuple[dict[str, Any], ...]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    question: tuple[Question, ...] = ()


@cache
def questions_of(game: str) -> dict[str, Question]:
    """The questions of a game by their ids, in their order; none where nobody wrote any."""
    path = package_folder(game)
    file = path / "questions.toml" if path is not None else None
    if file is None or not file.is_file():
        return {}
    read = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), _File)
    return {one.id: one for one in read.question if one.game in ("", game)}


def said(words: Mapping[str, str], language: str) -> str:
    """Words in a language, else in English."""
    return words.get(language) or words.get("en", "")


def fill(question: Question, values: Mapping[str, Any]) -> Filled:
    """The log of a question whose fields have these values; None for one that was left empty."""

    def lines(texts: tuple[str, ...]) -> Iterator[dict[str, Any]]:
        for text in texts:
            raw = msgspec.json.decode(text)
            if not _names_empty(raw, values):
                raw.pop("when", None)
                yield _filled(raw, values)

    return Filled(
        _filled(msgspec.json.decode(question.position), values),
        tuple(lines(question.lines)),
        _filled(msgspec.json.decode(question.entry), values),
        tuple(lines(question.then)),
    )


def _filled(raw: Any, values: Mapping[str, Any]) -> Any:
    if isinstance(raw, str) and raw.startswith("$"):
        return values[raw[1:]]
    if isinstance(raw, dict):
        return {
            _filled(key, values): _filled(value, values)
            for key, value in raw.items()
            if not _is_empty(value, values)
        }
    if isinstance(raw, list):
        return [_filled(value, values) for value in raw if not _names_empty(value, values)]
    return raw


def _is_empty(raw: Any, values: Mapping[str, Any]) -> bool:
    return isinstance(raw, str) and raw.startswith("$") and values[raw[1:]] is None


def _names_empty(raw: Any, values: Mapping[str, Any]) -> bool:
    """Whether something of this kind names a field that was left empty: a card in a list, an object about one."""
    if isinstance(raw, dict):
        return any(_is_empty(value, values) for value in raw.values())
    return _is_empty(raw, values)
