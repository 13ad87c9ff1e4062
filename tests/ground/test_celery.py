"""A real worker and a real beat do what the embedded runner does."""

import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.db import connection

from config.celery import app, beat_schedule, sweep
from config.timetable import TIMETABLE
from tests.ground.places import ROOT, plain_environ, running, test_database_environ, wait_until
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


SAYS = """
import logging, sys
from config.celery import app
app.log.setup(loglevel=sys.argv[1])  # as a worker and beat do once they know their arguments
for name in ("config.sweeps", "celery.worker.strategy"):
    for level in ("debug", "info", "warning", "error"):
        getattr(logging.getLogger(name), level)("%s %s", name, level)
"""


@pytest.mark.parametrize(
    ("set_to", "of_the_site", "of_celery"),
    [
        ("DEBUG", ["debug", "info", "warning", "error"], ["warning", "error"]),
        ("INFO", ["info", "warning", "error"], ["warning", "error"]),
        ("ERROR", ["error"], ["error"]),
    ],
)
def test_what_is_logged_is_set_by_the_site_whatever_celery_is_told(
    tmp_path: Path, set_to: str, of_the_site: list[str], of_celery: list[str]
) -> None:
    environ = plain_environ(LOG_LEVEL=set_to, LOG_JSON="true", SECRET_KEY="x" * 50, DATA_DIR=str(tmp_path))
    for told in ("WARNING", "DEBUG"):
        ran = subprocess.run(
            [sys.executable, "-c", SAYS, told],
            env=environ,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        lines = [json.loads(line)["event"] for line in ran.stderr.splitlines()]
        assert lines == [
            *(f"config.sweeps {level}" for level in of_the_site),
            *(f"celery.worker.strategy {level}" for level in of_celery),
        ]


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
