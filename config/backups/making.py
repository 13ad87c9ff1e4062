"""Making a backup while the site runs, and reading it back."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO

from django.apps import apps
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder

from config.backups.archive import FORMAT, Header, Writer
from config.backups.errors import NotHere
from config.backups.reading import Backup, read_back
from config.backups.rows import models_of, parts_of
from config.backups.site_files import files, fingerprint
from config.backups.states import waiting_migrations
from config.private_files import FOLDER

BEFORE, AFTER = "first-blood-", ".tar.gz"


def write_backup(file: IO[bytes], now: datetime) -> None:
    """The site as it is at one moment, whatever is changed meanwhile. Raises NotHere where migrations wait."""
    if waiting_migrations():
        raise NotHere("The database has not been migrated: call `run.py manage migrate` first.")
    with _one_moment():
        applied = sorted(MigrationRecorder(connection).applied_migrations())
        writer = Writer(file, Header(FORMAT, now.isoformat(), connection.vendor, applied, fingerprint()))
        for table, model in models_of(apps).items():
            for number, part in enumerate(parts_of(model)):
                writer.add(f"tables/{table}/{number:04}.jsonl", part)
    for name, body in files():
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


def make_backup(folder: Path, now: datetime) -> tuple[Path, Backup]:
    """A backup as a file of the folder, for its owner alone; it has its name once it was written and read back.

    Raises NotHere, OSError.
    """
    folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)
    handle, made = tempfile.mkstemp(prefix=".making-", dir=folder)
    path = Path(made)
    try:
        with os.fdopen(handle, "wb") as file:
            write_backup(file, now)
            file.flush()
            os.fsync(file.fileno())
        with path.open("rb") as file:
            kept = read_back(file)
        named = folder / f"{BEFORE}{now:%Y%m%d-%H%M%S}{AFTER}"
        path.replace(named)
    finally:
        path.unlink(missing_ok=True)
    return named, kept


def backups_in(folder: Path) -> list[Path]:
    """The backups of a folder, oldest first."""
    return sorted(folder.glob(f"{BEFORE}*{AFTER}"))


def keep_newest(folder: Path, number: int) -> list[Path]:
    """Deletes all but so many; gives those that are gone."""
    old = backups_in(folder)[:-number] if number else []
    for path in old:
        path.unlink(missing_ok=True)
    return old
