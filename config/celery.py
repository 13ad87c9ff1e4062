"""Celery, where Redis is there: the same timetable as the embedded runner's.

    celery -A config worker        does the work; any number of them (--queues long: long work alone)
    celery -A config beat          says when, from config/timetable.py

Losing the broker, a worker or beat makes things later, never wrong: a sweep does whatever is due by then.
"""

import logging.config
import os
from pathlib import Path
from typing import Any

from celery import Celery
from celery.signals import setup_logging

from config.alive import keep_alive_file
from config.frames import with_room
from config.timetable import TIMETABLE

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

SHORTEST_BEAT = 1.0
#: Seconds after which a worker that does jobs looks at what else there is.
WORKING = 10.0

app = Celery("first-blood")


@setup_logging.connect
def log_as_the_site_does(**_given: Any) -> None:
    """The level of logs, and how they are written, is the site's to set: whoever answers this signal keeps Celery from
    setting a level of its own, by --loglevel, for all that the site says."""
    from django.conf import settings

    logging.config.dictConfig(settings.LOGGING)


app.config_from_object("django.conf:settings", namespace="CELERY")

if os.environ.get("ALIVE_FILE"):
    keep_alive_file(Path(os.environ["ALIVE_FILE"]))


@app.task(name="first_blood.sweep", ignore_result=True)
def sweep(path: str) -> int:
    """Runs one line of the timetable."""
    from config.sweeps import run_sweep

    return run_sweep(next(s for s in TIMETABLE if s.path == path))


@app.task(name="first_blood.sweep_all", ignore_result=True)
def sweep_all() -> int:
    """Runs every line of the timetable that is not upkeep: a nudge asks for it."""
    from config.sweeps import run_sweep

    return sum(run_sweep(s) for s in TIMETABLE if s.every < 60)


@app.task(name="first_blood.work", ignore_result=True)
def work() -> int:
    """Does chunks of jobs for a while; the next sweep orders more. Never so many at once that no worker is left."""
    from django.conf import settings

    from tournaments.jobs.working import work_for

    return with_room(work_for)(WORKING, settings.JOB_WORKERS)


def beat_schedule() -> dict[str, dict[str, Any]]:
    """The timetable as Celery's beat reads it; an order nobody took in its period is dropped."""
    return {
        line.path: {
            "task": "first_blood.sweep",
            "args": [line.path],
            "schedule": max(line.every, SHORTEST_BEAT),
            "options": {"expires": max(line.every, SHORTEST_BEAT) * 2},
        }
        for line in TIMETABLE
    }


app.conf.beat_schedule = beat_schedule()

__all__ = ["app", "beat_schedule", "sweep", "sweep_all", "work"]
