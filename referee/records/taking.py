"""Logs that come along in an event file: read and judged before the event is made, kept with it."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from referee.logs.reading import Upload, read_upload
from referee.records.changes import store_log
from tournaments.access import Actor
from tournaments.models.rounds import Match


class ImportedLogs:
    """What an import asks of whoever keeps logs."""

    def look(self, game: str, letters: Collection[str], log: str) -> Upload:
        """Reads and judges a log. Raises BadLog, TooCostly."""
        return read_upload(log.encode(), game, letters, with_rulings=True)

    def keep(
        self, match: Match, number: int, seat: str, read: object, *, merged: bool, by: Actor, now: datetime
    ) -> None:
        """Keeps it; the file itself has said what its match came to, so nothing is reported or asked."""
        assert isinstance(read, Upload)
        store_log(match, number, seat, read, by=by, now=now, merged=merged)
