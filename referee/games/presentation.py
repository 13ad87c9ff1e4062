"""The contract between what people see of one game and everything that shows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from referee.boards.generic import Generic
from referee.boards.scene import Drawer
from referee.games.time_steps import Names, Steps, plain_steps
from rules.kernel.game import Game
from rules.kernel.log import Log
from rules.kernel.replay import Replay

#: the game, its log as somebody may see it, as which seat, after how many entries
Deduce = Callable[[Game, Log, str, int | None], Mapping[str, Any]]


class Presentation(msgspec.Struct, frozen=True, kw_only=True):
    """What people see of one game. What is left out is as for any game: a board drawn from the types of its position,
    the general words, one step at the end of time.

    ``drawer`` draws positions and says entries in words; ``time_steps`` gives what is done when time is called;
    ``first_fields`` are the facts that the position editor shows first, the others folded; ``deduce`` says by
    seat what is still possible of secret cards, where something can be deduced of them. Its words in a language lie
    beside it, in ``texts/<language>.toml`` (``referee.wording``).
    """

    drawer: Drawer = Generic()
    time_steps: Callable[[Replay, Names], Steps] = plain_steps
    deduce: Deduce | None = None
    first_fields: frozenset[str] = frozenset({"turn", "phase", "round", "score", "points"})
