"""The sweep that judges precedents by the rules of today, after an upgrade."""

from __future__ import annotations

import time
from datetime import datetime

from referee.precedents.checking import check_precedent, unchecked

#: Seconds that one sweep may judge: what is left waits for the next.
A_SWEEP = 1.0
AT_ONCE = 100


def check_due(now: datetime) -> int:
    """Judges precedents that were not judged by today's rules yet; gives how many. Nothing where all were."""
    begun, done = time.monotonic(), 0
    for precedent in unchecked()[:AT_ONCE]:
        check_precedent(precedent, now=now)
        done += 1
        if time.monotonic() - begun > A_SWEEP:
            break
    return done
