"""Somebody alters a stored row by hand: whoever reads it next must notice. Afterwards it is put right again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from config.simulation.checks.facts_kept import rows_that_differ
from referee.records.models import RecordPart
from tournaments.results.models import Report

if TYPE_CHECKING:
    from config.simulation.day import Day


def alter_a_row(day: Day) -> bool:
    """Alters a line of a stored log, or where there is none a report; whether there was something to alter."""
    parts = RecordPart.objects.filter(record__match__round__event__slug=day.slug, record__replaced_at=None)
    part = parts.filter(first__gt=0).order_by("pk").last()
    if part is not None:
        _alter_line(day, part)
        return True
    report = Report.objects.filter(match__round__event__slug=day.slug).order_by("pk").last()
    if report is None:
        return False
    _alter_report(day, report)
    return True


def _alter_line(day: Day, part: RecordPart) -> None:
    """The judge's page of the log says that its chain is broken, whatever was read of it before."""
    right = part.body
    path = f"records/{part.record_id}/"
    hugo = day.people.staff["hugo"]
    day.check("chain" not in _findings(day.reading(hugo, path)), "chains hold", f"{path} is broken by itself")
    old, new = (
        ('"note":"', '"note":"altered ') if '"note":"' in right else ('"by":"', '"note":"altered","by":"')
    )
    RecordPart.objects.filter(pk=part.pk).update(body=right.replace(old, new, 1))
    altered = day.reading(hugo, path)
    RecordPart.objects.filter(pk=part.pk).update(body=right)
    day.check("chain" in _findings(altered), "an altered row is noticed", f"{path}: {str(altered)[:400]}")


def _findings(report: dict[str, object]) -> str:
    return str(report.get("findings", ""))


def _alter_report(day: Day, report: Report) -> None:
    """The simulator's own verification of kept facts sees it."""
    rows_that_differ(day, "tournaments.Report", keep=True)
    right = report.outcome
    Report.objects.filter(pk=report.pk).update(outcome={**right, "kind": "altered"})
    found = rows_that_differ(day, "tournaments.Report", keep=False)
    Report.objects.filter(pk=report.pk).update(outcome=right)
    day.check(found == [report.pk], "an altered row is noticed", f"report {report.pk}: {found}")
