"""Whether a job will be done soon, for who waits for it: somebody is at it, or it waits for its turn."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q

from tournaments.jobs.turns import under_way
from tournaments.models.jobs import Job, JobChunk

#: So long a job waits for whoever takes it up, or for its turn behind others that go on.
TAKEN_UP = timedelta(minutes=1)
#: What is put off for longer is not waited for: the database was away, or a disk full, more than once.
PUT_OFF = timedelta(seconds=15)


def is_alive(job: Job, now: datetime) -> bool:
    """Whether it goes on by itself: it is neither over nor cancelled; a part of it is being done, or can be taken up
    now or in a moment, and whoever does jobs has done something in the last minute, or it was begun in that."""
    if job.finished_at is not None or job.cancelled_at is not None:
        return False
    soon = Q(due_at=None) | Q(due_at__lte=now + PUT_OFF)
    if not job.chunks.filter(soon, done_at=None).exists():
        return False
    # What is a little later than now is from another machine, and what is more from a clock that was set back.
    first, last = now - TAKEN_UP, now + TAKEN_UP
    if first < job.at < last:
        return True
    if JobChunk.objects.filter(under_way(now)).exists():
        return True
    lately = Q(job__finished_at=None) | Q(job__finished_at__gt=first)
    return JobChunk.objects.filter(lately, done_at__gt=first, done_at__lt=last).exists()


def waits_long(job: Job, now: datetime) -> bool:
    """Whether it was begun more than a minute ago, is not over, and in the last minute no part of it was being done:
    others go first, such as an hour's work of the same account."""
    first, last = now - TAKEN_UP, now + TAKEN_UP
    if job.finished_at is not None or first < job.at < last:
        return False
    own = JobChunk.objects.filter(job=job)
    return not own.filter(under_way(now) | Q(done_at__gt=first, done_at__lt=last)).exists()
