"""Boards of replays, drawn: whoever steps on wants the board before too, which was drawn a moment ago."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from referee.boards.changed import with_changes
from referee.games.presentation import drawer_of
from referee.judging.judged import Judged
from referee.replays.steps import scene_at
from tournaments.memory import Memory

#: Boards that are kept, and their characters together.
BOARDS, CHARACTERS = 400, 6_000_000
_boards: Memory[SafeString] = Memory(BOARDS, CHARACTERS, len)

#: By seat what can be deduced after an entry.
Deduced = Callable[[int], Mapping[str, Any]]


class Links(msgspec.Struct, frozen=True):
    """Where the links of a board to entries lead: the address of the replay (empty: the page itself), and what goes
    with an entry's number so that the log is seen from the same seat."""

    address: str = ""
    query: str = ""


HERE = Links()


def board_at(
    judged_log: Judged,
    n: int,
    names: Mapping[str, str],
    deduced: Mapping[str, Any] | None = None,
    links: Links = HERE,
) -> SafeString:
    """The board after entry ``n``, drawn."""
    drawer = drawer_of(judged_log.run.game.name)
    scene = scene_at(judged_log, n, dict(names), deduced)
    return render_to_string(drawer.template, {"scene": scene, "links": links, **drawer.board(scene)})


def board_after(
    judged_log: Judged, n: int, names: Mapping[str, str], deduced: Deduced | None = None, links: Links = HERE
) -> SafeString:
    """The board after entry ``n``, with what this entry changed marked on it. What can be deduced is folded beside the
    table, and is never marked."""
    view = (judged_log.mark, deduced is not None, tuple(names.items()), links, get_language())

    def drawn(at: int) -> SafeString:
        return _boards.get(
            (*view, at), lambda: board_at(judged_log, at, names, deduced and deduced(at), links)
        )

    if not n:
        return drawn(0)
    return _boards.get((*view, n, "marked"), lambda: with_changes(drawn(n - 1), drawn(n)))
