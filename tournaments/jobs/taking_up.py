"""A job that somebody waits for and that nobody does is done by a thread of the process that was asked: a site whose
runner is down keeps nobody from playing, and no request works for seconds."""

from __future__ import annotations

import threading

import structlog
from django.db import connection

from tournaments.access import Actor
from tournaments.jobs.changes import resume_job
from tournaments.jobs.working import claim_chunk_of, work_chunk
from tournaments.models.jobs import Job
from tournaments.now import now

log = structlog.get_logger(__name__)

#: The process does one such job at a time: whoever waits for another asks again.
_at_it = threading.Lock()


def take_up(number: int) -> bool:
    """Begins to do this job beside the caller, one that was cancelled too; gives whether it did, and is not at another.

    The thread may end with its process at any point: the claim of the part it was at runs out.
    """
    if not _at_it.acquire(blocking=False):
        return False
    threading.Thread(target=_do, args=[number], daemon=True, name=f"job-{number}").start()
    return True


def _do(number: int) -> None:
    try:
        _go_on_with(number)
        while chunk := claim_chunk_of(number, now()):
            work_chunk(chunk)
    except Exception:
        log.exception("a job that nobody did could not be done beside a request", job=number)
    finally:
        connection.close()
        _at_it.release()


def _go_on_with(number: int) -> None:
    job = Job.objects.select_related("event").filter(pk=number, cancelled_at__isnull=False).first()
    if job is not None:
        resume_job(job, by=Actor.system(), now=now())
