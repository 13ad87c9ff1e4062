"""The area of a Defense that is more than its card: extended by an area, formed of two Basic Blocks, or made a
Guard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.highlander import grid
from rules.highlander.card import HighlanderCard
from rules.highlander.position import Mark
from rules.highlander.verbs import Defend


class Form(NamedTuple):
    """The form in which a Defense is played: the area it covers, its marks, and its second card."""

    area: int
    marks: tuple[Mark, ...] = ()
    second: int | None = None


def form(
    e: Defend, cards: Sequence[HighlanderCard], second: HighlanderCard | None, other: int | None
) -> Form:
    """The form of a Defense that may be played so; of a title that fits several ``cards``, what each of them covers."""
    area = grid.AREAS[e.area] if e.area else (grid.ALL if cards else 0)
    for card in cards:
        area &= card.squares or area
    area |= second.squares if second is not None else 0
    marks: tuple[Mark, ...] = ()
    if e.extend:
        area |= grid.AREAS[e.extend]
        marks = (Mark("extended"),)
    if e.guard:
        marks = (*marks, Mark("guard"))
    return Form(area, marks, other)
