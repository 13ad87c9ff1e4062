"""Results: reported, confirmed, contested; entered, corrected and cleared by staff; taken from a log."""

from __future__ import annotations

from tournaments.results.from_log import LogDiffers, report_from_log, withdraw_from_log
from tournaments.results.missing import say_came, say_missing
from tournaments.results.reports import Seen, confirm_result, contest, report_result
from tournaments.results.staff import clear_result, enter_result
from tournaments.results.taking_back import take_back_report

__all__ = [
    "LogDiffers",
    "Seen",
    "clear_result",
    "confirm_result",
    "contest",
    "enter_result",
    "report_from_log",
    "report_result",
    "say_came",
    "say_missing",
    "take_back_report",
    "withdraw_from_log",
]
