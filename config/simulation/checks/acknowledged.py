"""Checks that each acknowledged request took effect exactly once, and each request sent at most once."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from django.apps import apps

from config.simulation.expected import said
from config.simulation.facts import rows
from referee.logs.storage import stored_log
from referee.models.records import Record

if TYPE_CHECKING:
    from config.simulation.day import Day

#: What comes along with an event's people, with the way to the event.
OF_EVENTS = {"tournaments.Entrant": "event", "tournaments.PointAdjustment": "entrant__event"}


def check_all(day: Day) -> None:
    """Reports, marked rows, taps and rulings."""
    _check_marked(day)
    _check_reports(day)
    _check_logs(day)


def _check_marked(day: Day) -> None:
    """Rows known by a text of their own: a reason, a name."""
    wanted: dict[str, set[str]] = defaultdict(set)
    for model, text in (*day.ledger.once, *day.ledger.sent):
        wanted[model].add(text)
    for place, texts in wanted.items():
        name, _, column = place.rpartition(".")
        there_now = apps.get_model(name).objects.filter(**{f"{column}__in": texts})
        if name in OF_EVENTS:  # a copy has the same people once more, an imported event their points, too
            there_now = there_now.exclude(**{f"{OF_EVENTS[name]}__slug__in": day.copies})
        marked = Counter(there_now.values_list(column, flat=True))
        for text in texts:
            there = marked[text]
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


def _check_logs(day: Day) -> None:
    """Every stored log hangs together; taps and rulings are the entries they were acknowledged as."""
    taps = {(table, key): n for table, key, n in rows("referee.Tap", "table", "key", "n")}
    records = Record.objects.filter(match__round__event__slug=day.slug).order_by("pk")
    lines = {}
    for record in records:
        log = stored_log(record, day.choices["game"])
        sound = log.chain is None and len(log.entries) == record.entries
        day.check(sound, "chains hold", f"record {record.pk}: {log.chain}")
        lines[record.pk] = log.entries
    for live in day.lives.values():
        for (table, key), (n, by, do) in day.ledger.taps.items():
            if table == live.pk:
                entry = lines[live.record][n - 1]
                same = taps.get((table, key)) == n and (entry.by, entry.do) == (by, do)
                day.check(
                    same, "acknowledged once", f"tap {key}, entry {n}: {taps.get((table, key))}, {entry}"
                )
    for reason, (number, n) in day.ledger.rulings.items():
        if number in lines:
            logged = getattr(lines[number][n - 1], "reason", None)
            day.check(logged == reason, "acknowledged once", f"ruling {reason} is not entry {n}: {logged}")
