"""The games there are. One way in: ``load(name)``."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module

from rules.kernel.errors import LogError
from rules.kernel.game import Game

#: name in logs → (title, module and attribute of the Game)
GAMES: dict[str, tuple[str, str]] = {
    "looney_tunes": ("Looney Tunes", "rules.looney_tunes.game:LooneyTunes"),
    "nightmare_before_christmas": (
        "The Nightmare Before Christmas TCG",
        "rules.nightmare_before_christmas.game:NightmareBeforeChristmas",
    ),
    "herocard_duel": ("HeroCard duel", "rules.herocard.duel.game:HeroCardDuel"),
    "herocard_nightmare": ("HeroCard Nightmare", "rules.herocard.nightmare.game:HeroCardNightmare"),
    "highlander": ("Highlander", "rules.highlander.game:HighlanderGame"),
}


def games() -> tuple[str, ...]:
    """The names of all games, as logs write them."""
    return tuple(GAMES)


def title(name: str) -> str:
    """A game's title for people."""
    return GAMES[name][0]


@lru_cache(maxsize=16)
def load(name: str) -> Game:
    """The engine of a game. Raises ``LogError`` for a name that is none."""
    if name not in GAMES:
        known = ", ".join(GAMES)
        raise LogError(1, f"header: no game is called “{str(name)[:40]}”; known: {known}")
    module, _, attribute = GAMES[name][1].partition(":")
    engine: type[Game] = getattr(import_module(module), attribute)
    return engine()
