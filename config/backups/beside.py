"""A database that is made beside the one there is, and takes its place whole: until then nothing has changed."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from django.db import OperationalError, ProgrammingError, connection, transaction

from config.backups.errors import NotHere
from config.backups.states import tables_of_site

Act = Callable[[], None]
#: PostgreSQL: the schema that the tables are made in.
SCHEMA = "first_blood_restoring"
#: Seconds for which is waited for whoever reads the tables that are to go.
PATIENCE = 30
#: The same for those who have SQLite's file open: whoever only looks in is gone at once.
GLANCE = 1
OPEN = "Another program has the database open. End it first."


def take_place(fill: Act, begun: Act, stayed: Act) -> None:
    """`fill` makes and fills the tables, in what is an empty database to it; `begun` is called at the last moment
    before they are the site's, `stayed` where they then are not for certain. Raises NotHere where another program is
    at the database."""
    if connection.vendor == "sqlite":
        _new_file(fill, begun, stayed)
    else:
        _new_tables(fill, begun, stayed)


def forget_left() -> None:
    """What one that was killed had made beside the database: until then it takes up room."""
    if connection.vendor == "sqlite":
        _forget(_beside(_named()))
    else:
        _drop_schema()


def _named() -> Path:
    return Path(str(connection.settings_dict["NAME"]))


def _beside(named: Path) -> Path:
    return named.with_name(named.name + ".restoring")


def _new_file(fill: Act, begun: Act, stayed: Act) -> None:
    named = _named()
    made = _beside(named)
    _forget(made)
    _close_up()
    try:
        with _held(named) as own:
            with _settings(NAME=str(made)):
                fill()
                _close_up()
            with closing(sqlite3.connect(made)) as new:
                _copy(new, own, begun, stayed)
    finally:
        _forget(made)


@contextmanager
def _held(named: Path) -> Iterator[sqlite3.Connection]:
    """The site's file, which until then nobody else opens to any effect: they wait, and see what it is afterwards."""
    with closing(sqlite3.connect(named, timeout=GLANCE, isolation_level=None)) as own:
        try:
            own.execute("PRAGMA locking_mode = EXCLUSIVE")
            # the lock stays when the transaction is over
            own.execute("BEGIN EXCLUSIVE")
            own.execute("COMMIT")
            (mode,) = own.execute("PRAGMA journal_mode").fetchone()
        except sqlite3.OperationalError as error:
            raise NotHere(OPEN) from error
        if mode != "delete":
            raise NotHere(OPEN)
        yield own


def _copy(new: sqlite3.Connection, own: sqlite3.Connection, begun: Act, stayed: Act) -> None:
    """All pages in one transaction; the last comes by itself, with the end of it.

    No other file takes the name: who waits for the old one would write a log for it beside the new one, which SQLite
    then takes for the new one's.
    """
    (pages,) = new.execute("PRAGMA page_count").fetchone()
    try:
        new.backup(own, pages=pages - 1, progress=lambda _code, left, _pages: begun() if left == 1 else None)
    except Exception:
        stayed()
        raise


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
        raise NotHere(OPEN)


def _forget(file: Path) -> None:
    for ending in ("", "-wal", "-shm", "-journal"):
        file.with_name(file.name + ending).unlink(missing_ok=True)


def _new_tables(fill: Act, begun: Act, stayed: Act) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_schema()")
        (home,) = cursor.fetchone()
    options = {name: value for name, value in connection.settings_dict["OPTIONS"].items() if name != "pool"}
    options["options"] = f"{options.get('options', '')} -c search_path={SCHEMA}".strip()
    own = tables_of_site(set(_tables(home)))
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
            _move(home, own, begun, stayed)
    finally:
        _drop_schema()


def _move(home: str, own: set[str], begun: Act, stayed: Act) -> None:
    """The tables made take the place of the site's own, all or none of them."""
    quoted = connection.ops.quote_name
    asked = None
    try:
        with transaction.atomic():
            asked = connection.connection
            _do(f"SET LOCAL lock_timeout = '{PATIENCE}s'")
            new, old = _tables(SCHEMA), _tables(home)
            gone = [table for table in old if table in own]
            if gone:
                _do(f"DROP TABLE {', '.join(f'{quoted(home)}.{quoted(table)}' for table in gone)} CASCADE")
            for table in new:
                _do(f"ALTER TABLE {SCHEMA}.{quoted(table)} SET SCHEMA {quoted(home)}")
            begun()
    except Exception as error:
        # whose connection broke, and was made anew, cannot know whether the last word arrived
        if connection.connection is asked:
            stayed()
        if not isinstance(error, OperationalError):
            raise
        raise NotHere(f"Another program is using the database: {error}".strip()) from error


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
