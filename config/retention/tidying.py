"""Deleting what is due: by a job, once a day, or by the command."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from config.retention.kinds import BY_NAME, KEPT, Kept
from tournaments.access import Actor
from tournaments.jobs.changes import begin_job
from tournaments.jobs.kinds import Done, Kind
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.jobs import Job
from tournaments.now import now as moment_now

TIDYING = "tidy_site"
EVERY = timedelta(days=1)
#: Seconds for which one process deletes things of one kind; it holds its claim for longer.
AT_A_TURN = 5.0
#: Where a job writes what it deleted, and what it left for the next one.
GONE, LEFT = "gone", "left"


def tidy_daily(now: datetime) -> int:
    """Begins to delete what is due, where anything is and the last time is a day ago, or left something over; gives 1
    where it did."""
    last = last_tidied()
    if last is not None:
        if last.finished_at is None and last.cancelled_at is None:
            return 0
        if now - last.at < EVERY and not (last.finished_at and last.arguments.get(LEFT)):
            return 0
    due = [kept.name for kept in KEPT if kept.is_due(now)]
    if not due:
        return 0
    begin_job(TIDYING, due, by=Actor.system(), now=now)
    return 1


def last_tidied(*, over: bool = False) -> Job | None:
    """The job that was begun last; ``over``: of those that are done."""
    jobs = Job.objects.filter(kind=TIDYING).order_by("-pk")
    return (jobs.exclude(finished_at=None) if over else jobs).first()


def tidy_now(now: datetime) -> Iterator[tuple[Kept, int]]:
    """Deletes everything that is due, kind by kind, and says so of each; then notes it as a job that is done. A kind
    that fails ends it there, and what went before is noted."""
    gone: dict[str, int] = {}
    try:
        for kept in KEPT:
            count = 0
            while piece := kept.forget(now):
                count += piece
            if count:
                gone[kept.name] = count
            yield kept, count
    finally:
        begin_job(TIDYING, (), by=Actor.system(), now=now, arguments={GONE: gone})


def _work(job: Job, name: str) -> tuple[int, bool]:
    """Deletes things of a kind for a while; gives how many, and whether some are left."""
    kept, count, end = BY_NAME[name], 0, time.monotonic() + AT_A_TURN
    while piece := kept.forget(moment_now()):
        count += piece
        if time.monotonic() >= end:
            return count, kept.is_due(moment_now())
    return count, False


def _keep(job: Job, done: Sequence[Done], now: datetime) -> None:
    """Adds it to the job's own row, which the caller has locked."""
    gone, left = job.arguments.get(GONE, {}), job.arguments.get(LEFT, [])
    for name, (count, is_left) in done:
        gone = {**gone, name: gone.get(name, 0) + count}
        left = [*left, name] if is_left else left
    job.arguments = {**job.arguments, GONE: gone, LEFT: left}
    job.save(update_fields=["arguments"])


def gone_of(job: Job) -> list[tuple[Message, int]]:
    """What a job deleted: of which kind, how many."""
    gone: dict[str, Any] = job.arguments.get(GONE, {})
    return [(BY_NAME[name].what, count) for name, count in gone.items() if name in BY_NAME]


def _title(job: Job) -> Message:
    return _("Deleting what was kept long enough")


def _runs_it(actor: Actor, job: Job) -> bool:
    return actor.user is not None and actor.user.is_superuser and actor.grant is None


KIND = Kind(TIDYING, _title, _work, _runs_it, _runs_it, _keep, at_once=1)
