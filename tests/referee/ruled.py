"""Rulings as tests make them: everything said in one call."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from referee.models.records import Record
from referee.models.rulings import IssuedRuling
from referee.rulings.changes import WantedRuling, issue_ruling
from tournaments.access import Actor


def issued(record: Record, *, by: Actor, now: datetime, **said: Any) -> IssuedRuling:
    """A ruling of this log."""
    return issue_ruling(record, WantedRuling(**said), by=by, now=now)
