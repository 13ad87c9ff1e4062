"""Saying that a part is at work."""

from __future__ import annotations

import os
import socket
from datetime import datetime, timedelta

from django.db import connection

from tournaments.models.heartbeats import Heartbeat
from tournaments.now import now as current

#: Set by the launcher for each start of a part.
START = "FIRST_BLOOD_START"
PAGES, SWEEPS = "pages", "sweeps"
FORGOTTEN_AFTER = timedelta(hours=1)


def beat(part: str, *, now: datetime, busy: float = 0.0) -> None:
    """Keeps this process's sign of life; ``busy``: seconds its longest request has been running."""
    columns = {"at": now, "busy_ms": int(busy * 1000), "start": os.environ.get(START, "")[:32]}
    process = f"{socket.gethostname()[:100]}:{os.getpid()}"
    if not Heartbeat.objects.filter(part=part, process=process).update(**columns):
        Heartbeat.objects.get_or_create(part=part, process=process, defaults=columns)


def beat_pages(busy: float) -> None:
    """The sign of life of a process that answers for the pages, from a thread of its own."""
    try:
        beat(PAGES, now=current(), busy=busy)
    finally:
        # Kept open it would be one more connection of each process.
        connection.close()


def forget_old(now: datetime) -> int:
    """Deletes the signs of processes that are long gone; gives how many."""
    return Heartbeat.objects.filter(at__lt=now - FORGOTTEN_AFTER).delete()[0]
