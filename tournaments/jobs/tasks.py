"""The sweep of jobs: has processes do what is due, beside the runner and the clocks it calls; and how long jobs are
kept."""

from __future__ import annotations

import os
import subprocess
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import CASCADE, QuerySet

from tournaments.jobs.working import at_work, chunks_due, claim_chunk, work_chunk
from tournaments.models.jobs import Job
from tournaments.reading import delete_piece

WORK = "first_blood.work"
#: Seconds in which a worker begins what it was ordered to do, or the order is void: the next sweep gives another.
ORDERED = 5
KEPT = timedelta(days=90)
AT_ONCE = 20
#: The processes that this one has started.
_started: list[subprocess.Popen[bytes]] = []


def work_due(now: datetime) -> int:
    """Begins to do what is due: by workers of the queue, or else by processes of its own, as many at once as
    JOB_WORKERS says; where that is 0 it does one chunk itself. Gives how many were begun."""
    due = len(chunks_due(now).values_list("pk", flat=True)[:AT_ONCE])
    if not due:
        return 0
    if settings.JOB_WORKERS == 0:
        chunk = claim_chunk(now)
        return 0 if chunk is None else int(work_chunk(chunk, lambda: now))
    if settings.REDIS_URL:
        free = min(settings.JOB_WORKERS - at_work(now), due)
        for _number in range(free):
            _order()
        return max(free, 0)
    _started[:] = [process for process in _started if process.poll() is None]
    free = min(settings.JOB_WORKERS - max(len(_started), at_work(now)), due)
    for _number in range(free):
        _started.append(_process())
    return max(free, 0)


def _order() -> None:
    from celery import current_app

    current_app.send_task(WORK, expires=ORDERED, retry=False, ignore_result=True)


def _process() -> subprocess.Popen[bytes]:
    """A process that does what is due and ends; it ends with this one, when the pipe to it closes."""
    return subprocess.Popen(
        settings.JOB_COMMAND,
        stdin=subprocess.PIPE,
        cwd=settings.BASE_DIR,
        env={**os.environ, **settings.JOB_ENVIRONMENT},
    )


def old_jobs(now: datetime) -> QuerySet[Job]:
    """The jobs that were begun three months ago and are finished or cancelled."""
    return Job.objects.filter(at__lt=now - KEPT).exclude(finished_at=None, cancelled_at=None)


def forget_old_jobs(now: datetime) -> int:
    """Deletes some of them, with what came of them: of a large one its rows first, some at a time. Gives how many rows
    of jobs, or of what hangs on them."""
    numbers = list(old_jobs(now).order_by("pk").values_list("pk", flat=True)[:AT_ONCE])
    for relation in Job._meta.related_objects:
        if relation.on_delete is CASCADE:
            rows = relation.related_model._default_manager.filter(**{f"{relation.field.name}__in": numbers})
            gone = delete_piece(rows)
            if gone:
                return gone
    return delete_piece(old_jobs(now).filter(pk__in=numbers))
