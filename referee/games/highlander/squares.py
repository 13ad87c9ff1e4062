"""The nine squares of a Grid as they are drawn, and their names."""

from __future__ import annotations

import msgspec

from referee.wording.labels import value_words
from rules.highlander import grid as grids


class Square(msgspec.Struct, frozen=True):
    """One square of a Grid: attacked, defended, both, neither; ``unknown`` under a hidden attack."""

    attacked: bool
    defended: bool
    unknown: bool = False

    @property
    def letter(self) -> str:
        """A word of one letter: attacked, defended, × where the Defense lies over the attack."""
        if self.unknown:
            return "?"
        if self.attacked:
            return "×" if self.defended else "A"
        return "D" if self.defended else ""

    @property
    def kind(self) -> str:
        """The same as classes."""
        said = (("hit", self.attacked), ("held", self.defended), ("dark", self.unknown))
        return " ".join(word for word, holds in said if holds)


def squares_of(area: int | None, covered: int) -> tuple[Square, ...]:
    """The nine squares, Upper Left first. A standing Defense has ``area`` 0 or None and only covers."""
    unknown = area is None and not covered
    return tuple(
        Square(bool((area or 0) & mask), bool(covered & mask), unknown) for mask in grids.AREAS.values()
    )


def area_words(area: int) -> str:
    """The squares of an area."""
    return ", ".join(value_words(name) for name, mask in grids.AREAS.items() if area & mask)
