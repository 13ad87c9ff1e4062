"""What belongs together at a table, one step after the other: a dispute, a call, somebody who is punished or late."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from config.simulation.moves import (
    calls,
    disputes,
    logs,
    notes,
    penalties,
    rejudging,
    tables,
    tables_told,
    what_ifs,
)
from config.simulation.site_client import Ask

if TYPE_CHECKING:
    from config.simulation.day import Day

Move = Callable[["Day"], Ask | None]
BRANCHES: tuple[Move, ...] = (disputes.open_about_log, what_ifs.keep, what_ifs.share, what_ifs.look)
SCENES: tuple[tuple[Move, ...], ...] = (
    (disputes.open_dispute, disputes.state, disputes.look, disputes.state, disputes.look),
    (disputes.open_dispute, disputes.state, disputes.show, disputes.look, disputes.note),
    (disputes.open_dispute, disputes.send_picture, disputes.look_at_picture, disputes.erase_picture),
    (calls.call, calls.step, calls.step, calls.finish),
    (calls.call, calls.step, calls.take_back),
    (penalties.give, penalties.give, penalties.change, penalties.take_back),
    (penalties.give, penalties.give, penalties.take_back, penalties.take_back),
    (tables_told.say_missing, penalties.late, penalties.late),
    (tables.open_table, tables.tap, tables.tap, *BRANCHES, what_ifs.rule_by),
    (tables.open_table, tables.tap, tables.tap, tables.tap, *BRANCHES, what_ifs.share, what_ifs.rule_by),
    (tables.open_table, tables.tap, tables.tap, *BRANCHES, what_ifs.without_right),
    (logs.send_in, rejudging.begin, rejudging.read, rejudging.adopt),
    (logs.send_in, notes.write, notes.look, notes.change, notes.look, notes.take_back),
)


def play_scene(day: Day) -> None:
    """One of them."""
    for move in day.chance.choice(SCENES):
        if day.expected.round_state == "running":
            day.step(move(day))
