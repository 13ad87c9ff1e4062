"""The parts of a dotted path into a printed position."""

from __future__ import annotations

#: No list of a position has so many things that the number of one needs as many digits.
LONGEST_INDEX = 6


def index_of(name: str) -> int | None:
    """The number that a part of a path is, the first thing of a list being 0; None where it is none, or longer than
    any list: Python reads no number of thousands of digits."""
    return int(name) if name.isascii() and name.isdecimal() and len(name) < LONGEST_INDEX else None
