"""A job that somebody waits for and that nobody does is done by a thread of the process that was asked: a site whose
runner is down keeps nobody from playing, and no request works for seconds."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import datetime

import structlog
from django.db import connection
from django.db.models import Min

from tournaments.jobs.working import PASSING, claim_chunk_of, give_back, work_chunk
from tournaments.models.jobs import Job, JobChunk
from tournaments.now import now

log = structlog.get_logger(__name__)

#: What finds the job, begins it anew, or has a cancelled one go on; None where there is none to be done.
Find = Callable[[], Job | None]
#: So often a job is given up here that cannot be written: whoever waits for it asks again.
FAILS = 20
#: Seconds that are waited at most in one piece for what was put off, and until the database is asked again.
WAIT, AWAY = 60.0, 5.0

#: Told of whatever is asked for.
_news = threading.Condition()
#: What was asked for and is not begun, by its name, in the order it was asked for.
_asked: dict[str, Find] = {}
#: Of what was put off, until when (by the clock that never jumps), and which job it is.
_put_off: dict[str, tuple[float, int]] = {}
_thread: threading.Thread | None = None


def take_up(name: str, find: Find) -> None:
    """Has a job done beside the caller, one after another of those that were asked for. Of one name once, until it is
    begun. ``find`` is asked by the thread, outside of the caller's transaction.

    The thread may end with its process at any point: the claim of the part it was at runs out.
    """
    global _thread
    with _news:
        _asked[name] = find
        _news.notify()
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
    while (due := _next()) is not None:
        name, find, put_off = due
        number, wait = put_off, None
        try:
            job = find() if find is not None else None
            number = job.pk if job is not None else put_off
            wait = None if number is None else _do(number)
        except PASSING as error:  # the database is busy, or away
            log.warning("a job that nobody does is put off", name=name, error=repr(error))
            wait = AWAY if number is not None else None
        except Exception:
            log.exception("a job that nobody does could not be done beside a request", name=name)
        finally:
            _close()
        if wait is not None and number is not None:
            with _news:
                _put_off[name] = time.monotonic() + wait, number


def _next() -> tuple[str, Find | None, int | None] | None:
    """What is to be done next: its name, what finds the job where somebody has asked, which job it was where it was put
    off. Waits for it; None where nothing is left, and the thread ends."""
    global _thread
    with _news:
        while True:
            if _asked:
                name = next(iter(_asked))
                return name, _asked.pop(name), _put_off.pop(name, (0.0, None))[1]
            if not _put_off:
                _thread = None
                return None
            name = min(_put_off, key=lambda each: _put_off[each][0])
            wait = _put_off[name][0] - time.monotonic()
            if wait <= 0:
                return name, None, _put_off.pop(name)[1]
            _news.wait(min(wait, WAIT))


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
