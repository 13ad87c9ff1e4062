"""The contract between what people see of one game and everything that shows it. One way in:
``presentation_of(name)``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib import import_module
from types import MappingProxyType
from typing import Any, Protocol

import msgspec
from django.conf import settings

from referee.boards.generic import Generic
from referee.boards.scene import Drawer
from referee.games.time_steps import PLAIN_CHECKLIST, CheckStep, Names, Steps, plain_steps
from referee.games.touch import Reach, Touches, nothing
from referee.presentations import ANY, PRESENTATIONS
from rules.kernel.game import Game
from rules.kernel.log import Log
from rules.kernel.replay import Replay


class Deductions(Protocol):
    """What can be deduced from one log."""

    def after(self, n: int) -> Mapping[str, Any]:
        """By seat, after ``n`` entries."""


#: the game, its log as somebody may see it, as which seat
Deduce = Callable[[Game, Log, str], Deductions]


class Presentation(msgspec.Struct, frozen=True, kw_only=True):
    """The presentation of one game. What is left out is as for any game: a board drawn from the types of its
    position, the general words, one step at the end of time.

    ``drawer`` draws positions and says entries in words; ``time_steps`` gives what is done when time is called, read
    from a log, ``checklist`` the same for a table without one; ``first_fields`` are the facts that the position editor
    shows first, the others folded; ``often`` are the places that it puts before all others, by their address with ``*``
    for a seat, ``belongs`` the facts of the cards that go there, by the last part of it, ``named`` where things stand
    that others name, by their kind (a tile: ``dream.*.scene``); ``deduce`` says by seat what is still possible of
    secret cards, where something can be deduced of them; ``touches`` says what may be done by touching the board,
    ``more`` what some of that needs to be
    drawn; ``first`` says which verbs the rules wait for most in a phase or stage, the likeliest first, ``each`` those
    that are listed for each thing they are aimed at. Its words in a language lie beside it, in
    ``texts/<language>.toml`` (``referee.wording``).
    """

    drawer: Drawer = Generic()
    time_steps: Callable[[Replay, Names], Steps] = plain_steps
    checklist: tuple[CheckStep, ...] = PLAIN_CHECKLIST
    deduce: Deduce | None = None
    touches: Touches = nothing
    first: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    each: frozenset[str] = frozenset()
    more: Callable[[Reach], Mapping[str, Any]] | None = None
    first_fields: frozenset[str] = frozenset({"turn", "phase", "round", "score", "points"})
    often: tuple[str, ...] = ()
    belongs: Mapping[str, Mapping[str, tuple[str, ...]]] = MappingProxyType({})
    named: Mapping[str, str] = MappingProxyType({})


def presentation_of(game: str) -> Presentation:
    """The presentation of a game."""
    return _loaded(PRESENTATIONS.get(game) or settings.MORE_PRESENTATIONS.get(game, ANY))


def drawer_of(game: str) -> Drawer:
    """The drawer of this game's positions: its own, or the general one."""
    return presentation_of(game).drawer


@lru_cache(maxsize=32)
def _loaded(place: str) -> Presentation:
    module, _, attribute = place.partition(":")
    declared = getattr(import_module(module), attribute)
    made: Presentation = declared() if isinstance(declared, type) else declared
    return made
