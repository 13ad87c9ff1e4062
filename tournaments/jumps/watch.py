"""Looking whether the clock has stepped: whoever sweeps does it before anything is done by the time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import structlog

from tournaments.jumps.changes import settle
from tournaments.monotonic import boot_id, monotonic_seconds
from tournaments.now import now

log = structlog.get_logger(__name__)
#: Milliseconds by which the time and the monotonic clock may come apart before the kept figure follows.
DRIFT = 500


@dataclass
class Watch:
    """One process's view of the clock: by how many milliseconds it was ahead of the monotonic one at the last look."""

    wall: Callable[[], datetime] = now
    count: Callable[[], float] = monotonic_seconds
    start: Callable[[], str] = boot_id
    ahead: int | None = None

    def look(self) -> bool:
        """Whether the time is another than at the last look, so that one read before counts no more. What runs has
        been moved with it then, by this process or the one that saw it first."""
        moment = self.wall()
        ahead = round((moment.timestamp() - self.count()) * 1000)
        if self.ahead is not None and abs(ahead - self.ahead) <= DRIFT:
            return False
        jump = settle(ahead, start=self.start(), first=self.ahead is None, now=moment)
        self.ahead = ahead
        if jump is not None:
            log.warning("the clock jumped", seconds=jump.ms / 1000, at=jump.at.isoformat())
        return True


watch = Watch()
