"""The sign of life of whoever goes through the timetable: the runner, or Celery's workers."""

from __future__ import annotations

import time
from datetime import datetime

from tournaments.heartbeats.changes import SWEEPS, beat, forget_old

#: Seconds between two signs, however often the timetable is nudged.
PACE = 4.0
_last: dict[str, float] = {}


def beat_sweeps(now: datetime) -> int:
    """Says that what is due is being done; gives 1, or 0 when it was said a moment ago."""
    moment = time.monotonic()
    if moment - _last.get("beat", -PACE) < PACE:
        return 0
    _last["beat"] = moment
    beat(SWEEPS, now=now)
    return 1


def forget_old_signs(now: datetime) -> int:
    """Deletes the signs of processes that are long gone; gives how many."""
    return forget_old(now)
