"""Facts are superseded, not rewritten: a row that was there is there, and says what it said."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from django.apps import apps

if TYPE_CHECKING:
    from config.simulation.day import Day

#: What of a kept fact may change: that it was replaced, lifted, taken back, taken out. Nothing else ever.
MAY_CHANGE = frozenset(
    {
        "replaced_at",
        "lifted_at",
        "revoked_at",
        "revoked_by",
        "resolved_at",
        "resolved_by",
        "resolution",
        "resolution_message",
        "looked",
        "taken_at",
        "pairing",
        "answered_by",
    }
)
KEPT = (
    "tournaments.JournalEntry",
    "tournaments.Report",
    "tournaments.Result",
    "tournaments.GameOutcome",
    "tournaments.EntrantChange",
    "tournaments.ClockEvent",
    "tournaments.Offer",
    "tournaments.PairingChange",
    "tournaments.AwardedBye",
    "tournaments.ForbiddenPair",
    "tournaments.StandingsSnapshot",
    "tournaments.DeckList",
    "referee.IssuedRuling",
    "referee.Dispute",
    "referee.DisputeRow",
    "referee.Tap",
    "referee.RecordPart",
)
#: A fact may leave a shift in time behind where the clock has jumped (decision 34).
SHIFTED = {"tournaments.Result": "at"}


def check_facts(day: Day) -> None:
    """Every row that was seen before is as it was."""
    for name in KEPT:
        differ = rows_that_differ(day, name, keep=True)
        day.check(not differ, "facts are kept", f"{name}: rows {differ[:5]} are gone or say something else")


def rows_that_differ(day: Day, name: str, *, keep: bool) -> list[int]:
    """The rows of a model that are not as they were seen last; ``keep``: they are seen now."""
    model = apps.get_model(name)
    fixed = [
        field.attname
        for field in model._meta.concrete_fields
        if field.attname not in MAY_CHANGE and SHIFTED.get(name) != field.attname
    ]
    now = {row[0]: _hash(row[1:]) for row in model._default_manager.order_by("pk").values_list("pk", *fixed)}
    differ = [pk for pk, mark in day.seen.get(name, {}).items() if now.get(pk) != mark]
    if keep:
        day.seen[name] = now
    return differ


def _hash(row: tuple[Any, ...]) -> bytes:
    return hashlib.blake2b(repr(row).encode(), digest_size=12).digest()
