"""The moves of people in a day: each gives a request, and what must be true once it was answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from config.simulation.moves import (
    absent,
    by_page,
    clocks,
    desk,
    entrants,
    going_back,
    imports,
    judges,
    logs,
    messages,
    players,
    published,
    seating,
    table_ranges,
    tables,
    tables_told,
    taking_back,
    unauthorized,
    whole_events,
)
from config.simulation.site_client import Ask

if TYPE_CHECKING:
    from config.simulation.day import Day

Move = Callable[["Day"], Ask | None]


def between_rounds() -> list[tuple[float, Move]]:
    """Moves while no round is played."""
    return [
        (3, entrants.late_entry),
        (2, entrants.drop),
        (2, entrants.come_back),
        (1, entrants.disqualify),
        (1, entrants.reinstate),
        (1, entrants.award_bye),
        (1, entrants.forbid_pair),
        (1, entrants.lift_pair),
        (1, entrants.rename),
        (5, desk.correct_finished),
        (1, desk.change_choices),
        (1, desk.reopen_round),
        (1, desk.offer),
        (0.7, going_back.undo_rounds),
        (0.4, whole_events.copy_event),
        (0.4, imports.import_event),
        (0.2, imports.import_refused),
        (0.5, table_ranges.set_ranges),
        (0.7, table_ranges.put_in_range),
        (1, absent.keep),
        (0.5, messages.announce),
        (0.3, messages.take_back),
        (1, unauthorized.intrude),
        (1, by_page.look),
    ]


def during_round() -> list[tuple[float, Move]]:
    """Moves while a round is played."""
    return [
        (14, players.report),
        (5, players.confirm),
        (2, players.report_otherwise),
        (2, taking_back.take_back_report),
        (0.2, imports.import_event),
        (0.1, imports.import_refused),
        (0.2, table_ranges.set_ranges),
        (0.3, table_ranges.put_in_range),
        (2, players.look),
        (2, by_page.look),
        (2, by_page.confirm_too_late),
        (1, entrants.late_entry),
        (1, entrants.drop),
        (1, entrants.come_back),
        (0.7, entrants.no_show),
        (0.5, entrants.disqualify),
        (0.5, entrants.reinstate),
        (0.5, entrants.award_bye),
        (2, desk.enter),
        (1, desk.correct),
        (1, desk.clear),
        (0.5, desk.correct_finished),
        (0.3, desk.withdraw_round),
        (0.3, going_back.undo_rounds),
        (1, published.exchange_seats),
        (2, seating.seat_late),
        (3, seating.unseat_late),
        (1, tables_told.say_missing),
        (0.7, tables_told.say_came),
        (0.3, tables_told.draw_table),
        (1, tables_told.begin_check),
        (3, tables_told.keep_finding),
        (2, tables_told.end_check),
        (0.5, messages.announce),
        (0.3, messages.take_back),
        (1, players.report_without_connection),
        (1.5, players.report_arrives),
        (0.5, desk.finish_too_early),
        (2, clocks.extend_table),
        (1, clocks.extend_by_player),
        (0.7, clocks.extend_round),
        (0.7, clocks.pause),
        (1.5, clocks.resume),
        (0.2, clocks.stop),
        (0.3, clocks.call),
        (0.4, clocks.reveal),
        (1.5, clocks.let_time_pass),
        (1.5, unauthorized.intrude),
        (2, tables.open_table),
        (14, tables.tap),
        (1, tables.take_back),
        (1.5, tables.answer),
        (0.5, tables.call_judge),
        (1, tables.look),
        (0.5, tables.confirm),
        (0.6, logs.send_in),
        (2, judges.rule),
        (1, judges.answer_call),
        (0.5, judges.adopt),
    ]
