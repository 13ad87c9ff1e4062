"""The facts in the database as the simulator reads them: all of them for the digest, their marks for each step."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

import msgspec
from django.apps import apps
from django.db import connection
from django.db.models import Max

from config.simulation.known_models import MODELS, columns_of, growing

if TYPE_CHECKING:
    from config.simulation.day import Day

_statement = ""


def marks_of_rows() -> tuple[int, ...]:
    """The last number of every table that grows, in one statement."""
    global _statement
    if not _statement:
        names = [apps.get_model(name)._meta.db_table for name in growing()]
        parts = [f'(SELECT COALESCE(MAX(id), 0) FROM "{name}")' for name in names]  # noqa: S608
        _statement = "SELECT " + ", ".join(parts)
    with connection.cursor() as cursor:
        cursor.execute(_statement)
        return tuple(cursor.fetchone())


#: Models whose rows name the time of the change that wrote them.
TIMED = ("tournaments.ClockEvent", "tournaments.Report", "tournaments.JournalEntry")


def newest_timed() -> dict[str, int]:
    """The last number of each table whose rows name their time."""
    return {name: apps.get_model(name).objects.aggregate(last=Max("id"))["last"] or 0 for name in TIMED}


def written_between(after: datetime, until: datetime, since: Mapping[str, int]) -> bool:
    """Whether a row that is newer than `since` names a time in this span. Older rows say nothing: where the clock was
    set back they may stand in the future."""
    return any(
        apps.get_model(name).objects.filter(id__gt=last, at__gt=after, at__lte=until).exists()
        for name, last in since.items()
    )


def rows(name: str, *fields: str, order: str = "id", **where: Any) -> list[Any]:
    """Columns of a model's rows."""
    return list(apps.get_model(name).objects.filter(**where).order_by(order).values_list(*fields))


def digest_of(day: Day) -> str:
    """The hash of all facts: without salts, tokens, hashes and numbers of rows."""
    olga = day.people.staff["olga"]
    event = day.reading(olga, f"events/{day.slug}/export/event.json")
    return hashlib.sha256(msgspec.json.encode([event, *_facts()], order="sorted")).hexdigest()


def _facts() -> list[Any]:
    """The rows of every model in the order in which they were written, with names in place of numbers."""
    tables = [(name, columns_of(name)) for name in sorted(MODELS)]
    told = [[name, columns, rows(name, *columns)] for name, columns in tables if columns]
    return [*told, ["lines", [_lines(body) for (body,) in rows("referee.RecordPart", "body")]]]


def _lines(body: str) -> list[dict[str, Any]]:
    """The lines of a log without what was drawn for them, and what follows from that."""
    lines = [msgspec.json.decode(line, type=dict[str, Any]) for line in body.split("\n") if line]
    return [{name: said for name, said in line.items() if name not in ("salt", "hash")} for line in lines]
