"""That a log of a match came in, or is no longer being kept."""

from __future__ import annotations

from datetime import datetime

from tournaments.models.rounds import Match
from tournaments.outbox.changes import put

LOG_STORED = "log_stored"


def log_stored(match: Match, *, now: datetime) -> None:
    """Tells whoever looks at logs, in the present transaction."""
    put(match.round.event, LOG_STORED, {"match": match.pk}, now=now)
