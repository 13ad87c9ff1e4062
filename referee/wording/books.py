"""The book of each language: a folder of its name with a file for each engine."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from django.utils.translation import get_language

from referee.wording.book import Book

HERE = Path(__file__).parent


def read(language: str) -> dict[str, dict[str, Any]]:
    """The files of a language by their names, as they are written."""
    return {
        path.stem: tomllib.loads(path.read_text(encoding="utf-8"))
        for path in sorted((HERE / language).glob("*.toml"))
    }


@cache
def book_of(language: str) -> Book | None:
    """The book of a language; None where there is none."""
    files = read(language) if language.isalpha() else {}
    if not files:
        return None
    sentences: dict[str, str] = {}
    words: dict[str, str] = {}
    lists: dict[str, dict[str, str]] = {}
    for file in files.values():
        words.update(file.get("words", {}))
        lists.update(file.get("lists", {}))
        for section in file.get("sentences", {}).values():
            sentences.update(section)
    return Book(sentences, words, files["kernel"]["quotes"], lists)


def said(message: str) -> tuple[str, int] | None:
    """What an engine says, in the reader's language, and how many letters of the message were values in it. None where
    it stays as it is: the language is the engines' own, or nothing in its book has this form."""
    book = book_of((get_language() or "").split("-")[0])
    return None if book is None else book.say(message)


def in_book(text: str) -> str | None:
    """A text that a game declares, in the reader's language; None where its book has not this."""
    found = said(text)
    return None if found is None else found[0]
