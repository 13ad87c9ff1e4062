"""The event's journal: one line for every step, written in the step's transaction."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from tournaments.access import Actor
from tournaments.live.changes import mark_changed
from tournaments.messages import stored
from tournaments.models.events import Event, JournalEntry

#: A pairing was changed by hand: the reason tells of it, so it is read by nobody who plays before that is published.
ADJUSTED = "adjust_round"


def note(
    event: Event,
    kind: str,
    text: str,
    *,
    by: Actor,
    now: datetime,
    reason: str = "",
    details: dict[str, Any] | None = None,
    public: bool = False,
    topic: str = "event",
) -> JournalEntry:
    """Writes a line, and what it was made of where it is a message, and marks `topic` as changed for open pages."""
    entry = JournalEntry.objects.create(
        event=event,
        kind=kind,
        text=text[:500],
        reason=reason,
        text_message=stored(text),
        reason_message=stored(reason),
        details=details or {},
        public=public,
        at=now,
        **by.fact,
    )
    mark_changed(event.pk, topic)
    return entry
