"""The parts of the site that are at work, and those not heard from."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.heartbeats.changes import SWEEPS
from tournaments.models.heartbeats import Heartbeat

#: Seconds without a sign of life after which the desk says that calls are late: a part speaks every five.
LATE = 20.0


@dataclass(frozen=True)
class Sign:
    """A process and the seconds since it was heard of."""

    part: str
    start: str
    age: float
    busy: float
    #: the machine's name and the process's number there
    process: str = ""


def signs(now: datetime) -> list[Sign]:
    """The last sign of life of every process of the last hour, newest first."""
    rows = Heartbeat.objects.filter(at__gt=now - timedelta(hours=1)).order_by("-at")
    return [Sign(r.part, r.start, (now - r.at).total_seconds(), r.busy_ms / 1000, r.process) for r in rows]


def calls_late_by(now: datetime) -> int:
    """Seconds since anybody was heard of who calls time and takes in what is due; 0 while that is as it should be, or
    where nobody ever did (a site that was just made)."""
    newest = Heartbeat.objects.filter(part=SWEEPS).order_by("-at").values_list("at", flat=True).first()
    if newest is None:
        return 0
    age = (now - newest).total_seconds()
    return int(age) if age > LATE else 0
