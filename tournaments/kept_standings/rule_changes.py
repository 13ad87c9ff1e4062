"""Changes of what the standings rest on."""

from __future__ import annotations

from tournaments.choices import OF_STANDINGS
from tournaments.models.events import Event, JournalEntry


def rule_changes(event: Event) -> list[JournalEntry]:
    """Changes of what standings rest on that were made after the start, oldest first."""
    started = event.journal.filter(kind="start_event").order_by("-id").values_list("id", flat=True).first()
    if started is None:
        return []
    edited = event.journal.filter(kind="edited", id__gt=started).order_by("id")
    return [entry for entry in edited if OF_STANDINGS.intersection(entry.details)]
