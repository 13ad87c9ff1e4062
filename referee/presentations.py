"""The package that shows each game: names alone, so that the words of all games are found without loading one.
``referee.games.presentation`` loads them."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from django.conf import settings

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


def text_folders() -> tuple[Path, ...]:
    """The folders with the words of the games, one for each package, with a file for each language."""
    return _text_folders(tuple(places().values()))


@lru_cache(maxsize=8)
def _text_folders(given: tuple[str, ...]) -> tuple[Path, ...]:
    """The same for these places: every label on a page asks for it."""
    packages = dict.fromkeys(place.partition(":")[0] for place in given)
    return tuple(_folder(package) / "texts" for package in packages)


def text_name(game: str) -> str:
    """The key of a game's words: the name of its package."""
    return places().get(game, "").partition(":")[0].rpartition(".")[2]


def package_folder(game: str) -> Path | None:
    """The folder of the package that shows a game; None where it has none."""
    place = places().get(game, "")
    return _folder(place.partition(":")[0]) if place else None


@lru_cache(maxsize=32)
def _folder(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(package)
    return Path(spec.origin).parent
