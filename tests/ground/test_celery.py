"""A real worker and a real beat do what the embedded runner does."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.db import connection

from config.celery import app, beat_schedule, sweep
from config.timetable import TIMETABLE
from tests.ground.places import running, test_database_environ, wait_until
from tournaments.jobs.tasks import WORK
from tournaments.now import now


def test_beat_reads_the_timetable() -> None:
    schedule = beat_schedule()
    assert set(schedule) == {line.path for line in TIMETABLE}
    for line in TIMETABLE:
        entry = schedule[line.path]
        assert entry["args"] == [line.path]
        assert entry["schedule"] == max(line.every, 1.0)
        assert app.tasks[entry["task"]].name == sweep.name


def test_long_work_waits_in_a_queue_of_its_own_and_a_plain_worker_hears_both() -> None:
    queues = {task: app.amqp.router.route({}, task)["queue"] for task in (WORK, sweep.name)}
    assert {task: queue.name for task, queue in queues.items()} == {WORK: "long", sweep.name: "first-blood"}
    assert len({(queue.exchange.name, queue.routing_key) for queue in queues.values()}) == 2
    assert set(app.amqp.queues.consume_from) == {"first-blood", "long"}


@pytest.fixture
def worker(tmp_path: Path, transactional_db: None) -> Iterator[None]:
    """A worker and a beat in one process, on the test's own database."""
    environ = test_database_environ(tmp_path) | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    arguments = ["-m", "celery", "-A", "config", "worker", "-B", "-s", str(tmp_path / "beat")]
    app.conf.broker_url = environ["REDIS_URL"]
    app.control.purge()
    with running([*arguments, "--pool", "solo", "--loglevel", "WARNING"], environ):
        yield


@pytest.mark.celery
@pytest.mark.django_db(transaction=True)
def test_a_worker_runs_a_line_of_the_timetable(worker: None) -> None:
    Session.objects.create(session_key="old", session_data="", expire_date=now() - timedelta(days=1))
    Session.objects.create(session_key="new", session_data="", expire_date=now() + timedelta(days=1))
    sweep.delay("config.retention.tidying.tidy_daily")
    assert wait_until(lambda: not Session.objects.filter(session_key="old").exists(), 60)
    assert Session.objects.filter(session_key="new").exists()
    connection.close()
