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

if TYPE_CHECKING:
    from config.simulation.day import Day

#: Tables that only ever grow, by the model's name.
GROWING = (
    "tournaments.JournalEntry",
    "tournaments.Report",
    "tournaments.Result",
    "tournaments.GameOutcome",
    "tournaments.EntrantChange",
    "tournaments.Entrant",
    "tournaments.ClockEvent",
    "tournaments.Round",
    "tournaments.Match",
    "tournaments.Offer",
    "tournaments.PairingChange",
    "tournaments.AwardedBye",
    "tournaments.ForbiddenPair",
    "tournaments.StaffRole",
    "tournaments.ClaimLink",
    "tournaments.DeckList",
    "tournaments.OutboxRow",
    "tournaments.AnsweredRequest",
    "referee.Tap",
    "referee.RecordPart",
    "referee.IssuedRuling",
    "referee.Dispute",
    "referee.DisputeRow",
    "referee.LiveTable",
)
_statement = ""


def marks_of_rows() -> tuple[int, ...]:
    """The last number of every growing table, in one statement."""
    global _statement
    if not _statement:
        names = [apps.get_model(name)._meta.db_table for name in GROWING]
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
    """Every kept fact in the order in which it was written, with names in place of numbers."""
    match = ("match__round__number", "match__table")
    tables = {
        "journal": rows("tournaments.JournalEntry", "kind", "text", "reason", "by", "at"),
        "reports": rows("tournaments.Report", *match, "entrant__code", "outcome", "by", "at", "replaced_at"),
        "results": rows(
            "tournaments.Result", *match, "outcome", "provenance", "reason", "by", "at", "replaced_at"
        ),
        "entrants": rows(
            "tournaments.EntrantChange", "entrant__code", "kind", "before", "after", "reason", "at"
        ),
        "clock": rows(
            "tournaments.ClockEvent", "round__number", "match__table", "kind", "seconds", "reason", "at"
        ),
        "offers": rows("tournaments.Offer", "round__number", "pairing", "at", "replaced_at"),
        "snapshots": rows("tournaments.StandingsSnapshot", "round__number", "table", "note", "at"),
        "disputes": rows(
            "referee.Dispute", *match, "kind", "entry", "question", "at", "resolved_at", "resolution"
        ),
        "dispute rows": rows("referee.DisputeRow", "dispute", "kind", "visible_to", "seat", "text", "at"),
        "rulings": rows("referee.IssuedRuling", "entry", "on", "decision", "against_engine", "reason", "at"),
        "taps": rows("referee.Tap", "n", "key", "phone", "label", "at"),
        "records": rows("referee.Record", "game_number", "seat", "entries", "status", "outcome", "at"),
    }
    return [[name, table] for name, table in tables.items()]
