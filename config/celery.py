"""Celery, where Redis is there: the same timetable as the embedded runner's.

    celery -A config worker        does the work; any number of them
    celery -A config beat          says when, from config/timetable.py

Losing the broker, a worker or beat makes things later, never wrong: a sweep does whatever is due by then.
"""

import os
from typing import Any

from celery import Celery

from config.timetable import TIMETABLE

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

SHORTEST_BEAT = 1.0

app = Celery("first-blood")
app.config_from_object("django.conf:settings", namespace="CELERY")


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

__all__ = ["app", "beat_schedule", "sweep", "sweep_all"]
