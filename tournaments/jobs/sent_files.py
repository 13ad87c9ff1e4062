"""Files that wait for the job that is to take them in: one of a kind of an account at a time, and gone when it has."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from tournaments.access import Actor
from tournaments.errors import Conflict
from tournaments.jobs.changes import UnderWay, begin_job
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.models.jobs import Job, SentFile

#: How long a file stays whose job was broken off.
KEPT = timedelta(days=1)
ANOTHER = _("Another import of yours is under way. Wait until it is done.")


def begin_with_file(
    kind: str,
    data: bytes,
    *,
    by: Actor,
    now: datetime,
    event: Event | None = None,
    arguments: dict[str, Any] | None = None,
    another: Message = ANOTHER,
) -> Job:
    """A job of this kind over one thing, the file. Whoever begins it has asked whether the actor, who has an account,
    may. Raises Conflict, with the words of ``another``, while another of the account's is to be taken in."""
    waiting = Job.objects.filter(kind=kind, by_user=by.user, finished_at=None, cancelled_at=None)
    if waiting.exists():
        raise Conflict(another)
    alone = str(by.user.pk) if by.user is not None else None
    try:
        with transaction.atomic():
            # One file of an account waits: else sending and breaking off fills the disk.
            SentFile.objects.filter(job__by_user=by.user, job__kind=kind).delete()
            job = begin_job(kind, ["file"], event=event, arguments=arguments, alone=alone, by=by, now=now)
            SentFile.objects.create(job=job, body=data)
    except UnderWay:
        raise Conflict(another) from None
    return job


def file_of(job: Job) -> bytes:
    """The file that waits. Raises Conflict."""
    sent = SentFile.objects.filter(job=job).first()
    if sent is None:
        raise Conflict(_("The file is gone by now. Send it once more."))
    return bytes(sent.body)


def forget_file(job: Job) -> None:
    """Once it is taken in, or is not."""
    SentFile.objects.filter(job=job).delete()


def sender_of(job: Job) -> Actor:
    """Who sent it, as an account that still stands. Raises Conflict."""
    if job.by_user is None or not job.by_user.is_active:
        raise Conflict(_("The account that sent the file is gone."))
    return Actor.of_user(job.by_user)


def old_sent(now: datetime) -> QuerySet[SentFile]:
    """The files whose job was begun more than a day ago and never took them in."""
    return SentFile.objects.filter(job__at__lt=now - KEPT)
