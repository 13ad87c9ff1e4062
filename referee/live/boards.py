"""The board of a live table for one phone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.template.loader import render_to_string

from referee.boards.scene import Scene
from referee.games.presentation import drawer_of, presentation_of
from referee.live.live_replay import LiveReplay, live_replay
from referee.live.phones import Phone
from referee.live.state import names_of
from referee.models.live import LiveTable
from rules.kernel.entries import PUBLIC
from rules.kernel.log import Log
from rules.kernel.seats import log_for
from tournaments.errors import NotFound
from tournaments.messages import message as _


def board_html(table: LiveTable, phone: Phone, n: int | None = None) -> str:
    """The board as this phone sees it after entry ``n`` (default: the last). Raises NotFound."""
    run = live_replay(table.record)
    with run.lock:
        names = names_of(table.record.match)
        view = run.view(phone.sees)
        at = len(view.entries) if n is None else n
        if not 0 <= at <= len(view.entries):
            raise NotFound(_("This log has no such entry."))
        scene = Scene(
            view.game,
            view.catalogue,
            view.printed(at),
            view.seats,
            names,
            phone.sees,
            view.game.to_act(view.positions[at]),
            _deduced(table, run, phone, at),
            # what would come of the cards as they lie is help: judges have it, and players where the event helps
            judged=view.judged_at(at) if table.assisted or phone.is_judge else None,
        )
    drawer = drawer_of(view.game.name)
    return render_to_string(drawer.template, {"scene": scene, **drawer.board(scene)})


def _deduced(table: LiveTable, run: LiveReplay, phone: Phone, n: int) -> Mapping[str, Any] | None:
    """The deductions about secret cards, for a judge always, for others in an assisted event that shows them; None
    where they are not shown."""
    deduce = presentation_of(run.game.name).deduce
    if deduce is None or not (phone.is_judge or (table.assisted and table.deductions)):
        return None
    log = Log(run.header, tuple(run.lines[:n]))
    seat = phone.sees or PUBLIC
    seen = log if phone.sees is None else log_for(run.game, log, seat)
    return deduce(run.game, seen, seat).after(n)
