"""Standing in front of a connection: what happens at the k-th statement, or after a commit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

WRITES = ("INSERT", "UPDATE", "DELETE")
#: What a commit is counted as: the last statement of a transaction that wrote something.
COMMIT = "COMMIT"


@dataclass(frozen=True)
class Place:
    """A place in a request: the n-th statement, or the n-th of those that write, its commits among them."""

    n: int
    of_writes: bool = False

    def passed(self, watched: WatchedConnection) -> int:
        """How far the request is beyond it; 0 at the place itself."""
        return (watched.writes if self.of_writes else watched.statements) - self.n


class Killed(BaseException):
    """The process was ended: nothing of the site may catch this."""


class Injection:
    """Something that happens while a request is carried out. `fired` says whether it came to that."""

    def __init__(self, kind: str, at: Place) -> None:
        self.kind, self.at, self.fired = kind, at, False

    def __repr__(self) -> str:
        return f"{self.kind} at {'write' if self.at.of_writes else 'statement'} {self.at.n}"

    def statement(self, watched: WatchedConnection, sql: str) -> None:
        """Before every statement and every commit."""
        if not self.at.passed(watched) and not self.fired:
            self.fired = True
            self.fire(watched)

    def fire(self, watched: WatchedConnection) -> None:
        """Carries out the fault at the statement drawn."""

    def committed(self, watched: WatchedConnection) -> None:
        """After every commit."""


class Kill(Injection):
    """The process ends before the statement, or before the commit; the database rolls back what was begun."""

    def fire(self, watched: WatchedConnection) -> None:
        raise Killed


class KillAfterCommit(Injection):
    """The process ends after a commit: what was to follow from it does not."""

    def __init__(self, kind: str, number: int) -> None:
        super().__init__(kind, Place(0))
        self.number = number

    def __repr__(self) -> str:
        return f"{self.kind} {self.number}"

    def statement(self, watched: WatchedConnection, sql: str) -> None:
        """Nothing happens here."""

    def committed(self, watched: WatchedConnection) -> None:
        if watched.commits == self.number and not self.fired:
            self.fired = True
            watched.connection.run_on_commit = []
            raise Killed


class FullDisk(Injection):
    """From the statement drawn on no write finds room, nor does a commit."""

    def statement(self, watched: WatchedConnection, sql: str) -> None:
        if self.at.passed(watched) >= 0 and sql.lstrip()[:6].upper() in (*WRITES, COMMIT):
            self.fired = True
            raise no_room(watched.connection)


def no_room(connection: BaseDatabaseWrapper) -> OperationalError:
    """The error that this database raises when its disk is full."""
    cause: Exception
    if connection.vendor == "postgresql":
        from psycopg.errors import DiskFull

        cause = DiskFull("could not extend file: No space left on device")
    else:
        import sqlite3

        cause = sqlite3.OperationalError("database or disk is full")
    error = OperationalError(str(cause))
    error.__cause__ = cause
    return error


class Restart(Injection):
    """The server ends its end of the connection."""

    def fire(self, watched: WatchedConnection) -> None:
        raw: Any = watched.connection.connection
        if raw is not None:
            raw.close()


class Does(Injection):
    """Anything else, at the statement drawn."""

    def __init__(self, kind: str, at: Place, what: Callable[[WatchedConnection], None]) -> None:
        super().__init__(kind, at)
        self.what = what

    def fire(self, watched: WatchedConnection) -> None:
        self.what(watched)


class BeforeChange(Does):
    """The same just before the change: what was read is about to be relied on."""

    def statement(self, watched: WatchedConnection, sql: str) -> None:
        begins = sql.startswith("BEGIN") or "FOR NO KEY UPDATE" in sql or sql[:6] in WRITES
        if begins and not self.fired:
            self.fired = True
            self.fire(watched)


class WatchedConnection:
    """Counts what goes over a connection, and lets an injection happen."""

    def __init__(self, connection: BaseDatabaseWrapper) -> None:
        self.connection = connection
        self.injection: Injection | None = None
        self.statements = self.writes = self.commits = 0
        self.wrote = False
        self._commit = connection.commit
        connection.execute_wrappers.append(self)
        connection.commit = self.commit  # type: ignore[method-assign]

    def begin(self, injection: Injection | None) -> None:
        """A request begins."""
        self.injection, self.statements, self.writes, self.commits = injection, 0, 0, 0
        self.wrote = False

    def end(self) -> None:
        """It is over."""
        self.injection = None

    def __call__(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
    ) -> Any:
        """One statement."""
        writes = sql.lstrip()[:6].upper() in WRITES
        self._count(sql, writes)
        self.wrote = self.wrote or writes
        return execute(sql, params, many, context)

    def _count(self, sql: str, writes: bool) -> None:
        """One more, and what happens at it."""
        self.statements += 1
        self.writes += writes
        if self.injection is not None:
            self.injection.statement(self, sql)

    def commit(self) -> None:
        """One commit. One that writes is a place where something may happen, before it and after it."""
        if not self.wrote:
            self._commit()
            return
        try:
            self._count(COMMIT, writes=True)
        except Killed:
            # Python commits by itself where Django goes on to give the connection back; a dead process does not
            self.connection.connection.rollback()
            raise
        self._commit()
        self.wrote = False
        self.commits += 1
        if self.injection is not None:
            self.injection.committed(self)

    def detach(self) -> None:
        """Leaves the connection as it was."""
        self.connection.execute_wrappers.remove(self)
        del self.connection.commit


class WatchedConnections:
    """The connection of the process at work, and a second one for who works at the same moment."""

    def __init__(self) -> None:
        self.first = WatchedConnection(connections["default"])
        self._second: WatchedConnection | None = None

    def second(self) -> WatchedConnection:
        """A connection that waits for nobody: who would have to wait is refused, and comes again."""
        if self._second is None:
            made = connections.create_connection("default")
            settings = {**made.settings_dict, "OPTIONS": dict(made.settings_dict["OPTIONS"])}
            if made.vendor == "sqlite":
                settings["OPTIONS"]["timeout"] = 0
            else:
                options = settings["OPTIONS"].get("options", "")
                settings["OPTIONS"]["options"] = f"{options} -c lock_timeout=20ms".strip()
            made.settings_dict = settings
            self._second = WatchedConnection(made)
        return self._second

    def close(self) -> None:
        """Both as they were."""
        if self._second is not None:
            self._second.connection.close()
        self.first.detach()
