"""A job that somebody waits for and that nobody does is done by a thread of the process that was asked: a site whose
runner is down keeps nobody from playing, and no request works for seconds."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import datetime
from functools import partial

import structlog
from django.db import connection
from django.db.models import Min

from tournaments.jobs.working import claim_chunk_of, give_back, work_chunk
from tournaments.models.jobs import Job, JobChunk
from tournaments.now import now

log = structlog.get_logger(__name__)

#: What finds the job, begins it anew, or has a cancelled one go on; None where there is none to be done.
Find = Callable[[], Job | None]
#: So often a job is given up here that cannot be written: whoever waits for it asks again.
FAILS = 20
#: Seconds that are waited at most, in one piece, for what was put off; while another waits, too.
WAIT, LOOK = 60.0, 1.0

_lock = threading.Lock()
#: What was asked for and is not begun, by its name, in the order it was asked for.
_asked: dict[str, Find] = {}
_thread: threading.Thread | None = None


def take_up(name: str, find: Find) -> None:
    """Has a job done beside the caller, one after another of those that were asked for. Of one name once, until it is
    begun. ``find`` is asked by the thread, outside of the caller's transaction.

    The thread may end with its process at any point: the claim of the part it was at runs out.
    """
    global _thread
    with _lock:
        _asked[name] = find
        if _thread is not None and _thread.is_alive():
            return
        thread = threading.Thread(target=_work, daemon=True, name="jobs taken up")
        try:
            thread.start()
        except RuntimeError:  # no thread is to be had: the process ends, or has too many
            _asked.clear()
            log.exception("a job that nobody does could not be begun", name=name)
            return
        _thread = thread


def _work() -> None:
    global _thread
    while True:
        with _lock:
            if not _asked:
                _thread = None
                return
            name = next(iter(_asked))
            find = _asked.pop(name)
        wait, job = None, None
        try:
            job = find()
            wait = None if job is None else _do(job.pk)
        except Exception:
            log.exception("a job that nobody does could not be done beside a request", name=name)
        finally:
            _close()
        if wait is not None:
            with _lock:
                alone = not _asked
                _asked.setdefault(name, partial(_itself, job))
            time.sleep(min(wait, WAIT if alone else LOOK))


def _itself(job: Job | None) -> Job | None:
    return job


def _do(number: int) -> float | None:
    """Does all of a job that can be done now; gives in how many seconds more can, None where nothing is left."""
    fails = 0
    while chunk := claim_chunk_of(number, now()):
        try:
            work_chunk(chunk)
        except Exception:
            log.exception("a part of a job could not be written", job=number)
            give_back(chunk)
            fails += 1
            if fails == FAILS:
                return None
    return _seconds_until_due(number, now())


def _seconds_until_due(number: int, moment: datetime) -> float | None:
    left = JobChunk.objects.filter(job=number, job__cancelled_at=None, job__finished_at=None, done_at=None)
    due = left.filter(due_at__gt=moment).aggregate(due=Min("due_at"))["due"]
    return None if due is None else (due - moment).total_seconds() + 0.05


def _close() -> None:
    try:
        connection.close()
    except Exception:
        log.exception("a connection could not be closed")
