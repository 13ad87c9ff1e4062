"""Boards of replays, drawn: whoever steps on wants the board before too, which was drawn a moment ago."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from referee.boards.changed import with_changes
from referee.games.presentation import drawer_of
from referee.judging.judged import Judged
from referee.replays.steps import scene_at
from rules.kernel.replay import Replay

#: Boards that are kept.
MOST = 48
Key = tuple[int, int, tuple[tuple[str, str], ...], str | None, str | None]
#: each with its replay, so that no other can come to have its id
_kept: OrderedDict[Key, tuple[Replay, SafeString]] = OrderedDict()
_lock = threading.Lock()


def board_at(
    judged_log: Judged, n: int, names: Mapping[str, str], deduced: Mapping[str, Any] | None = None
) -> SafeString:
    """The board after entry ``n``, drawn."""
    drawer = drawer_of(judged_log.run.game.name)
    scene = scene_at(judged_log, n, dict(names), deduced)
    return render_to_string(drawer.template, {"scene": scene, **drawer.board(scene)})


def board_after(
    judged_log: Judged, n: int, names: Mapping[str, str], deduced: Mapping[str, Any] | None = None
) -> SafeString:
    """The board after entry ``n``, with what this entry changed marked on it. What can be deduced is no part of the
    table, and is never marked."""
    board = _plain(judged_log, n, names) if deduced is None else board_at(judged_log, n, names, deduced)
    return with_changes(_plain(judged_log, n - 1, names), board) if n else board


def _plain(judged_log: Judged, n: int, names: Mapping[str, str]) -> SafeString:
    """The board without deductions; drawn once in a while."""
    run = judged_log.run
    key = (id(run), n, tuple(names.items()), judged_log.seat, get_language())
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key][1]
    board = board_at(judged_log, n, names)
    with _lock:
        _kept[key] = (run, board)
        while len(_kept) > MOST:
            _kept.popitem(last=False)
    return board
