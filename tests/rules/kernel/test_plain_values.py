"""Plain facts of a position are printed as JSON prints them: a list of words is a list."""

from __future__ import annotations

import msgspec

from rules.kernel.cards import Catalogue
from rules.kernel.knowledge import Knowledge
from rules.kernel.position import Codec, Position


class Words(Position, frozen=True, kw_only=True):
    names: tuple[str, ...] = ()
    counts: dict[str, int] = {}


def test_a_printed_position_equals_itself_read_back_from_json() -> None:
    printed = Codec(Words).to_json(Words(names=("a", "b"), counts={"x": 1}), Knowledge(), Catalogue(()))
    assert printed["names"] == ["a", "b"]
    assert msgspec.json.decode(msgspec.json.encode(printed)) == printed
