"""Bringing a backup into a database: an empty one, or, where that is said, in the place of what is there."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import Model

from config.backups.archive import Header, members
from config.backups.errors import BadBackup, NotHere
from config.backups.reading import Backup, read_back
from config.backups.rows import models_of, write_rows
from config.backups.site_files import KEY, empty_folders, fingerprint, keeps_its_key, put_back
from config.backups.states import check_known, tables_as_then
from config.launch.running import UNFINISHED


def restore(path: Path, *, replace: bool) -> Backup:
    """Takes the whole backup in, all of the database or nothing of it, and then the files; gives what is in it.

    `replace`: what is there now goes. A backup of an older version is brought up to this one.
    Raises BadBackup, NotHere, OSError.
    """
    with path.open("rb") as file:
        kept = read_back(file)
    check_known(kept.header)
    if not replace and not _is_empty():
        raise NotHere("There are accounts or events here already. With --replace they are deleted.")
    if connection.vendor == "sqlite" and Path(str(connection.settings_dict["NAME"])).name != ":memory:":
        _into_new_file(path, kept.header)
    else:
        _into(path, kept.header)
    if replace:
        empty_folders()
    _write_files(path)
    _unfinished().unlink(missing_ok=True)
    return kept


def other_key(header: Header) -> bool:
    """Whether the site has another secret key than the one the backup was made under, and is told it."""
    return not keeps_its_key() and header.key != fingerprint()


def _is_empty() -> bool:
    tables = set(connection.introspection.table_names())
    for table in ("tournaments_user", "tournaments_event"):
        if table in tables:
            with connection.cursor() as cursor:
                cursor.execute(f"SELECT 1 FROM {table} LIMIT 1")  # noqa: S608 - names of our own
                if cursor.fetchone() is not None:
                    return False
    return True


def _into_new_file(path: Path, header: Header) -> None:
    """An embedded database is made beside the old one, which it then takes the place of: a restore that is killed
    before has changed nothing."""
    named = Path(str(connection.settings_dict["NAME"]))
    made = named.with_name(named.name + ".restoring")
    _forget(made)
    _write_back()
    connection.close()
    connection.settings_dict["NAME"] = str(made)
    try:
        _into(path, header)
        _write_back()
        connection.close()
        # empty: what was in the old ones has been written back
        for ending in ("-wal", "-shm"):
            named.with_name(named.name + ending).unlink(missing_ok=True)
        # from here on the files must follow: the database is another
        _unfinished().touch()
        os.replace(made, named)
    finally:
        connection.close()
        connection.settings_dict["NAME"] = str(named)
        _forget(made)


def _write_back() -> None:
    """Everything of an embedded database is in its one file. Raises NotHere where somebody else is at it."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (busy, *_) = cursor.fetchone()
    if busy:
        raise NotHere("Another program is using the database. End it first.")


def _unfinished() -> Path:
    return Path(settings.DATA_DIR) / UNFINISHED


def _forget(file: Path) -> None:
    for ending in ("", "-wal", "-shm"):
        file.with_name(file.name + ending).unlink(missing_ok=True)


def _into(path: Path, header: Header) -> None:
    models = models_of(tables_as_then(header.migrations))
    with transaction.atomic():
        _delete_all(models)
        rows = _write_all(path, models)
        connection.check_constraints()
        _check_counts(models, rows)
        for statement in connection.ops.sequence_reset_sql(no_style(), list(models.values())):
            with connection.cursor() as cursor:
                cursor.execute(statement)
    call_command("migrate", verbosity=0, interactive=False)


def _delete_all(models: dict[str, type[Model]]) -> None:
    with connection.cursor() as cursor:
        for table in models:
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")  # noqa: S608


def _write_all(path: Path, models: dict[str, type[Model]]) -> Counter[str]:
    rows: Counter[str] = Counter()
    with path.open("rb") as file:
        for name, body in members(file):
            if not name.startswith("tables/"):
                continue
            table = name.split("/")[1]
            if table not in models:
                raise BadBackup(f"It has a table {table}, which its version of the site had not.")
            rows[table] += write_rows(models[table], name, body)
    return rows


def _check_counts(models: dict[str, type[Model]], rows: Counter[str]) -> None:
    with connection.cursor() as cursor:
        for table in models:
            cursor.execute(f"SELECT COUNT(*) FROM {connection.ops.quote_name(table)}")  # noqa: S608
            (there,) = cursor.fetchone()
            if there != rows[table]:
                raise BadBackup(f"{table} has {there} rows now; the backup has {rows[table]}.")


def _write_files(path: Path) -> None:
    """The files, the secret key last: with it everything else is what it was."""
    key: Any = None
    with path.open("rb") as file:
        for name, body in members(file):
            if name == f"files/{KEY}":
                key = body
            elif name.startswith("files/"):
                put_back(name, body)
    if key is not None and put_back(f"files/{KEY}", key):
        settings.SECRET_KEY = key.decode().strip()
