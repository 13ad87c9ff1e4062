"""Making a backup while the site runs, and reading it back."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO

from django.conf import settings
from django.db import connection, transaction

from config.backups.archive import FORMAT, Header, Writer
from config.backups.errors import NotHere
from config.backups.reading import Backup, read_back
from config.backups.room import need_room
from config.backups.rows import models_of, parts_of
from config.backups.site_files import files, fingerprint
from config.backups.states import tables_now
from config.launch.lock import locked
from config.launch.running import cut_short
from config.private_files import FOLDER

BEFORE, AFTER = "first-blood-", ".tar.gz"
#: In the name of one that was made before the database was migrated: it is kept beside the daily ones.
UPGRADE = "-before-upgrade"
LOCK = ".lock"


def write_backup(file: IO[bytes], now: datetime) -> None:
    """The site as it is at one moment, whatever is changed meanwhile, also where migrations wait. Raises NotHere
    where the database is of a newer version, and where what is there is not a whole site."""
    if cut_short(settings.DATA_DIR):
        raise NotHere("A restore was cut short: what is here is no whole site. Call restore again.")
    moment = time.time()
    with _one_moment():
        applied, models = tables_now()
        writer = Writer(file, Header(FORMAT, now.isoformat(), connection.vendor, applied, fingerprint()))
        for table, model in models_of(models).items():
            for number, part in enumerate(parts_of(model)):
                writer.add(f"tables/{table}/{number:04}.jsonl", part)
    for name, body in files(moment):
        writer.add(name, body)
    writer.close()


@contextmanager
def _one_moment() -> Iterator[None]:
    """Everything that is read here is of one moment, and nobody who writes waits for it."""
    if connection.vendor == "sqlite":
        # by hand: a transaction of the site's own would hold the lock of those who write
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield


def make_backup(folder: Path, now: datetime, *, mark: str = "") -> tuple[Path, Backup]:
    """A backup as a file of the folder, for its owner alone; it has its name once it was written and read back.

    Who calls this holds the folder (`only_one`). Raises NotHere, OSError.
    """
    for left in folder.glob(".making-*"):
        left.unlink(missing_ok=True)
    kept = backups_in(folder)
    if kept:
        need_room({folder: kept[-1].stat().st_size})
    handle, made = tempfile.mkstemp(prefix=".making-", dir=folder)
    path = Path(made)
    try:
        with os.fdopen(handle, "wb") as file:
            write_backup(file, now)
            file.flush()
            os.fsync(file.fileno())
        with path.open("rb") as file:
            read = read_back(file)
        named = folder / f"{BEFORE}{now:%Y%m%d-%H%M%S}{mark}{AFTER}"
        path.replace(named)
    finally:
        path.unlink(missing_ok=True)
    return named, read


@contextmanager
def only_one(folder: Path) -> Iterator[None]:
    """Makes the folder; of all who make backups in it one at a time does so, the others wait."""
    folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)
    with locked(folder / LOCK, "Another backup is being made; waiting for it."):
        yield


def backups_in(folder: Path) -> list[Path]:
    """The backups of a folder, oldest first."""
    return sorted(folder.glob(f"{BEFORE}*{AFTER}"))


def keep_newest(folder: Path, number: int, *, mark: str = "") -> list[Path]:
    """Deletes all but so many of those with this mark; gives those that are gone."""
    kinds = [path for path in backups_in(folder) if path.name.endswith(f"{UPGRADE}{AFTER}") == bool(mark)]
    old = kinds[:-number] if number else []
    for path in old:
        path.unlink(missing_ok=True)
    return old
