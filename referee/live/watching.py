"""A featured table for spectators: what everybody at the table sees, or everything, later.

Hidden cards are shown to nobody while they are in use: the least delay is the end of the game, unless all who play it
agree. Who sits at the table is not shown them at all, by account, claim link or seat token.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from referee.judging.viewers import own_seat
from referee.live.hands import hands_shown
from referee.live.live_replay import LiveReplay, live_replay
from referee.live.phones import Phone
from referee.live.state import clock_json, names_of, state_of
from referee.live.turns import time_of
from referee.models.live import LiveTable
from rules.kernel.entries import JUDGE, PUBLIC
from rules.kernel.replay import Replay
from rules.kernel.rulebook import ruleset_hash
from tournaments.access import Actor
from tournaments.errors import NotFound
from tournaments.messages import message as _

SPECTATOR = Phone(PUBLIC, (), "", "a spectator")
#: Shown everything: a judge's view on a phone that may do nothing.
LATER = Phone(JUDGE, (), "", "a spectator")


def spectator_of(table: LiveTable, actor: Actor) -> Phone:
    """The view of a spectator's phone now."""
    return LATER if hands_shown(table) and own_seat(actor, table.record.match) is None else SPECTATOR


def watch_state(
    table: LiveTable, actor: Actor, *, now: datetime, since: int = 0, at_table: bool = False
) -> dict[str, Any]:
    """The state for spectators; ``at_table``: it is asked for by a phone of the table. Raises NotFound for a table that
    is not featured."""
    if not table.featured or table.spectators == "none":
        raise NotFound(_("This table is not shown to spectators."))
    run = live_replay(table.record)
    with run.lock:
        names = names_of(table.record.match)
        if table.spectators != "delayed":
            return state_of(table, run, SPECTATOR, names, now=now, since=since)
        delay = timedelta(minutes=table.spectator_delay)
        then = delayed(run, entries_by(run.whole, now - delay))
        phone = SPECTATOR if at_table else spectator_of(table, actor)
        state = state_of(table, then, phone, names, now=now - delay, since=since)
    clock = clock_json(table.record.match, now)
    return {**state, **_untold(state), "clock": clock, "delay_minutes": table.spectator_delay}


def entries_by(run: Replay, moment: datetime) -> int:
    """The number of entries that the log had at that moment."""
    count = 0
    for n, entry in enumerate(run.entries, 1):
        at = time_of(entry)
        if at is not None and at > moment:
            break
        count = n
    return count


def delayed(run: LiveReplay, count: int) -> LiveReplay:
    """The replays as they stood after so many entries."""
    if count == run.count:
        return run
    replay = LiveReplay(run.game, run.header, run.raw_header, ruleset_hash(run.game.package))
    replay.take(run.lines[:count], "")
    return replay


def _untold(told: dict[str, Any]) -> dict[str, Any]:
    """The parts of a delayed state that are replaced or left out because they are about the present: calls of a judge,
    and the word for where the table is."""
    state = told["state"] if told["state"] in ("playing", "stopped", "over") else "over"
    return {
        "judge_called": False,
        "asks": [],
        "refused": [],
        "observed": [],
        "state": state,
        "version": told["last"],
    }
