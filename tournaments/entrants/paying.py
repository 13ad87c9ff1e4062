"""Who has paid the entry: a tick of the desk's, read by the staff alone."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from tournaments.access import Actor, require
from tournaments.live.changes import mark_changed
from tournaments.models.entrants import Entrant
from tournaments.roster.record import locked_entrant, record


def mark_paid(entrant: Entrant, *, by: Actor, now: datetime) -> Entrant:
    """Ticks that the entrant has paid. Doing it twice is doing it once."""
    return _tick(entrant, now, "paid", by=by, now=now)


def mark_not_paid(entrant: Entrant, *, by: Actor, now: datetime) -> Entrant:
    """Takes the tick back. Doing it twice is doing it once."""
    return _tick(entrant, None, "not_paid", by=by, now=now)


def _tick(entrant: Entrant, paid_at: datetime | None, kind: str, *, by: Actor, now: datetime) -> Entrant:
    with transaction.atomic():
        entrant = locked_entrant(entrant)
        require(by, "mark_paid", entrant.event)
        if (entrant.paid_at is None) == (paid_at is None):
            return entrant
        entrant.paid_at = paid_at
        entrant.save(update_fields=["paid_at"])
        record(entrant, kind, by=by, now=now, before=entrant.status)
        mark_changed(entrant.event_id, "entrants")
    return entrant
