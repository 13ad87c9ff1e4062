"""Invariants of a simulated day: cheap ones after every step, expensive ones now and then and after every round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from config.simulation.checks import acknowledged, disputes, facts_kept, penalties, points, standing, tables
from config.simulation.checks.tiebreakers import check_counted
from config.simulation.checks.told import check_told
from config.simulation.moves import (
    citing,
    deck_lists,
    messages,
    notes,
    precedents,
    rejudging,
    table_ranges,
    unauthorized,
    what_ifs,
)
from config.simulation.plan import MOVES

if TYPE_CHECKING:
    from config.simulation.day import Day


#: How many try what is not theirs after a round.
UNAUTHORIZED = 10


def after_step(day: Day) -> None:
    """Cheap enough for every step."""
    tables.check_tables(day)
    tables.check_statuses(day)
    penalties.check_moved(day)
    day.outside.read_mail()
    day.check(not day.outside.wrong, "told", "; ".join(day.outside.wrong[:3]))
    day.streams.hear()


def look_at_all(day: Day) -> None:
    """All that must be true at any time, also while a round is open."""
    day.settle_down()
    after_step(day)
    acknowledged.check_all(day)
    standing.check_standing(day)
    facts_kept.check_facts(day)
    penalties.check_penalties(day)
    disputes.check_disputes(day)
    what_ifs.check_branches(day)
    citing.check_cited(day)
    rejudging.check_jobs(day)
    notes.check_notes(day)
    precedents.check_precedents(day)
    points.check_points(day)
    messages.check_messages(day)
    deck_lists.check_open(day)
    table_ranges.check_ranges(day)


def after_round(day: Day) -> None:
    """Once a round."""
    look_at_all(day)
    check_counted(day)
    check_told(day)
    precedents.check_opened(day)
    notes.check_read(day)
    for _ in range(min(UNAUTHORIZED, UNAUTHORIZED * day.plan.moves // MOVES)):
        ask = unauthorized.intrude(day)
        if ask is not None:
            day.perform(ask)
