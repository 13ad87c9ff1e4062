"""The time, asked once at the edge of the program and passed on from there.

With PostgreSQL it is the database's: asked now and then, and in between counted on by a clock that nobody sets. So
machines whose clocks differ, or are set, agree on when a time is over. Where there is no such database, or before it
was reached for the first time, it is the machine's own.
"""

from __future__ import annotations

import threading
from collections import deque
from datetime import UTC, datetime, timedelta

from django.db import Error, connection
from django.db.backends.base.base import BaseDatabaseWrapper

from tournaments.monotonic import monotonic_seconds

#: Seconds after which the database is asked again, and before it is tried again where it was away.
EVERY = 5.0
#: What it is asked: the time, and by how many milliseconds all jumps together moved what runs (`tournaments.jumps`).
THERE = "SELECT to_regclass('tournaments_clockjump') IS NOT NULL"
TIME_AND_JUMPS = "SELECT clock_timestamp(), (SELECT COALESCE(SUM(ms), 0)::bigint FROM tournaments_clockjump)"
#: Milliseconds by which a clock may be set right without a jump: less moves nothing.
JUMP = 2000
#: Seconds in which a jump is taken in, or nobody does it.
TAKEN_IN = 60.0
#: An answer that took longer says too little.
SLOW = 0.5
#: Whether databases are asked: not in tests, which set the time themselves.
ASKS = True


class DatabaseTime:
    """The time that the database gave, and the reading of the monotonic clock at that moment."""

    def __init__(self) -> None:
        self.said: tuple[float, datetime] | None = None
        self.tried: float | None = None
        #: By how many milliseconds the time by which the kept clocks go is ahead of the count, and after which jumps.
        self.kept: tuple[int, int] | None = None
        self.apart_since: float | None = None
        self.migrated = False

    def now(self) -> datetime | None:
        """The database's time, counted on; None where it is not known."""
        if self.said is None:
            return None
        count, moment = self.said
        return moment + timedelta(seconds=monotonic_seconds() - count)

    def ask(self, of: BaseDatabaseWrapper) -> None:
        """Asks the database of this connection, if it is time to. Raises its error when it does not answer."""
        if (
            not ASKS
            or of.vendor != "postgresql"
            or (self.said and monotonic_seconds() - self.said[0] < EVERY)
        ):
            return
        self._ask(of)

    def ask_anew(self, of: BaseDatabaseWrapper) -> bool:
        """Asks the database of this connection, however short ago it did. Whether the time is known by that: an answer
        that took too long says too little. Raises the database's error when it does not answer."""
        return not ASKS or of.vendor != "postgresql" or self._ask(of)

    def _ask(self, of: BaseDatabaseWrapper) -> bool:
        with of.cursor() as cursor:
            if not self.migrated:
                cursor.execute(THERE)
                self.migrated = bool(cursor.fetchone()[0])
            before = monotonic_seconds()
            cursor.execute(TIME_AND_JUMPS if self.migrated else "SELECT clock_timestamp(), NULL")
            moment, jumps = cursor.fetchone()
        after = monotonic_seconds()
        believed = self.said is None or after - before <= SLOW
        if believed:
            self.said = (before + after) / 2, moment.astimezone(UTC)
            if jumps is not None:
                self._follow(*self.said, jumps)
        return believed

    def _follow(self, count: float, moment: datetime, jumps: int) -> None:
        """Whether the kept clocks go by the time just told, or a jump is not taken in yet. One that nobody takes in
        within a minute is none any more; one that was taken in without the time having changed was over before this
        process began to ask."""
        ahead = round((moment.timestamp() - count) * 1000)
        if self.kept is not None:
            before, known = self.kept
            apart = ahead - before - (jumps - known)
            waits = abs(apart) > JUMP and not (jumps != known and abs(ahead - before) <= JUMP)
            if waits and self.apart_since is None:
                self.apart_since = count
            if waits and self.apart_since is not None and count - self.apart_since <= TAKEN_IN:
                self.kept = ahead - apart, jumps
                return
        self.kept, self.apart_since = (ahead, jumps), None

    def kept_ahead(self, of: BaseDatabaseWrapper) -> int | None:
        """By how many milliseconds the time of the kept clocks is ahead of this machine's count, asked anew; None where
        that is not known. Call it where no jump can be taken in meanwhile."""
        if not ASKS or of.vendor != "postgresql":
            return None
        self.ask_anew(of)
        return None if self.kept is None else self.kept[0]

    def reach(self) -> None:
        """Before the first answer: connects, which asks; not for every call where the database is away."""
        if connection.vendor != "postgresql" or self.said is not None:
            return
        if self.tried is not None and monotonic_seconds() - self.tried < EVERY:
            return
        self.tried = monotonic_seconds()
        try:
            self.ask(connection)
        except Error:
            return


database = DatabaseTime()
#: The moments a thread asked for last, and when by the monotonic clock.
_asked = threading.local()
REMEMBERED = 16


def now() -> datetime:
    """The present moment, aware, in UTC."""
    database.reach()
    moment, count = database.now() or datetime.now(UTC), monotonic_seconds()
    if not hasattr(_asked, "moments"):
        _asked.moments = deque(maxlen=REMEMBERED)
    _asked.moments.append((moment, count))
    return moment


def count_at(moment: datetime) -> float | None:
    """When by the monotonic clock this thread was given that moment; None where it was not, or long ago."""
    return next((count for said, count in reversed(getattr(_asked, "moments", ())) if said == moment), None)


def on_connection(sender: object, connection: BaseDatabaseWrapper, **more: object) -> None:
    """On a new connection, or one out of the pool: asks, if it is time to."""
    database.ask(connection)
