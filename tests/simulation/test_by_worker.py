"""A day whose sweeps a Celery worker does, each sent to it through Redis."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from typing import Any

import pytest
from celery.contrib.testing.worker import start_worker
from celery.signals import task_postrun
from django.conf import settings

from config.celery import app, sweep
from config.simulation.day import Day
from config.simulation.emptying import empty
from config.simulation.plan import Plan
from config.timetable import TIMETABLE, Sweep

PATIENCE = 60


@pytest.fixture
def done() -> Iterator[queue.Queue[str]]:
    """A worker in a thread of this process, under the day's clock; what it has done by now."""
    finished: queue.Queue[str] = queue.Queue()

    def note(sender: Any, args: list[str], **more: Any) -> None:
        finished.put(args[0])

    app.conf.broker_url = settings.REDIS_URL
    app.control.purge()
    task_postrun.connect(note)
    try:
        with start_worker(app, pool="solo", perform_ping_check=False, shutdown_timeout=PATIENCE):
            yield finished
    finally:
        task_postrun.disconnect(note)


@pytest.mark.long
@pytest.mark.celery
@pytest.mark.redis
@pytest.mark.django_db(transaction=True)
def test_a_day_swept_by_a_worker(done: queue.Queue[str]) -> None:
    sent: list[str] = []

    def send(line: Sweep) -> None:
        sent.append(line.path)
        sweep.delay(line.path)
        assert done.get(timeout=PATIENCE) == line.path

    empty()
    day = Day(Plan("11", 4, 1), send).run()
    assert day.failures == [] and day.digest
    assert len(sent) >= 3 * len(TIMETABLE)
