"""The words of forms and buttons for an engine's names, by language: a folder here for all games, and a file in the
package of each game. What engines say in sentences stands with the rules (``rules.kernel.messages``)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from referee.presentations import text_folders

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
    texts: dict[str, str] = {}
    for name in sorted(files, key=lambda name: (name in shared, name)):
        texts.update(files[name].get(table, {}))
    return texts
