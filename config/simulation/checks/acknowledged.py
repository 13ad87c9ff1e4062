"""What was acknowledged is there exactly once; what was sent is there once at most."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from django.apps import apps

from config.simulation.facts import rows
from config.simulation.shadow import said

if TYPE_CHECKING:
    from config.simulation.day import Day


def check_all(day: Day) -> None:
    """Reports, marked rows, taps and rulings."""
    _check_marked(day)
    _check_reports(day)


def _check_marked(day: Day) -> None:
    """Rows known by a text of their own: a reason, a name."""
    wanted: dict[str, set[str]] = defaultdict(set)
    for model, text in (*day.ledger.once, *day.ledger.sent):
        wanted[model].add(text)
    for place, texts in wanted.items():
        name, _, column = place.rpartition(".")
        found = Counter(
            apps.get_model(name).objects.filter(**{f"{column}__in": texts}).values_list(column, flat=True)
        )
        for text in texts:
            there = found[text]
            if (place, text) in day.ledger.once:
                day.check(there == 1, "acknowledged once", f"{place} {text} is there {there} times")
            else:
                day.check(there <= 1, "sent once", f"{place} {text} is there {there} times")


def _check_reports(day: Day) -> None:
    kept = {
        pk: (match, code, said(outcome))
        for pk, match, code, outcome in rows("tournaments.Report", "pk", "match", "entrant__code", "outcome")
    }
    for number, report in day.ledger.reports.items():
        day.check(
            kept.get(number) == report,
            "acknowledged once",
            f"report {number}: {kept.get(number)}, not {report}",
        )
    keys = Counter(rows("tournaments.Report", "key", "match"))
    for key, match in day.ledger.report_keys.items():
        day.check(keys[key, match] <= 1, "sent once", f"report {key} is there {keys[key, match]} times")
