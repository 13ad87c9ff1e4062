"""Caches: what may be lost, kept out of the database. None of them decides whether a page is answered.

Where one process answers for the pages its memory is the quicker cache; two share a file; where there is Redis, that is
the cache. A file on a full disk or a Redis that is gone is an empty cache that forgets at once.
"""

from __future__ import annotations

import pickle
import sqlite3
import threading
import time
from collections.abc import Callable
from typing import Any

import structlog
from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

log = structlog.get_logger(__name__)

#: Seconds for which a busy file is waited for, and between two looks for what is over.
WAIT = 10.0
TIDY_EVERY = 60.0
FOREVER = 1e12
#: Seconds between two lines of the log about a cache that cannot be used.
SILENCE = 60.0
_said: dict[str, float] = {}

TABLE = "CREATE TABLE IF NOT EXISTS kept (name TEXT PRIMARY KEY, value BLOB, until REAL) WITHOUT ROWID"
ADD = (
    "INSERT INTO kept VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE "
    "SET value = excluded.value, until = excluded.until WHERE kept.until <= ?"
)


class FileCache(BaseCache):
    """Keys and values in one SQLite file. Nothing waits for the disk: it need not outlive the machine's running."""

    def __init__(self, location: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._location = location
        self._mine = threading.local()
        self._tidied = time.monotonic()

    def add(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Keeps a value where none is kept; False where one is. Of two who add at once one is told True."""
        row = self._row(key, value, timeout, version)
        done = self._run(ADD, *row, time.time())
        return done is None or done.rowcount == 1

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """Return the value kept under a key, or ``default``."""
        name = self.make_and_validate_key(key, version=version)
        done = self._run("SELECT value FROM kept WHERE name = ? AND until > ?", name, time.time())
        row = done.fetchone() if done else None
        return default if row is None else pickle.loads(row[0])  # noqa: S301  this site wrote it

    def set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        """Keeps a value in place of another."""
        self._run("INSERT OR REPLACE INTO kept VALUES (?, ?, ?)", *self._row(key, value, timeout, version))
        if time.monotonic() > self._tidied + TIDY_EVERY:
            self._tidied = time.monotonic()
            self._run("DELETE FROM kept WHERE until <= ?", time.time())

    def touch(self, key: str, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Keeps longer what is kept; False for nothing."""
        name, _, until = self._row(key, None, timeout, version)
        now = time.time()
        done = self._run("UPDATE kept SET until = ? WHERE name = ? AND until > ?", until, name, now)
        return done is not None and done.rowcount == 1

    def delete(self, key: str, version: int | None = None) -> bool:
        """Forgets a key; False where it was not kept."""
        name = self.make_and_validate_key(key, version=version)
        done = self._run("DELETE FROM kept WHERE name = ? AND until > ?", name, time.time())
        return done is not None and done.rowcount == 1

    def clear(self) -> None:
        """Forgets everything."""
        self._run("DELETE FROM kept")

    def _row(self, key: str, value: Any, timeout: Any, version: int | None) -> tuple[str, bytes, float]:
        until = self.get_backend_timeout(timeout)
        name = self.make_and_validate_key(key, version=version)
        return name, pickle.dumps(value, pickle.HIGHEST_PROTOCOL), FOREVER if until is None else until

    def _run(self, statement: str, *values: object) -> sqlite3.Cursor | None:
        """Runs a statement; None where the file cannot be used."""
        try:
            return self._connection().execute(statement, values)
        except sqlite3.Error as error:
            _say(error)
            return None

    def _connection(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._mine, "connection", None)
        if connection is None:
            made = sqlite3.connect(self._location, timeout=WAIT, isolation_level=None)
            made.execute("PRAGMA journal_mode = WAL")
            made.execute("PRAGMA synchronous = OFF")
            made.execute(TABLE)
            connection = self._mine.connection = made
        return connection


class Client(RedisCacheClient):
    """Django's own, which keeps what it asks Redis by and does not make it anew for every question: that took as long
    as the answer. Threads may share it: each question takes a connection of its own."""

    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **options)
        self._kept: dict[int, Any] = {}

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        """What asks the server for this key."""
        index = self._get_connection_pool_index(write)  # type: ignore[attr-defined]
        if index not in self._kept:
            self._kept[index] = super().get_client(key, write=write)
        return self._kept[index]


class LostRedisCache(RedisCache):
    """Redis as a cache; while it is gone, one that keeps nothing."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = Client

    def add(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """As Django's; True while Redis is gone."""
        return bool(_unless_lost(True, super().add, key, value, timeout, version))

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """As Django's; ``default`` while Redis is gone."""
        return _unless_lost(default, super().get, key, default, version)

    def set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        """As Django's; keeps nothing while Redis is gone."""
        _unless_lost(None, super().set, key, value, timeout, version)

    def touch(self, key: str, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """As Django's; False while Redis is gone."""
        return bool(_unless_lost(False, super().touch, key, timeout, version))

    def delete(self, key: str, version: int | None = None) -> bool:
        """As Django's; False while Redis is gone."""
        return bool(_unless_lost(False, super().delete, key, version))


def _unless_lost(otherwise: Any, do: Callable[..., Any], *values: Any) -> Any:
    try:
        return do(*values)
    except (RedisError, OSError) as error:
        _say(error)
        return otherwise


def _say(error: Exception) -> None:
    """Logs it once a minute: every request would."""
    moment = time.monotonic()
    if moment - _said.get("last", -SILENCE) >= SILENCE:
        _said["last"] = moment
        log.warning("the cache could not be used", error=str(error)[:300])
