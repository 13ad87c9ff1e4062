"""Whole self-played games for the boards' tests, and which card names a viewer of them may not read."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from rules.kernel.entries import KERNEL_VERBS, TimeCalled
from rules.kernel.game import Game
from rules.kernel.log import Log
from rules.kernel.replay import Replay
from rules.kernel.selfplay import play_game
from rules.registry import load


@cache
def selfplayed(name: str, players: int) -> tuple[Game, Log]:
    """A whole game, the same every time."""
    game = load(name)
    run = play_game(game, "boards", players)
    return game, Log(run.header, tuple(run.entries))


def own_verbs(name: str) -> list[str]:
    """The verbs that are the game's own."""
    return sorted(_tags(load(name).verbs) - _tags((*KERNEL_VERBS, TimeCalled)))


def _tags(verbs: Iterable[Any]) -> set[str]:
    return {str(verb.__struct_config__.tag) for verb in verbs}


def hidden_titles(whole: Replay, run: Replay, n: int) -> set[str]:
    """Titles in the whole position that the viewer's own position does not name."""
    return titles_in(whole.printed(n).get("players")) - titles_in(run.printed(n))


def titles_in(printed: Any) -> set[str]:
    """Every text of a printed position, names of figures on the table as well: card titles among them."""
    if isinstance(printed, dict):
        return set(printed) | {title for value in printed.values() for title in titles_in(value)}
    if isinstance(printed, list):
        return {title for value in printed for title in titles_in(value)}
    return {printed} if isinstance(printed, str) else set()
