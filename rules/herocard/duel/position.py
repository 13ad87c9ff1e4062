"""The position of a duel."""

from __future__ import annotations

from typing import Literal

from rules.herocard.core.reading.position import CoreStep, Hero, HeroPosition
from rules.kernel.entries import SeatName


class DuelHero(Hero, frozen=True, kw_only=True):
    """A player's side of the table with the Victory ``points`` won."""

    points: int = 0


class DuelPosition(HeroPosition, frozen=True, kw_only=True):
    """``scored``: the active player has won its Victory Point this turn."""

    players: dict[SeatName, DuelHero] = {}  # type: ignore[assignment]
    phase: Literal["opening", "first", "discard", "draw", "clear", "action", "refresh", "over"] = "discard"
    steps: tuple[CoreStep, ...] = ()
    scored: bool = False
