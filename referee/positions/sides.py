"""One position as several people tell it: the public facts compared, each side's hidden cards put together.

A side is a log's header with the position as that side tells it. What a side says of others' hidden zones is never
used: each header is read as its own seat may see it, and compared as everybody may see it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from referee.budget import QUESTION, within
from referee.entering.spec import struct_spec
from referee.entering.write import texts_of
from rules.kernel.entries import PUBLIC
from rules.kernel.game import Game
from rules.kernel.log import Header, read_header
from rules.kernel.replay import Replay
from rules.kernel.seats import header_for

Plain = dict[str, Any]


class Difference(msgspec.Struct, frozen=True):
    """A public fact that the sides tell differently: by side what it says, empty where it says nothing."""

    path: str
    said: dict[str, str]


def seen_header(game: Game, plain: Plain, seat: str) -> Plain:
    """The header as ``seat`` (or ``public``) may see it, as plain JSON. Raises ``LogError``."""
    seen: Plain = msgspec.to_builtins(header_for(game, _read(plain), seat))
    return seen


@within(QUESTION)
def positions_seen(game: Game, plain: Plain) -> dict[str, Plain]:
    """The position as every seat and the public may see it, as the engine prints it. Raises ``LogError``,
    ``TooCostly``, and whatever an engine fails with on a position that nobody can have."""
    header = _read(plain)
    views = (*header.seats, PUBLIC)
    return {seat: _printed(game, header_for(game, header, seat)) for seat in views}


def differences(game: Game, public: Mapping[str, Plain]) -> list[Difference]:
    """The facts in which the public positions of the sides differ, in the order of the form. The order of cards in a
    list is no difference."""
    spec = struct_spec(game.position_type)
    texts = {side: texts_of(spec, position, "p") for side, position in public.items()}
    paths = dict.fromkeys(path for told in texts.values() for path in told)
    differing = []
    for path in paths:
        said = {side: told.get(path, "") for side, told in texts.items()}
        if len({tuple(sorted(text.split("\n"))) for text in said.values()}) > 1:
            differing.append(Difference(path, said))
    return differing


def merged(public: Plain, sides: Mapping[str, tuple[Plain, Plain]]) -> tuple[Plain, list[str]]:
    """The public position with what each seat alone tells of its hidden zones. ``sides``: by seat the position as it
    may see it and as the public may. Where a seat's public facts are others it is not followed, and where two seats
    tell a thing they both may see differently it is left as it is: the paths of those are given."""
    laying = _Laying()
    whole: Any = public
    for own, open_part in sides.values():
        whole = laying.over(whole, own, open_part, "p")
    return whole, laying.unsure


class _Laying:
    """What the seats know is laid over what everybody sees, part by part."""

    def __init__(self) -> None:
        self.laid: dict[str, Any] = {}
        self.unsure: list[str] = []

    def over(self, base: Any, own: Any, open_part: Any, path: str) -> Any:
        """The part of the position at ``path`` with what this seat knows of it."""
        parts = (base, own, open_part)
        if all(isinstance(part, dict) and not part.get("unknown") for part in parts):
            inner = {
                key: self.over(base.get(key), value, open_part.get(key), f"{path}.{key}")
                for key, value in own.items()
            }
            return {**base, **inner}
        if all(isinstance(part, list) for part in parts) and len({len(part) for part in parts}) == 1:
            rows = zip(base, own, open_part, strict=True)
            return [self.over(*row, f"{path}.{n}") for n, row in enumerate(rows)]
        if own == open_part:
            return base
        if path in self.laid or base != open_part:
            if self.laid.get(path) != own:
                self.unsure.append(path)
            return base
        self.laid[path] = own
        return own


def _read(plain: Plain) -> Header:
    return read_header(msgspec.json.encode(plain))


def _printed(game: Game, header: Header) -> Plain:
    printed: Plain = Replay(game, header).printed()
    return printed
