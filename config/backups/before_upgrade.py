"""A backup before the database is migrated: a migration that goes wrong, or a version that is not wanted after all,
loses nothing."""

from __future__ import annotations

import sys
from pathlib import Path

from django.conf import settings
from django.db import connection

from config.backups.errors import NotHere
from config.backups.making import UPGRADE, keep_newest, make_backup, only_one
from config.backups.restoring import is_empty
from config.backups.states import waiting_migrations
from tournaments.now import now

#: How many of them are kept, beside the daily ones.
KEPT = 3
#: Bytes of a database that are written and read back in a second; and the seconds from which on it is said.
A_SECOND, LONG = 3_000_000, 10


def back_up_before() -> None:
    """Makes it where something is to be migrated and lost, and the site makes backups of itself. Raises NotHere."""
    if not settings.BACKUPS or is_empty() or not waiting_migrations():
        return
    sys.stderr.write(f"Making a backup before the database is migrated{_how_long()}.\n")
    folder: Path = settings.BACKUP_FOLDER
    try:
        with only_one(folder):
            path, _ = make_backup(folder, now(), mark=UPGRADE)
            keep_newest(folder, KEPT, mark=UPGRADE)
    except (NotHere, OSError) as error:
        why = str(error) if isinstance(error, NotHere) else f"{error.strerror or error}."
        raise NotHere(
            f"No backup could be made before the database is migrated: {why} With BACKUPS=0 it is migrated without one."
        ) from error
    sys.stderr.write(f"The site as it was before this version is kept in {path}.\n")


def _how_long() -> str:
    if connection.vendor != "sqlite":
        return ""
    size = Path(str(connection.settings_dict["NAME"])).stat().st_size
    seconds = size // A_SECOND
    if seconds < LONG:
        return ""
    said = f"{seconds} seconds" if seconds < 120 else f"{seconds // 60} minutes"
    return f"; of {size // 1_000_000} MB that takes about {said}"
