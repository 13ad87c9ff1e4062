"""Somebody alters a stored row by hand: whoever reads it next must notice. Afterwards it is put right again."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec

from config.simulation.checks.facts_kept import check_facts, rows_that_differ
from referee.logs.hash_chain import body_of
from referee.models.records import Record, RecordPart
from rules.kernel.chain import add_chain
from tournaments.models.results import Report

if TYPE_CHECKING:
    from config.simulation.day import Day

#: What the site says of a log that is not as it was stored.
SAID = "the chain is broken"
Line = dict[str, Any]


def alter_a_row(day: Day) -> bool:
    """Alters a stored log in one of some ways, or where there is none a report; whether there was something."""
    records = Record.objects.filter(match__round__event__slug=day.slug, replaced_at=None, entries__gt=0)
    record = records.order_by("pk").last()
    if record is not None:
        _alter_log(day, record, day.chance.choice((_alter_line, _alter_hash, _cut_off, _forge)))
        return True
    report = Report.objects.filter(match__round__event__slug=day.slug).order_by("pk").last()
    if report is None:
        return False
    _alter_report(day, report)
    return True


def _alter_log(day: Day, record: Record, how: Callable[[Day, Record, list[RecordPart]], None]) -> None:
    """The judge's page of the log says that its chain is broken, whatever was read of it before."""
    parts = list(record.parts.order_by("first"))
    path, hugo = f"records/{record.pk}/", day.people.staff["hugo"]
    before = day.reading(hugo, path)
    day.check(
        SAID not in _findings(before), "chains hold", f"{path} is broken by itself: {_findings(before)}"
    )
    how(day, record, parts)
    altered = day.reading(hugo, path)
    Record.objects.filter(pk=record.pk).update(entries=record.entries, head=record.head)
    RecordPart.objects.bulk_update(parts, ["body"])
    day.check(
        SAID in _findings(altered),
        "an altered row is noticed",
        f"{path}, {how.__name__}: {str(altered)[:400]}",
    )
    after = day.reading(hugo, path)
    day.check(after == before, "an altered row is noticed", f"{path} put right reads {str(after)[:400]}")


def _alter_line(day: Day, record: Record, parts: list[RecordPart]) -> None:
    """One line says something else; its salt and hash stay."""
    part = day.chance.choice([part for part in parts if part.first or part.body.count("\n") > 1])
    lines = _lines(part.body)
    _say_something_else(day.chance.choice(lines if part.first else lines[1:]))
    RecordPart.objects.filter(pk=part.pk).update(body=body_of(lines))


def _alter_hash(day: Day, record: Record, parts: list[RecordPart]) -> None:
    """The hash of one line is another, and nothing else: what the lines say still leads to the hash that was signed."""
    part = day.chance.choice(parts)
    lines = _lines(part.body)
    line = day.chance.choice(lines)
    line["hash"] = sha256(line["hash"].encode()).hexdigest()
    RecordPart.objects.filter(pk=part.pk).update(body=body_of(lines))


def _cut_off(day: Day, record: Record, parts: list[RecordPart]) -> None:
    """The last line is gone, and the record says that there never was one. What is left fits together."""
    lines = _lines(parts[-1].body)
    RecordPart.objects.filter(pk=parts[-1].pk).update(body=body_of(lines[:-1]))
    left = [line for part in parts for line in _lines(part.body)][:-1]
    Record.objects.filter(pk=record.pk).update(entries=record.entries - 1, head=left[-1]["hash"])


def _forge(day: Day, record: Record, parts: list[RecordPart]) -> None:
    """One line says something else, and the whole chain is made anew: only the site's signature does not fit."""
    lines = [line for part in parts for line in _lines(part.body)]
    _say_something_else(day.chance.choice(lines[1:]))
    salts = iter([bytes.fromhex(line["salt"]) for line in lines])
    made = add_chain(lines, lambda: next(salts))
    head = made[-1]["hash"]
    for part in parts:
        count = part.body.count("\n")
        RecordPart.objects.filter(pk=part.pk).update(body=body_of(made[:count]))
        made = made[count:]
    Record.objects.filter(pk=record.pk).update(head=head)


def _lines(body: str) -> list[Line]:
    """Lines as they are stored, the header among them."""
    return [msgspec.json.decode(line, type=dict[str, Any]) for line in body.split("\n") if line]


def _say_something_else(line: Line) -> None:
    line["note"] = f"altered {line.get('note', '')}".strip()


def _findings(report: dict[str, object]) -> str:
    return str(report.get("findings", ""))


def _alter_report(day: Day, report: Report) -> None:
    """The simulator's own verification of kept facts sees it; up to now it found nothing."""
    check_facts(day)
    right = report.outcome
    Report.objects.filter(pk=report.pk).update(outcome={**right, "kind": "altered"})
    altered = rows_that_differ(day, "tournaments.Report", keep=False)
    Report.objects.filter(pk=report.pk).update(outcome=right)
    day.check(altered == [report.pk], "an altered row is noticed", f"report {report.pk}: {altered}")
