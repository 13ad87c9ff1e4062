"""Time called at many tables at once: by the embedded runner, by Celery, and by a runner killed in the middle.

    CALLED_TABLES=2000 .venv/bin/pytest -m bench -s tests/benchmarks/test_time_called.py

Goal of 2,000: within a second. DATABASE_URL and REDIS_URL for PostgreSQL and Celery.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.db.models import Count

from tests.ground.places import running, test_database_environ, wait_until
from tests.tournaments.factories import running_event, running_round
from tournaments.models.clocks import ClockEvent, ClockState, Deadline
from tournaments.models.rounds import Match, Round
from tournaments.now import now

TABLES = int(os.environ.get("CALLED_TABLES", "500"))
RUNNER = ["-m", "config.launch.child", "runner"]

pytestmark = [pytest.mark.bench, pytest.mark.django_db(transaction=True), pytest.mark.timeout(120)]


def tables_due_in(seconds: float) -> float:
    """A running round of so many tables whose time ends at one moment; gives that moment."""
    round = running_round(running_event(4, clock_kind="fixed"))
    Round.objects.update(started_at=now())
    Match.objects.bulk_create([Match(round=round, table=1000 + n) for n in range(TABLES)])
    due = now() + timedelta(seconds=seconds)
    Deadline.objects.all().delete()
    matches = Match.objects.filter(round=round, table__gte=1000)
    Deadline.objects.bulk_create(
        [Deadline(match=match, round=round, state=ClockState.RUNNING, due_at=due) for match in matches]
    )
    return due.timestamp()


def called() -> int:
    """At how many tables time has been called."""
    return ClockEvent.objects.filter(kind="time_called").count()


def wait_for_all() -> float:
    """Waits until time was called everywhere; gives that moment."""
    assert wait_until(lambda: called() >= TABLES, 60)
    return time.time()


def each_once() -> bool:
    """Whether time was called exactly once at every table."""
    twice = (
        ClockEvent.objects.filter(kind="time_called").values("match").annotate(n=Count("id")).filter(n__gt=1)
    )
    return called() == TABLES and not twice.exists()


@contextmanager
def celery(tmp_path: Path) -> Iterator[None]:
    """A worker with a beat."""
    environ = test_database_environ(tmp_path) | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    arguments = [
        "-m",
        "celery",
        "-A",
        "config",
        "worker",
        "-B",
        "-s",
        str(tmp_path / "beat"),
        "--pool",
        "solo",
    ]
    with running([*arguments, "--loglevel", "WARNING"], environ):
        yield


def test_by_the_embedded_runner(tmp_path: Path) -> None:
    due = tables_due_in(4)
    with running(RUNNER, test_database_environ(tmp_path)):
        late = wait_for_all() - due
    print(
        f"\n{TABLES} tables at once, runner on {connection.vendor}: all called {late * 1000:.0f} ms late "
        f"(goal {500 if TABLES <= 500 else 1000})"
    )
    assert each_once()


def test_by_a_runner_that_is_killed_and_started_again(tmp_path: Path) -> None:
    due = tables_due_in(4)
    environ = test_database_environ(tmp_path)
    with running(RUNNER, environ) as first:
        wait_until(lambda: time.time() >= due + 0.02, 10)
        first.kill()
        first.wait()
    before = called()
    with running(RUNNER, environ):
        began = time.time()
        took = wait_for_all() - began
    print(
        f"\nkilled with {before} of {TABLES} called; all called {took:.1f} s after the new start (goal 3 s)"
    )
    assert each_once()


@pytest.mark.celery
def test_by_celery(tmp_path: Path) -> None:
    due = tables_due_in(8)
    with celery(tmp_path):
        late = wait_for_all() - due
    print(
        f"\n{TABLES} tables at once, Celery on {connection.vendor}: all called {late * 1000:.0f} ms late "
        f"(goal {1500 if TABLES <= 500 else 1000})"
    )
    assert each_once()
