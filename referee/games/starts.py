"""Where a position begins: the tables that questions are most often about, as data beside the game's board.

``starts.toml`` in a game's package (one file for all games of a package; ``game`` names one of them). Of each start:
what it shows, by language, and a log with what must come out of it, as JSON: a position and the lines after it.
``tables`` holds positions that several begin with; a start's own goes over the one that it stands ``on``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from referee.games.questions import Words
from referee.presentations import package_folder

SEATS = "ABCDEFGH"


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table to begin with."""

    id: str
    shows: Words
    on: str = ""
    position: str = "{}"
    lines: tuple[str, ...] = ()
    game: str = ""
    seats: int = 2


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    tables: dict[str, str] = {}
    start: tuple[Start, ...] = ()


@cache
def starts_of(game: str) -> dict[str, Start]:
    """The starts of a game by their ids, in their order, each with its whole position; none where nobody wrote any."""
    path = package_folder(game)
    file = path / "starts.toml" if path is not None else None
    if file is None or not file.is_file():
        return {}
    read = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), _File)
    return {one.id: _whole(one, read.tables) for one in read.start if one.game in ("", game)}


def header_of_start(game: str, rules: str, start: Start) -> dict[str, Any]:
    """The header of the log that a start is."""
    return {
        "log": 1,
        "game": game,
        "rules": rules,
        "players": [{"seat": seat} for seat in SEATS[: start.seats]],
        "options": {},
        "cards": [],
        "position": msgspec.json.decode(start.position),
    }


def _whole(start: Start, tables: Mapping[str, str]) -> Start:
    below = msgspec.json.decode(tables[start.on]) if start.on else {}
    position = _over(below, msgspec.json.decode(start.position))
    return msgspec.structs.replace(start, position=msgspec.json.encode(position).decode(), on="")


def _over(below: Any, above: Any) -> Any:
    """What is said above in place of what is said below, part by part."""
    if isinstance(below, dict) and isinstance(above, dict):
        return below | {key: _over(below.get(key), value) for key, value in above.items()}
    return above
