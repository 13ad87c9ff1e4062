"""A count of seconds that no setting of the clock changes, and which start of the machine it counts from."""

from __future__ import annotations

import time
from pathlib import Path

BOOT = Path("/proc/sys/kernel/random/boot_id")


def steady() -> float:
    """Seconds, those in which the machine slept included: sleeping is time that has passed, and no jump."""
    for name in ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC"):
        number = getattr(time, name, None)
        if number is not None:
            return time.clock_gettime(number)
    return time.monotonic()


def boot() -> str:
    """Which start of the machine this is; empty where it does not say."""
    try:
        return BOOT.read_text(encoding="ascii").strip()[:64]
    except OSError:
        return ""
