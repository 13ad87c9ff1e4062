"""Plans of more than one card: the cards that judging an entry resolves for carrying it out."""

from __future__ import annotations

from typing import NamedTuple


class Picked(NamedTuple):
    """A card that leaves a zone, and what is left there."""

    card: int
    left: tuple[int, ...]


class DefenseCards(NamedTuple):
    """The card of a Defense, and the other one where two are played as one."""

    card: int
    second: int | None
