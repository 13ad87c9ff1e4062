"""A database that is made beside the one there is, and takes its place whole: until then nothing has changed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.apps import apps
from django.db import OperationalError, ProgrammingError, connection, transaction

from config.backups.errors import NotHere
from config.backups.rows import models_of

Act = Callable[[], None]
#: PostgreSQL: the schema that the tables are made in.
SCHEMA = "first_blood_restoring"
#: Seconds for which is waited for whoever reads the tables that are to go.
PATIENCE = 30


def take_place(fill: Act, begun: Act) -> None:
    """`fill` makes and fills the tables, in what is an empty database to it; `begun` is called at the last moment
    before they are the site's. Raises NotHere where another program is at the database."""
    if connection.vendor == "sqlite":
        _new_file(fill, begun)
    else:
        _new_tables(fill, begun)


def _new_file(fill: Act, begun: Act) -> None:
    named = Path(str(connection.settings_dict["NAME"]))
    made = named.with_name(named.name + ".restoring")
    _forget(made)
    _close_up()
    try:
        with _settings(NAME=str(made)):
            fill()
            _close_up()
            begun()
            os.replace(made, named)
    finally:
        _forget(made)


def _close_up() -> None:
    """All of the database is in its one file, and nobody else has it open. Raises NotHere.

    WAL is left only by the last one: also connections that do nothing are known by it.
    """
    try:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA journal_mode = DELETE")
            left = cursor.fetchone() == ("delete",)
    except OperationalError:
        left = False
    finally:
        connection.close()
    if not left:
        raise NotHere("Another program has the database open. End it first.")


def _forget(file: Path) -> None:
    for ending in ("", "-wal", "-shm", "-journal"):
        file.with_name(file.name + ending).unlink(missing_ok=True)


def _new_tables(fill: Act, begun: Act) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_schema()")
        (home,) = cursor.fetchone()
    options = {name: value for name, value in connection.settings_dict["OPTIONS"].items() if name != "pool"}
    options["options"] = f"{options.get('options', '')} -c search_path={SCHEMA}".strip()
    _drop_schema()
    try:
        try:
            _do(f"CREATE SCHEMA {SCHEMA}")
        except ProgrammingError as error:
            raise NotHere(
                "The user in DATABASE_URL may make no schema in the database. Let it: GRANT CREATE ON DATABASE …"
            ) from error
        connection.close_pool()  # type: ignore[attr-defined]
        with _settings(OPTIONS=options):
            fill()
            _move(home, begun)
    finally:
        _drop_schema()


def _move(home: str, begun: Act) -> None:
    """The tables made take the place of those there are, all or none of them."""
    quoted = connection.ops.quote_name
    try:
        with transaction.atomic():
            _do(f"SET LOCAL lock_timeout = '{PATIENCE}s'")
            new, old = _tables(SCHEMA), _tables(home)
            gone = [table for table in old if table in new or _is_ours(table)]
            if gone:
                _do(f"DROP TABLE {', '.join(f'{quoted(home)}.{quoted(table)}' for table in gone)} CASCADE")
            for table in new:
                _do(f"ALTER TABLE {SCHEMA}.{quoted(table)} SET SCHEMA {quoted(home)}")
            begun()
    except OperationalError as error:
        raise NotHere(f"Another program is using the database: {error}".strip()) from error


def _is_ours(table: str) -> bool:
    """Also one of another version of the site."""
    labels = tuple(f"{config.label}_" for config in apps.get_app_configs())
    return table in models_of(apps) or table.startswith((*labels, "django_"))


def _tables(schema: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = %s ORDER BY 1", [schema])
        return [table for (table,) in cursor.fetchall()]


def _drop_schema() -> None:
    _do(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")


def _do(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


@contextmanager
def _settings(**other: Any) -> Iterator[None]:
    """The connection is made anew with other settings, and again with its own."""
    kept = {name: connection.settings_dict[name] for name in other}
    connection.close()
    connection.settings_dict.update(other)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict.update(kept)
