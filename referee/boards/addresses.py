"""The address of a drawn thing: the dotted path of what it shows in the printed position, counted from 0, as logs,
expectations and repairs write it (``players.A.hand.2``). Boards carry it in the attribute ``data-at``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec


class Note(msgspec.Struct, frozen=True):
    """A fact in words, with its address."""

    words: str
    at: str = ""

    def __str__(self) -> str:
        return self.words


def address(*parts: str | int) -> str:
    """The path that these names and places make; those left empty are left out."""
    return ".".join([str(part) for part in parts if part != ""])


def side_of(seat: str) -> str:
    """The address of a player's side of the table."""
    return address("players", seat)


def numbered(things: Iterable[Any] | None, at: str) -> list[tuple[str, Any]]:
    """The things of a printed list, each with its address."""
    return [(address(at, n), one) for n, one in enumerate(things or ())]
