"""Beginning a job, cancelling it, going on with it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F

from tournaments.access import Actor
from tournaments.errors import Conflict, NotAllowed
from tournaments.jobs.kinds import KINDS, Kind
from tournaments.jobs.queries import kind_of, under_way_alone
from tournaments.live.changes import mark_changed
from tournaments.live.nudge import announce, nudge
from tournaments.live.versions import JOBS
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.models.jobs import Job, JobChunk

#: So often it is looked whether the job that stands in the way still does.
TRIES = 3
AT_ONCE = 500


class UnderWay(Conflict):
    """Another job does the same just now."""

    def __init__(self, message: str, job: Job) -> None:
        super().__init__(message)
        self.job = job


def begin_job(
    kind: str,
    items: Sequence[Any],
    *,
    by: Actor,
    now: datetime,
    event: Event | None = None,
    arguments: dict[str, Any] | None = None,
    last: Sequence[Any] = (),
    alone: str | None = None,
) -> Job:
    """A job over these things, as JSON has them; ``last``: those done when all others are. Whoever begins it has asked
    whether the actor may. It is done by and by; without anything to do it is finished at once. ``alone``: of its kind,
    one job with this word at a time. Raises UnderWay where there is one, whoever begins it in the same moment."""
    known = KINDS[kind]
    with transaction.atomic():
        job = Job(
            kind=kind,
            event=event,
            arguments=arguments or {},
            items=len(items) + len(last),
            finished_at=None if items or last else now,
            alone=alone,
            at=now,
            **by.fact,
        )
        _insert(job)
        rows = [*_chunks(job, known, items, last=False), *_chunks(job, known, last, last=True)]
        JobChunk.objects.bulk_create(rows, batch_size=AT_ONCE)
        mark_job(job)
        nudge()
    return job


def _insert(job: Job) -> None:
    """Writes a new job. Raises UnderWay; one that was over just then is in nobody's way."""
    for _try in range(TRIES):
        try:
            with transaction.atomic():
                job.save(force_insert=True)
        except IntegrityError:
            if job.alone is None:
                raise  # nothing to do with another one
            standing = under_way_alone(job.kind, job.alone)
            if standing is not None:
                raise UnderWay(_("This is under way already."), standing) from None
        else:
            return
    raise Conflict(_("This is under way already."))


def cancel_job(job: Job, *, by: Actor, now: datetime) -> Job:
    """No further chunk is begun; what is done stays. Twice is once. Raises NotAllowed, Conflict where it is done."""
    check_may_end(job, by)
    with transaction.atomic():
        job = Job.objects.select_for_update(no_key=True, of=("self",)).select_related("event").get(pk=job.pk)
        if job.finished_at is not None:
            raise Conflict(_("This is finished."))
        if job.cancelled_at is None:
            job.cancelled_at, job.cancelled_by = now, by.label[:150]
            job.save(update_fields=["cancelled_at", "cancelled_by"])
            mark_job(job)
    return job


def resume_job(job: Job, *, by: Actor, now: datetime) -> Job:
    """Goes on where a cancelled job was left. Twice is once. Raises NotAllowed, Conflict where it is done, or where the
    same was begun anew since."""
    check_may_end(job, by)
    with transaction.atomic():
        job = Job.objects.select_for_update(no_key=True, of=("self",)).select_related("event").get(pk=job.pk)
        if job.finished_at is not None:
            raise Conflict(_("This is finished."))
        if job.cancelled_at is not None:
            job.cancelled_at, job.cancelled_by = None, ""
            try:
                with transaction.atomic():
                    job.save(update_fields=["cancelled_at", "cancelled_by"])
            except IntegrityError:
                raise Conflict(_("The same was begun anew since, and is under way.")) from None
            mark_job(job)
            nudge()
    return job


def check_may_end(job: Job, by: Actor) -> None:
    """Raises NotAllowed for who may neither cancel it nor go on with it."""
    kind = kind_of(job)
    if not (kind.may_end(by, job) if kind.part is None else kind.part(by, job).may_end):
        raise NotAllowed(_("This is not for you to cancel or to go on with."))


def mark_job(job: Job) -> None:
    """Has the pages that show it look again: those that follow this job, and those of its event."""
    Job.objects.filter(pk=job.pk).update(version=F("version") + 1)
    if job.event_id is not None:
        mark_changed(job.event_id, JOBS)
    else:
        transaction.on_commit(lambda: announce(0, JOBS), robust=True)


def _chunks(job: Job, kind: Kind, items: Sequence[Any], *, last: bool) -> Iterable[JobChunk]:
    for start in range(0, len(items), kind.at_once):
        part = list(items[start : start + kind.at_once])
        yield JobChunk(job=job, items=part, size=len(part), last=last)
