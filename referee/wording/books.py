"""The book of each language: its folder here with what every engine says, and a file in the package of each game."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from django.utils.translation import get_language

from referee.presentations import text_folders
from referee.wording.book import Book

HERE = Path(__file__).parent


def read(language: str) -> Mapping[str, Mapping[str, Any]]:
    """The files of a language by their names, as they are written: a game's by the name of its package."""
    return _read(language, text_folders()) if language.isalpha() else {}


@cache
def _read(language: str, folders: tuple[Path, ...]) -> Mapping[str, Mapping[str, Any]]:
    shared = {path.stem: path for path in sorted((HERE / language).glob("*.toml"))}
    of_games = {
        path.stem.replace(language, folder.parent.name, 1): path
        for folder in folders
        for path in sorted((*folder.glob(f"{language}.toml"), *folder.glob(f"{language}_*.toml")))
    }
    paths = sorted((shared | of_games).items())
    return {name: tomllib.loads(path.read_text(encoding="utf-8")) for name, path in paths}


def merged(language: str, table: str) -> Mapping[str, str]:
    """A table of all files together; what they share says it before a game does."""
    return _merged(language, table, text_folders()) if language.isalpha() else {}


@cache
def _merged(language: str, table: str, folders: tuple[Path, ...]) -> Mapping[str, str]:
    files = _read(language, folders)
    shared = {path.stem for path in (HERE / language).glob("*.toml")}
    found: dict[str, str] = {}
    for name in sorted(files, key=lambda name: (name in shared, name)):
        found.update(files[name].get(table, {}))
    return found


def book_of(language: str) -> Book | None:
    """The book of a language; None where there is none."""
    return _book(language, text_folders()) if language.isalpha() else None


@cache
def _book(language: str, folders: tuple[Path, ...]) -> Book | None:
    files = _read(language, folders)
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
