"""The time zone of an event: in which its pages show times, and its forms take them."""

from __future__ import annotations

from contextlib import AbstractContextManager
from datetime import tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.utils import timezone

from tournaments.models.events import Event


def zone_of(event: Event | None) -> tzinfo:
    """The zone that the event names, else the site's own."""
    return zone_named(event.time_zone if event is not None else "")


def zone_named(name: str) -> tzinfo:
    """The zone of that name; the site's own for none, and for one that is not known here."""
    return known_zone(name) or timezone.get_default_timezone()


def known_zone(name: str) -> ZoneInfo | None:
    """The zone of that name, if there is one."""
    try:
        return ZoneInfo(name) if name else None
    except (ValueError, OSError, ZoneInfoNotFoundError):
        return None


def in_zone_of(event: Event | None) -> AbstractContextManager[None]:
    """Times are those of the event's zone meanwhile."""
    return timezone.override(zone_of(event))
