"""Bringing a backup into a database: an empty one, or, where that is said, in the place of what is there."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import Model

from config.backups.archive import Header, members
from config.backups.beside import forget_left, take_place
from config.backups.errors import BadBackup, NotHere
from config.backups.reading import Backup, read_back
from config.backups.room import check_room
from config.backups.rows import models_of, write_rows
from config.backups.site_files import KEY, empty_folders, fingerprint, keeps_its_key, put_back
from config.backups.states import bring_up, check_known, tables_as_then
from config.launch.running import UNFINISHED
from config.private_files import FOLDER


def restore(path: Path, *, replace: bool) -> Backup:
    """Takes the whole backup in, all of the database or nothing of it, and then the files; gives what is in it.

    `replace`: what is there now goes. A backup of an older version is brought up to this one.
    Raises BadBackup, NotHere, OSError.
    """
    with path.open("rb") as file:
        kept = read_back(file)
    check_known(kept.header)
    if not replace and not is_empty():
        raise NotHere("There are accounts or events here already. With --replace they are deleted.")
    forget_left()
    check_room(kept, replace=replace)
    # from the moment on that the database is another, the files must follow
    before = unfinished().exists()
    take_place(lambda: _fill(path, kept.header), _begin, lambda: None if before else _end())
    # what the site puts beside the tables of its models
    call_command("migrate", verbosity=0, interactive=False)
    if replace:
        empty_folders()
    _write_files(path)
    _end()
    return kept


def other_key(header: Header) -> bool:
    """Whether the site has another secret key than the one the backup was made under, and is told it."""
    return not keeps_its_key() and header.key != fingerprint()


def unfinished() -> Path:
    """The file that is there while the database is that of a backup, and not yet all of its files."""
    return Path(settings.DATA_DIR) / UNFINISHED


def _begin() -> None:
    unfinished().parent.mkdir(mode=FOLDER, parents=True, exist_ok=True)
    unfinished().touch()


def _end() -> None:
    unfinished().unlink(missing_ok=True)


def is_empty() -> bool:
    """Whether nobody has an account and no event exists, whatever state the tables are at."""
    tables = set(connection.introspection.table_names())
    for table in ("tournaments_user", "tournaments_event"):
        if table in tables:
            with connection.cursor() as cursor:
                cursor.execute(f"SELECT 1 FROM {table} LIMIT 1")  # noqa: S608 - names of our own
                if cursor.fetchone() is not None:
                    return False
    return True


def _fill(path: Path, header: Header) -> None:
    models = models_of(tables_as_then(header.migrations))
    with transaction.atomic():
        rows = _write_all(path, models)
        connection.check_constraints()
        _check_counts(models, rows)
        for statement in connection.ops.sequence_reset_sql(no_style(), list(models.values())):
            with connection.cursor() as cursor:
                cursor.execute(statement)
    bring_up()


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
