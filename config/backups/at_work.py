"""Whether a site is at work over the database that a backup is to be brought into, and one restore at a time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection

from config.backups.errors import NotHere
from config.launch.lock import take
from config.launch.running import RESTORING, is_running
from config.private_files import FOLDER

#: A process of the site speaks every five seconds.
SILENT = timedelta(seconds=30)


@contextmanager
def alone(now: datetime, *, anyway: bool) -> Iterator[None]:
    """Nobody else restores, and no start of the site begins meanwhile. Raises NotHere where the site is at work;
    `anyway`: only where it is so over SQLite."""
    data = Path(settings.DATA_DIR)
    data.mkdir(mode=FOLDER, parents=True, exist_ok=True)
    held = take(data / RESTORING)
    if held is None:
        raise NotHere("Another restore is at work.")
    try:
        if not anyway or connection.vendor == "sqlite":
            _check(data, now)
        yield
    finally:
        os.close(held)


def _check(data: Path, now: datetime) -> None:
    if is_running(data):
        raise NotHere("The site is running over this data folder. End it first.")
    # one over SQLite, however it was started, is known by having the file open
    heard = None if connection.vendor == "sqlite" else last_heard()
    if heard is not None and now - heard[1] < SILENT:
        ago = max(0, int((now - heard[1]).total_seconds()))
        raise NotHere(
            f"The site is at work: {heard[0]} was heard of {ago} seconds ago. End all its processes, pages, workers "
            "and beat, wait half a minute, and call this again. --anyway restores all the same."
        )


def last_heard() -> tuple[str, datetime] | None:
    """Who wrote the last sign of life, and when; asked so that it can be of tables of another version."""
    if "tournaments_heartbeat" not in connection.introspection.table_names():
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT part, process, at FROM tournaments_heartbeat ORDER BY at DESC LIMIT 1")
        row = cursor.fetchone()
    if row is None:
        return None
    part, process, at = row
    return f"{part} ({process})", at if at.tzinfo else at.replace(tzinfo=UTC)
