"""The timetable's sweeps, as the runner or a worker does them."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from config.simulation.shadow import DECIDED, REPORTED
from config.sweeps import run_sweep
from config.timetable import TIMETABLE

if TYPE_CHECKING:
    from config.simulation.day import Day


def sweep(day: Day) -> None:
    """Every sweep once, and what must follow from it."""
    if day.faults.sweeps_stand():
        return
    for line in TIMETABLE:
        run_sweep(line)
    expect(day)
    day.faults.after_sweep()


def expect(day: Day) -> None:
    """What the sweeps must have done by now, by the simulator's own book."""
    from config.simulation.moves.clocks import call_due

    day.asked_at = now = day.clock.now()
    if day.shadow.state != "running" or day.shadow.round_state != "running":
        return
    call_due(day)
    minutes = timedelta(minutes=day.choices["confirm_minutes"])
    for table in day.shadow.tables.values():
        waited = table.since is not None and table.since + minutes <= now
        if table.state == REPORTED and waited and not table.logged:
            table.state = DECIDED
