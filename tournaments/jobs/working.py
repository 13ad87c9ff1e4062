"""Doing a job's chunks: each is claimed for a while by a conditional update, and done outside of any transaction; what
came of it and its done-mark are written in one, by the process whose claim still stands. So a process that is killed
costs the time of its chunk, and nothing is written twice.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.errors import DomainError
from tournaments.jobs.changes import mark_job
from tournaments.jobs.failures import GIVEN_UP, failure, failure_of
from tournaments.jobs.kinds import KINDS, Done, Kind
from tournaments.jobs.turns import LONGEST, in_turn, under_way
from tournaments.models.jobs import Job, JobChunk, JobFailure
from tournaments.now import now

log = structlog.get_logger(__name__)

#: After how long a claim is renewed, between two things.
RENEWED = timedelta(seconds=10)
#: So often a chunk is begun; the processes that had it all ended, and its thing is not tried again.
ATTEMPTS = 3
#: Chunks looked at for one to claim; others may claim some of them first.
LOOKED_AT = 10
#: What may be gone in a moment: a database that is busy or away, a disk. It is tried again after so long, and then
#: after so long; the third time it is the thing's failure.
PASSING = (OperationalError, InterfaceError, OSError)
BACK_OFF = (timedelta(seconds=10), timedelta(seconds=60))


def chunks_due(moment: datetime) -> QuerySet[JobChunk]:
    """The chunks that this process may claim, the oldest job's first: those of kinds it knows. While a site goes over
    to a new version there are others, for the processes of that version."""
    return chunks_to_do(moment).filter(job__kind__in=list(KINDS))


def chunks_to_do(moment: datetime) -> QuerySet[JobChunk]:
    """The chunks that somebody is to claim. A claim from later than now is none: the clock was set back."""
    free = Q(claimed_until=None) | Q(claimed_until__lte=moment) | Q(claimed_until__gt=moment + LONGEST)
    others = JobChunk.objects.filter(job=OuterRef("job"), last=False, done_at=None)
    put_off = Q(due_at__gt=moment, due_at__lte=moment + LONGEST)
    rows = JobChunk.objects.filter(
        free, ~put_off, done_at=None, job__finished_at=None, job__cancelled_at=None
    )
    return rows.filter(Q(last=False) | ~Exists(others)).order_by("job_id", "id")


def at_work(moment: datetime) -> int:
    """How many chunks are being done just now."""
    return JobChunk.objects.filter(under_way(moment)).count()


def claim_chunk(moment: datetime) -> JobChunk | None:
    """A chunk for the caller alone, until its claim runs out; None where nothing is due."""
    for whose in in_turn(moment):
        chunk = _claim_one(chunks_due(moment).filter(whose), moment)
        if chunk is not None:
            return chunk
    return None


def claim_chunk_of(job: int, moment: datetime) -> JobChunk | None:
    """The same of one job, out of its turn."""
    return _claim_one(chunks_due(moment).filter(job=job), moment)


def _claim_one(rows: QuerySet[JobChunk], moment: datetime) -> JobChunk | None:
    for number in list(rows.values_list("pk", flat=True)[:LOOKED_AT]):
        chunk = _claim(number, moment)
        if chunk is not None:
            if not chunk.job.chunks.exclude(pk=number).exclude(done_at=None, claim="").exists():
                # it has begun: a job of one long thing has nothing else to tell until its end
                mark_job(chunk.job)
            return chunk
    return None


def _claim(number: int, moment: datetime) -> JobChunk | None:
    """This chunk; None where another process took it first."""
    with transaction.atomic():
        rows = JobChunk.objects.select_for_update(no_key=True, of=("self",)).select_related("job")
        row = rows.filter(pk=number).first()
        if row is None or not chunks_due(moment).filter(pk=number).exists():
            return None
        row.claim, row.claimed_until = secrets.token_hex(16), moment + _lease(row.job)
        row.attempts += 1
        if row.attempts > 1 and row.size > 1:
            _split(row)
        row.due_at = None
        row.save(update_fields=["claim", "claimed_until", "attempts", "items", "size", "due_at"])
    return JobChunk.objects.select_related("job__event").get(pk=number)


def _split(row: JobChunk) -> None:
    """A chunk that a process ended over is done thing by thing, so that one of them keeps no other."""
    JobChunk.objects.bulk_create(
        [JobChunk(job_id=row.job_id, items=[item], size=1, last=row.last) for item in row.items[1:]]
    )
    row.items, row.size, row.attempts = row.items[:1], 1, 1


def work_chunk(chunk: JobChunk, clock: Callable[[], datetime] = now) -> bool:
    """Does a claimed chunk and writes what came of it; gives whether it did, and no other process had taken it over."""
    job, renewed = chunk.job, clock()
    kind = KINDS[job.kind]
    done: list[Done] = []
    failures: list[JobFailure] = []
    later: JobChunk | None = None
    for place, item in enumerate(chunk.items):
        moment = clock()
        if moment - renewed > RENEWED:
            if not _renew(chunk, moment):
                _release(chunk)
                return False
            renewed = moment
        try:
            if chunk.attempts > ATTEMPTS:
                failures.append(_given_up(job, item, moment))
                continue
            done.append((item, do_thing(kind, job, item)))
        except PASSING as error:
            if chunk.attempts <= len(BACK_OFF):
                if not place:
                    _put_off(chunk, error, moment)
                    return False
                later = _rest(chunk, place, error, moment)
                break
            failures.append(_failure(job, item, error, moment))
        except Exception as error:
            failures.append(_failure(job, item, error, moment))
    try:
        return _keep(chunk, done, failures, clock(), later)
    except PASSING as error:
        if chunk.attempts > len(BACK_OFF):
            raise
        _put_off(chunk, error, clock())
        return False


def do_thing(kind: Kind, job: Job, item: Any) -> Any:
    """What comes of one thing. Nothing is written by it, but by a kind that says so."""
    return kind.work(job, item)


def _put_off(chunk: JobChunk, error: Exception, moment: datetime) -> None:
    """Gives a chunk back, to be taken again in a while. Nothing of it was written."""
    mine = JobChunk.objects.filter(pk=chunk.pk, claim=chunk.claim, done_at=None)
    mine.update(claim="", claimed_until=None, due_at=_until(chunk, error, moment))


def _rest(chunk: JobChunk, place: int, error: Exception, moment: datetime) -> JobChunk:
    """What of a chunk was not done, as one that is taken in a while; the chunk itself is what was."""
    chunk.items, rest = chunk.items[:place], chunk.items[place:]
    until = _until(chunk, error, moment)
    return JobChunk(
        job_id=chunk.job_id,
        items=rest,
        size=len(rest),
        last=chunk.last,
        attempts=chunk.attempts,
        due_at=until,
    )


def _until(chunk: JobChunk, error: Exception, moment: datetime) -> datetime:
    wait = BACK_OFF[chunk.attempts - 1]
    log.warning("a part of a job is put off", job=chunk.job_id, error=repr(error), seconds=wait.seconds)
    return moment + wait


def _renew(chunk: JobChunk, moment: datetime) -> bool:
    """Keeps the claim a while longer; False where somebody else has the chunk by now, or the job was cancelled."""
    mine = JobChunk.objects.filter(pk=chunk.pk, claim=chunk.claim, done_at=None, job__cancelled_at=None)
    return bool(mine.update(claimed_until=moment + _lease(chunk.job)))


def _lease(job: Job) -> timedelta:
    """How long a claim of this job's chunks stands."""
    return KINDS[job.kind].lease


def _release(chunk: JobChunk) -> None:
    """Gives a chunk of a cancelled job back, so that it is taken at once when the job goes on, as if for the first
    time: no process ended over it."""
    mine = JobChunk.objects.filter(pk=chunk.pk, claim=chunk.claim, done_at=None)
    mine.update(claim="", claimed_until=None, attempts=chunk.attempts - 1)


def give_back(chunk: JobChunk) -> None:
    """Gives a chunk back that could not be written, so that it can be taken at once, by whomever: as often as one that
    a process ended over."""
    JobChunk.objects.filter(pk=chunk.pk, claim=chunk.claim, done_at=None).update(claim="", claimed_until=None)


def _failure(job: Job, item: Any, error: Exception, moment: datetime) -> JobFailure:
    if not isinstance(error, DomainError):
        log.warning("a thing of a job could not be done", job=job.pk, kind=job.kind, error=repr(error))
    return failure_of(job, item, error, moment)


def _given_up(job: Job, item: Any, moment: datetime) -> JobFailure:
    log.warning("a thing of a job is given up", job=job.pk, kind=job.kind, attempts=ATTEMPTS)
    return failure(job, item, GIVEN_UP, moment)


def _keep(
    chunk: JobChunk,
    done: list[Done],
    failures: list[JobFailure],
    moment: datetime,
    later: JobChunk | None = None,
) -> bool:
    """Writes results, failures, the done-mark and what is left for later at once; nothing where the job was cancelled
    meanwhile. Jobs are locked first, as by who cancels: so nothing is written once a page said it is cancelled, and of
    the last two chunks one sees the other done."""
    with transaction.atomic():
        job = Job.objects.select_for_update(no_key=True).get(pk=chunk.job_id)
        if job.cancelled_at is not None:
            _release(chunk)
            return False
        mine = JobChunk.objects.filter(pk=chunk.pk, claim=chunk.claim, done_at=None)
        if not mine.update(done_at=moment, claim="", claimed_until=None):
            return False
        if later is not None:
            JobChunk.objects.filter(pk=chunk.pk).update(items=chunk.items, size=len(chunk.items))
            later.save()
        KINDS[job.kind].keep(job, done, moment)
        JobFailure.objects.bulk_create(failures)
        if not JobChunk.objects.filter(job=job, done_at=None).exists():
            job.finished_at = moment
            job.save(update_fields=["finished_at"])
        mark_job(job)
    return True


def work_for(seconds: float | None = None, most: int | None = None) -> int:
    """Does what is due, chunk by chunk, for so many seconds (None: until nothing is left), and nothing while ``most``
    others are at work; gives how many chunks were done."""
    end, count = None if seconds is None else time.monotonic() + seconds, 0
    while end is None or time.monotonic() < end:
        chunk = claim_chunk(now()) if most is None or at_work(now()) < most else None
        if chunk is None:
            break
        count += work_chunk(chunk)
    return count
