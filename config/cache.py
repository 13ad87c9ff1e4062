"""A cache that the processes of one machine share, in a file of its own: what may be lost, kept out of the database.

Where one process answers for the pages its memory is the quicker cache; where there is Redis, that is the cache.
"""

from __future__ import annotations

import pickle
import sqlite3
import threading
import time
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache

#: Seconds for which a busy file is waited for, and between two looks for what is over.
WAIT = 10.0
TIDY_EVERY = 60.0
FOREVER = 1e12

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
        return self._run(ADD, *row, time.time()).rowcount == 1

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """What is kept under a key, or ``default``."""
        name = self.make_and_validate_key(key, version=version)
        found = self._run("SELECT value FROM kept WHERE name = ? AND until > ?", name, time.time()).fetchone()
        return default if found is None else pickle.loads(found[0])  # noqa: S301  this site wrote it

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
        return (
            self._run("UPDATE kept SET until = ? WHERE name = ? AND until > ?", until, name, now).rowcount
            == 1
        )

    def delete(self, key: str, version: int | None = None) -> bool:
        """Forgets a key; False where it was not kept."""
        name = self.make_and_validate_key(key, version=version)
        return self._run("DELETE FROM kept WHERE name = ? AND until > ?", name, time.time()).rowcount == 1

    def clear(self) -> None:
        """Forgets everything."""
        self._run("DELETE FROM kept")

    def _row(self, key: str, value: Any, timeout: Any, version: int | None) -> tuple[str, bytes, float]:
        until = self.get_backend_timeout(timeout)
        name = self.make_and_validate_key(key, version=version)
        return name, pickle.dumps(value, pickle.HIGHEST_PROTOCOL), FOREVER if until is None else until

    def _run(self, statement: str, *values: object) -> sqlite3.Cursor:
        found: sqlite3.Connection | None = getattr(self._mine, "connection", None)
        if found is None:
            found = self._mine.connection = sqlite3.connect(
                self._location, timeout=WAIT, isolation_level=None
            )
            found.execute("PRAGMA journal_mode = WAL")
            found.execute("PRAGMA synchronous = OFF")
            found.execute(TABLE)
        return found.execute(statement, values)
