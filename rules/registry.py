"""The games there are. One way in: ``load(name)``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib import import_module

from rules.kernel.errors import LogError
from rules.kernel.event_rules import EventRules
from rules.kernel.game import Game
from rules.kernel.texts import say

#: a game's title, and module and attribute of its ``Game``
Line = tuple[str, str]
#: name in logs → its line, in the order in which people choose among them
GAMES: dict[str, Line] = {
    "highlander": ("Highlander", "rules.highlander.game:HighlanderGame"),
    "nightmare_before_christmas": (
        "The Nightmare Before Christmas TCG",
        "rules.nightmare_before_christmas.game:NightmareBeforeChristmas",
    ),
    "herocard_duel": ("HeroCard duel", "rules.herocard.duel.game:HeroCardDuel"),
    "herocard_nightmare": ("HeroCard Nightmare", "rules.herocard.nightmare.game:HeroCardNightmare"),
    "looney_tunes": ("Looney Tunes", "rules.looney_tunes.game:LooneyTunes"),
}
_more: list[Callable[[], Mapping[str, Line]]] = []


def extend(more: Callable[[], Mapping[str, Line]]) -> None:
    """Makes known where further games are named: asked each time, so that a site's settings may say it."""
    _more.append(more)


def lines() -> dict[str, Line]:
    """Every game there is, by its name."""
    games = dict(GAMES)
    for more in _more:
        games.update(more())
    return games


def games() -> tuple[str, ...]:
    """The names of all games, as logs write them."""
    return tuple(lines())


def title(name: str) -> str:
    """A game's title for people."""
    return lines()[name][0]


def load(name: str) -> Game:
    """The engine of a game. Raises ``LogError`` for a name that is none."""
    line = GAMES.get(name) or lines().get(name)
    if line is None:
        known = ", ".join(lines())
        raise LogError(1, say("header_game_unknown", name=str(name)[:40], known=known))
    return _loaded(line[1])


def known(name: str) -> Game | None:
    """The engine of a game; None where this site has none of that name."""
    return load(name) if name in lines() else None


def most_seats(name: str) -> int:
    """How many the game seats at one table; two where this site has none of that name."""
    engine = known(name)
    return 2 if engine is None else engine.seats[1]


def event_rules_of(name: str) -> EventRules:
    """The facts an event needs of a game; defaults where this site has none of that name."""
    engine = known(name)
    return EventRules() if engine is None else engine.event_rules


@lru_cache(maxsize=16)
def _loaded(place: str) -> Game:
    module, _, attribute = place.partition(":")
    engine: type[Game] = getattr(import_module(module), attribute)
    return engine()
