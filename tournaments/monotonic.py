"""Seconds since the machine was started, which setting its clock does not change, and the id of that start."""

from __future__ import annotations

import time
from pathlib import Path

BOOT = Path("/proc/sys/kernel/random/boot_id")


def monotonic_seconds() -> float:
    """Seconds since the start, time asleep included: a machine that slept has not had its clock changed."""
    for name in ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC"):
        number = getattr(time, name, None)
        if number is not None:
            return time.clock_gettime(number)
    return time.monotonic()


def boot_id() -> str:
    """The id of this start of the machine; empty where the system gives none."""
    try:
        return BOOT.read_text(encoding="ascii").strip()[:64]
    except OSError:
        return ""
