"""The examples that show the rules: the scenarios by which the engines are proven, opened in the position editor."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings

from rules.kernel.rulebook import LedgerEntry
from rules.registry import games
from tournaments.errors import NotFound
from tournaments.messages import message as _

#: The comment in a file that names the entries it shows; the others say what happens in it.
SHOWS = "# shows:"


class Example(msgspec.Struct, frozen=True):
    """A scenario: its game and name, what its file says of it in words; for how many players it is, the cards that it
    declares, whether it begins with a position."""

    game: str
    name: str
    words: str
    seats: int
    cards: tuple[str, ...]
    begins: bool


class _Card(msgspec.Struct):
    title: str


class _Header(msgspec.Struct):
    """Of a scenario's header what tells where it can be laid out."""

    players: list[dict[str, Any]]
    cards: list[_Card] = []
    position: dict[str, Any] | None = None


@lru_cache(maxsize=1)
def _files() -> dict[str, Path]:
    """The file of each example by its name, as far as this site has them: one installed without its tests has none."""
    folder = Path(settings.EXAMPLES)
    return {path.stem: path for game in games() for path in sorted((folder / game).glob("*.jsonl"))}


@lru_cache(maxsize=4096)
def example(name: str) -> Example | None:
    """What is known of an example; None where the site does not have it."""
    path = _files().get(name)
    if path is None:
        return None
    lines = path.read_text(encoding="utf-8").splitlines()
    said = [line.lstrip("# ") for line in lines if line.startswith("#") and not line.startswith(SHOWS)]
    first = next(line for line in lines if line.strip() and not line.startswith("#"))
    header = msgspec.json.decode(first, type=_Header)
    return Example(
        path.parent.name,
        name,
        " ".join(said),
        len(header.players),
        tuple(card.title for card in header.cards),
        header.position is not None,
    )


def examples_in(game: str) -> list[Example]:
    """Every example of a game."""
    return [shown for name, path in _files().items() if path.parent.name == game and (shown := example(name))]


def examples_of(entry: LedgerEntry) -> list[Example]:
    """The examples that show an entry."""
    return [shown for name in entry.scenarios if (shown := example(name)) is not None]


def example_file(game: str, name: str) -> bytes:
    """The scenario itself. Raises NotFound."""
    path = _files().get(name)
    if path is None or path.parent.name != game:
        raise NotFound(_("There is no such example."))
    return path.read_bytes()
