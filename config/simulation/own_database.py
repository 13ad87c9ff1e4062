"""A place for the day: a database of its own, so that nothing of the site is ever touched."""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import SplitResult, quote, unquote, urlsplit

#: Written into a SQLite file that a simulation made: such a file is made anew, any other is left alone.
MARK = 0x51D0_0041
SCHEMA = "FIRST_BLOOD_SIMULATION_SCHEMA"
#: Where Redis is, if the day's cache is kept there, and how each of its keys begins.
REDIS, PREFIX = "FIRST_BLOOD_SIMULATION_REDIS", "FIRST_BLOOD_SIMULATION_KEYS"
#: What asks for that. Not REDIS_URL: what a Redis keeps for a time runs out by the real clock, so that the same
#: arguments may not give the same digest.
ASKED = "SIMULATION_REDIS_URL"


class NoDatabase(ValueError):
    """There is no place for a day, and why."""


@contextmanager
def own_database(database: str) -> Iterator[dict[str, str]]:
    """The environment for the day: on a file in a folder of its own, or on the database named.

    On PostgreSQL the day has a schema of its own, which is gone afterwards. Where SIMULATION_REDIS_URL says so its
    cache is in Redis, under keys of its own. Raises NoDatabase.
    """
    with TemporaryDirectory(prefix="first-blood-day-") as folder:
        environ = {
            "DATA_DIR": folder,
            "SECRET_KEY": "of-a-simulated-day-" + "x" * 40,
            "DJANGO_SETTINGS_MODULE": "config.simulation.settings",
            "PYTHONHASHSEED": "0",
            "REDIS_URL": "",
            REDIS: os.environ.get(ASKED, ""),
            PREFIX: f"simulated-{secrets.token_hex(8)}",
            "DATABASE_URL": "",
            "EMAIL_URL": "",
            "METRICS_TOKEN": "",
            "SAVED_ROUNDS": "0",
            "BACKUPS": "0",
            "FIRST_BLOOD_NUDGE_PORT": "",
            "FIRST_BLOOD_CACHE_FILE": "",
        }
        kind = database.partition(":")[0].lower()
        if not database:
            yield environ
        elif kind == "sqlite":
            path = _sqlite(database)
            yield environ | {"DATABASE_URL": f"sqlite:///{quote(path.as_posix())}"}
        elif kind in ("postgres", "postgresql", "pgsql"):
            with _schema(database) as name:
                yield environ | {"DATABASE_URL": database, SCHEMA: name}
        else:
            raise NoDatabase("--database: postgres://… or sqlite:///…")


def _sqlite(database: str) -> Path:
    """Makes room at the file named, which must be new or left by another day. All that stands behind `sqlite:///` is
    its path, also a `?`; one that is relative begins where the command was called, and not where the day is played."""
    _, _, named = database.partition("://")
    if not named.startswith("/") or not Path(unquote(named[1:])).name:
        raise NoDatabase("--database: sqlite:/// and the path of a file")
    path = Path(unquote(named[1:])).absolute()
    if path.exists() and path.stat().st_size:
        try:
            with sqlite3.connect(path) as connection:
                mark = connection.execute("PRAGMA application_id").fetchone()[0]
        except sqlite3.Error as error:
            raise NoDatabase(f"--database: {path} is no SQLite file ({error})") from None
        if mark != MARK:
            raise NoDatabase(f"--database: {path} holds something else; name a file that is not there yet")
    try:
        for name in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
            name.unlink(missing_ok=True)
        with sqlite3.connect(path) as connection:
            connection.execute(f"PRAGMA application_id = {MARK}")
    except (OSError, ValueError, sqlite3.Error) as error:
        raise NoDatabase(f"--database: {path} cannot be written ({error})") from None
    return path


@contextmanager
def _schema(database: str) -> Iterator[str]:
    """A schema of the day's own, in a database that is made where there is none of that name."""
    import psycopg
    from psycopg import sql

    parts = urlsplit(database)
    plain = _joined(parts._replace(scheme="postgresql"))
    name, wanted, made = f"simulated_day_{os.getpid()}", unquote(parts.path[1:]), False
    try:
        try:
            connection = psycopg.connect(plain, autocommit=True, connect_timeout=5)
        except psycopg.OperationalError as error:
            if "does not exist" not in str(error):
                raise
            with psycopg.connect(_beside(plain), autocommit=True, connect_timeout=5) as other:
                other.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(wanted)))
            made = True
            connection = psycopg.connect(plain, autocommit=True, connect_timeout=5)
        with connection:
            connection.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(name)))
    except psycopg.Error as error:
        raise NoDatabase(f"--database: {str(error).strip().splitlines()[0]}") from None
    try:
        yield name
    finally:
        with psycopg.connect(plain, autocommit=True) as connection:
            connection.execute(sql.SQL("DROP SCHEMA {} CASCADE").format(sql.Identifier(name)))
        if made:
            with psycopg.connect(_beside(plain), autocommit=True) as other:
                other.execute(sql.SQL("DROP DATABASE {}").format(sql.Identifier(wanted)))


def _beside(database: str) -> str:
    """The server's own database, from which others are made."""
    return _joined(urlsplit(database)._replace(path="/postgres"))


def _joined(parts: SplitResult) -> str:
    """The address again. One that names no host (`postgres:///name`, by the socket) keeps its slashes, which
    urlunsplit leaves out for a scheme that it does not know."""
    query = f"?{parts.query}" if parts.query else ""
    return f"{parts.scheme}://{parts.netloc}{parts.path}{query}"
