"""Looking whether the clock has stepped: whoever sweeps does it before anything is done by the time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import structlog
from django.db import OperationalError, connection

from tournaments.jumps.changes import moved_to, settle
from tournaments.monotonic import boot_id, monotonic_seconds
from tournaments.now import JUMP, database, now

log = structlog.get_logger(__name__)
#: Milliseconds by which the time and the monotonic clock may come apart before the kept figure follows.
DRIFT = 500


@dataclass
class Watch:
    """One process's view of the clock: by how many milliseconds it was ahead of the monotonic one at the last look."""

    wall: Callable[[], datetime] = now
    count: Callable[[], float] = monotonic_seconds
    start: Callable[[], str] = boot_id
    anew: Callable[[], bool] = lambda: database.ask_anew(connection)
    ahead: int | None = None

    def look(self) -> bool:
        """Whether the time is another than at the last look, or what runs was moved to another, so that a time read
        before counts no more. What runs has been moved then, by this process or the one that saw it first.

        Raises OperationalError where the database takes too long to say which time it is.
        """
        moment, ahead = self._read()
        if self.ahead is not None:
            # Even where nothing has changed for this process: it may have slept while others took in a jump and the
            # clock was set right again.
            if abs(ahead - self.ahead) <= DRIFT and not self._apart(ahead):
                return False
            # The database's time is asked for only now and then: this process may not have heard of a jump, or of the
            # last one of two.
            if not self.anew():
                raise OperationalError("the database took too long to tell its time")
            moment, ahead = self._read()
        jump = settle(ahead, start=self.start(), first=self.ahead is None, now=moment)
        self.ahead = ahead
        if jump is not None:
            log.warning("the clock jumped", seconds=jump.ms / 1000, at=jump.at.isoformat())
        return True

    def _read(self) -> tuple[datetime, int]:
        """The time, and by how many milliseconds it is ahead of the count."""
        moment = self.wall()
        return moment, round((moment.timestamp() - self.count()) * 1000)

    def _apart(self, ahead: int) -> bool:
        """Whether what runs was moved to another time than this, by somebody on this machine."""
        known = moved_to(self.start())
        return known is not None and abs(ahead - known) > JUMP


watch = Watch()
