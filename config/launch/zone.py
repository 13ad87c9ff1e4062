"""The time zone of this machine, for the times that pages show."""

import os
import zoneinfo
from pathlib import Path

NAME = Path("/etc/timezone")
LINK = Path("/etc/localtime")


def machine_zone() -> str | None:
    """Its name, as Europe/Berlin; None where the system does not tell it (Windows)."""
    for name in (os.environ.get("TZ", "").removeprefix(":"), _linked(), _written()):
        if name and _known(name):
            return name
    return None


def _linked() -> str:
    """The name of the zone that /etc/localtime points to."""
    _, separator, name = str(LINK.resolve()).partition("zoneinfo/")
    return name if separator else ""


def _written() -> str:
    try:
        return NAME.read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return ""


def _known(name: str) -> bool:
    try:
        zoneinfo.ZoneInfo(name)
    except (OSError, ValueError, zoneinfo.ZoneInfoNotFoundError):
        return False
    return True
