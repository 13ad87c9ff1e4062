"""The site's own numbers for Prometheus, read from the database when they are asked for: so every process of the pages
gives the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime

from django.conf import settings
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from config import figures

#: What waits, as its number and the seconds that the first of it waits.
WAITING: Mapping[str, tuple[str, Callable[[datetime], figures.Waiting]]] = {
    "deadlines_overdue": ("Tables whose time is over and was not called.", figures.overdue_deadlines),
    "chunks_waiting": ("Parts of long work that could be begun.", figures.waiting_chunks),
    "webhooks_waiting": ("Messages to other programs that are due.", figures.waiting_webhooks),
    "notifications_waiting": ("Notifications that are due.", figures.waiting_notifications),
    "calls_open": ("Calls for a judge without an answer.", figures.open_calls),
}


def _sweeps_age(now: datetime) -> float | None:
    """Where nobody ever did, or was not heard of for so long that it is forgotten, the age of the site: a number that
    is left out raises no alert."""
    age = figures.sweeps_age(now)
    return figures.site_age(now) if age is None else age


def _backup_age(now: datetime) -> float | None:
    """Where there is none though the site is to make them, the age of the site."""
    age = figures.backup_age(now)
    return figures.site_age(now) if age is None and settings.BACKUPS else age


SINGLE: Mapping[str, tuple[str, Callable[[datetime], float | None]]] = {
    "jobs_failed": (
        "Jobs of the last day of which something failed that is the site's to mend.",
        figures.failed_jobs,
    ),
    "sweeps_age_seconds": ("Seconds since anybody did what is due, or since the site began.", _sweeps_age),
    "backup_age_seconds": (
        "Seconds since the newest backup, or since the site that makes some began.",
        _backup_age,
    ),
    "taps_per_second": ("Entries tapped into live logs, over the last minute.", figures.taps_a_second),
    "live_logs": ("Games that are being logged on phones.", lambda now: figures.live_logs()),
    "judged_entries": ("Entries of all stored logs that count.", lambda now: figures.judged_entries()),
}


def _database_up(value: int) -> GaugeMetricFamily:
    return GaugeMetricFamily("first_blood_database_up", "Whether the database answers: 1, or 0.", value=value)


class DatabaseAway(Collector):
    """The one number of a site whose database does not answer."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """That it does not."""
        yield _database_up(0)


class SiteNumbers(Collector):
    """The numbers at one moment; one that is not known is left out."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """Nothing is asked when this is registered."""
        return iter(())

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """All of them; that the database answers is said when it did."""
        for name, (text, waiting) in WAITING.items():
            told = waiting(self.now)
            yield GaugeMetricFamily(f"first_blood_{name}", text, value=told.number)
            oldest = f"{text} Seconds that the oldest waits."
            yield GaugeMetricFamily(f"first_blood_{name}_oldest_seconds", oldest, value=told.seconds)
        for name, (text, number) in SINGLE.items():
            value = number(self.now)
            if value is not None:
                yield GaugeMetricFamily(f"first_blood_{name}", text, value=value)
        yield _database_up(1)


def site_numbers(now: datetime) -> bytes:
    """The numbers in Prometheus's text format."""
    return _written(SiteNumbers(now))


def database_away() -> bytes:
    """What is told in their place when the database does not answer: an alert needs a number."""
    return _written(DatabaseAway())


def _written(numbers: Collector) -> bytes:
    registry = CollectorRegistry()
    registry.register(numbers)
    return generate_latest(registry)
