"""Which drawer draws which game."""

from __future__ import annotations

from referee.boards.generic import Generic
from referee.boards.herocard import HeroBoard
from referee.boards.herocard_nightmare import HeroNightmareBoard
from referee.boards.highlander import HighlanderBoard
from referee.boards.looney_tunes import LooneyTunesBoard
from referee.boards.nightmare_before_christmas import NightmareBoard
from referee.boards.scene import Drawer

_GENERIC = Generic()
DRAWERS: dict[str, Drawer] = {
    "herocard_duel": HeroBoard(),
    "herocard_nightmare": HeroNightmareBoard(),
    "highlander": HighlanderBoard(),
    "looney_tunes": LooneyTunesBoard(),
    "nightmare_before_christmas": NightmareBoard(),
}


def drawer_of(game: str) -> Drawer:
    """The game's own drawer, or the general one."""
    return DRAWERS.get(game, _GENERIC)
