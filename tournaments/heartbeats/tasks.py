"""The sign of life of whoever goes through the timetable: the runner, or Celery's workers."""

from __future__ import annotations

import time
from datetime import datetime

from django.conf import settings

from tournaments.heartbeats.changes import SWEEPS, beat, forget_old

_last: dict[str, float] = {}


def beat_sweeps(now: datetime) -> int:
    """Says that what is due is being done; gives 1, or 0 when it was said a moment ago.

    The timetable is nudged often, and each sign is a row that is written.
    """
    moment = time.monotonic()
    least = settings.SIGN_OF_LIFE_SECONDS * 0.8
    if moment - _last.get("beat", -least) < least:
        return 0
    _last["beat"] = moment
    beat(SWEEPS, now=now)
    return 1


def forget_old_signs(now: datetime) -> int:
    """Deletes the signs of processes that are long gone; gives how many."""
    return forget_old(now)
