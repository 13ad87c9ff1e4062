"""Which package shows which game. One way in: ``presentation_of(name)``."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:  # the packages stand above this list of their names
    from referee.boards.scene import Drawer
    from referee.games.presentation import Presentation

#: a game's name in logs → module and attribute of its ``Presentation``
PRESENTATIONS: dict[str, str] = {
    "highlander": "referee.games.highlander:PRESENTATION",
    "nightmare_before_christmas": "referee.games.nightmare_before_christmas:PRESENTATION",
    "herocard_duel": "referee.games.herocard:DUEL",
    "herocard_nightmare": "referee.games.herocard:NIGHTMARE",
    "looney_tunes": "referee.games.looney_tunes:PRESENTATION",
}
#: what shows a game that has no package of its own
ANY = "referee.games.presentation:Presentation"


def places() -> dict[str, str]:
    """Every game's place; a site's settings may name further ones (``MORE_PRESENTATIONS``)."""
    return {**PRESENTATIONS, **settings.MORE_PRESENTATIONS}


def presentation_of(game: str) -> Presentation:
    """What people see of a game."""
    return _loaded(PRESENTATIONS.get(game) or settings.MORE_PRESENTATIONS.get(game, ANY))


def drawer_of(game: str) -> Drawer:
    """Who draws this game's positions: its own, or the general one."""
    return presentation_of(game).drawer


def text_folders() -> tuple[Path, ...]:
    """Where the words of the games lie, a folder for each package, with a file for each language."""
    packages = dict.fromkeys(place.partition(":")[0] for place in places().values())
    return tuple(_folder(package) / "texts" for package in packages)


def text_name(game: str) -> str:
    """What the words of a game are kept under: the name of its package."""
    return places().get(game, "").partition(":")[0].rpartition(".")[2]


@lru_cache(maxsize=32)
def _folder(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(package)
    return Path(spec.origin).parent


@lru_cache(maxsize=32)
def _loaded(place: str) -> Presentation:
    module, _, attribute = place.partition(":")
    found = getattr(import_module(module), attribute)
    made: Presentation = found() if isinstance(found, type) else found
    return made
