"""Deleting what is due: by a job, once a day, or by the command."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from config.retention.kinds import BY_NAME, KEPT, Kept
from tournaments.access import Actor
from tournaments.jobs.changes import UnderWay, begin_job
from tournaments.jobs.kinds import Done, Kind, Part
from tournaments.messages import Message, joined
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
    try:
        begin_job(TIDYING, due, alone="site", by=Actor.system(), now=now)
    except UnderWay:
        return 0
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


def _work(job: Job, name: str) -> bool:
    """Deletes things of a kind for a while, piece by piece; gives whether some are left. What goes, goes here and not
    when the chunk is kept: each piece is counted in the transaction that deletes it, which is none once the job was
    cancelled."""
    kept, end = BY_NAME[name], time.monotonic() + AT_A_TURN
    while _delete_piece(job, kept):
        if time.monotonic() >= end:
            return kept.is_due(moment_now())
    return False


def _delete_piece(job: Job, kept: Kept) -> int:
    """Deletes a piece and counts it on the job's row, which who cancels it locks, too; gives how much it was, 0 for a
    job that was cancelled."""
    with transaction.atomic():
        row = Job.objects.select_for_update(no_key=True).get(pk=job.pk)
        piece = 0 if row.cancelled_at is not None else kept.forget(moment_now())
        if piece:
            gone = row.arguments.get(GONE, {})
            row.arguments[GONE] = {**gone, kept.name: gone.get(kept.name, 0) + piece}
            row.save(update_fields=["arguments"])
    return piece


def _keep(job: Job, done: Sequence[Done], now: datetime) -> None:
    """Notes on the job's own row, which the caller has locked, of which kinds some are left."""
    job.arguments[LEFT] = [*job.arguments.get(LEFT, []), *(name for name, is_left in done if is_left)]
    job.save(update_fields=["arguments"])


def gone_of(job: Job) -> list[tuple[Message, int]]:
    """What a job deleted: of which kind, how many."""
    gone: dict[str, Any] = job.arguments.get(GONE, {})
    return [(BY_NAME[name].what, count) for name, count in gone.items() if name in BY_NAME]


def _title(job: Job) -> Message:
    return _("Deleting what was kept long enough")


def _runs_it(actor: Actor, job: Job) -> bool:
    return actor.user is not None and actor.user.is_superuser and actor.grant is None


def _part(actor: Actor, job: Job) -> Part:
    gone = [_("%(what)s: %(n)s", what=what, n=count) for what, count in gone_of(job)]
    return Part(_runs_it(actor, job), note=joined("; ", gone) if gone else None, written=bool(gone))


KIND = Kind(TIDYING, _title, _work, _runs_it, _runs_it, _keep, part=_part, at_once=1)
