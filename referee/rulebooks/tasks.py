"""The sweep that notes which cards were played in which logs."""

from __future__ import annotations

import time
from datetime import datetime
from itertools import islice

from referee.rulebooks.played import note_cards, unnoted

#: Seconds that one sweep may take: what is left waits for the next.
A_SWEEP = 0.5
AT_ONCE = 50


def note_played(now: datetime) -> int:
    """Notes the cards of logs that came in or grew; gives how many logs. Nothing where all are noted."""
    begun, done = time.monotonic(), 0
    for record in islice(unnoted(), AT_ONCE):
        note_cards(record)
        done += 1
        if time.monotonic() - begun > A_SWEEP:
            break
    return done
