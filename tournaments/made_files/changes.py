"""Asking for a file: what is there, or the job that makes it."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import get_language

from tournaments.access import Actor, may
from tournaments.errors import Conflict
from tournaments.jobs.changes import begin_job
from tournaments.made_files.makers import Maker
from tournaments.made_files.work import MAKE, mark_of
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.models.jobs import Job
from tournaments.models.made_files import MadeFile

#: A file of a minute ago is good enough for whoever does not work at the event.
RECENT = timedelta(minutes=1)


@dataclass(frozen=True)
class Wanted:
    """A file somebody asks for at an address. `made`: of this job or a later one, as an answer of before named it."""

    maker: Maker
    asked: Mapping[str, str]
    address: str
    made: int | None = None
    query: str = ""

    def key(self, language: str) -> str:
        """Which file it is, and for whom."""
        return " ".join([self.maker.name, language, *(f"{k}={v}" for k, v in sorted(self.asked.items()))])


def ask_for_file(event: Event, wanted: Wanted, *, by: Actor, now: datetime) -> bytes | Job:
    """The file, where it is there as the event is now, or of the job that was named; else the job that makes it, begun
    where none is under way. Whoever asks has asked whether the actor may have it. Raises Conflict where the job that
    was named could not make it."""
    language = get_language() or "en"
    key = wanted.key(language)
    with transaction.atomic():
        MadeFile.objects.get_or_create(event=event, file=key, defaults={"asked_at": now})
        row = MadeFile.objects.select_for_update(no_key=True, of=("self",)).get(event=event, file=key)
        job = None if row.job_id is None else Job.objects.get(pk=row.job_id)
        if _is_good(row, wanted, by, now):
            return zlib.decompress(bytes(row.body or b""))
        if job is not None and job.pk == wanted.made:
            _check(job)
            return job
        if job is not None and job.finished_at is None and job.cancelled_at is None:
            return job
        said = {"file": wanted.maker.name, "asked": dict(wanted.asked), "key": key}
        said |= {"language": language, "address": wanted.address, "query": wanted.query}
        who = by if by.user is not None else Actor.system()
        row.job = begin_job(MAKE, [key], event=event, arguments=said, by=who, now=now)
        row.asked_at = now
        row.save(update_fields=["job", "asked_at"])
        return row.job


def _is_good(row: MadeFile, wanted: Wanted, by: Actor, now: datetime) -> bool:
    if row.body is None or row.of_job is None or row.made_at is None:
        return False
    if wanted.made is not None and wanted.made <= row.of_job:
        return True
    if not wanted.maker.stays:
        return False
    recent = timedelta(0) <= now - row.made_at < RECENT and not may(by, "view_desk", row.event)
    return recent or row.mark == mark_of(row.event_id)


def _check(job: Job) -> None:
    failure = job.failures.first() if job.finished_at is not None else None
    if failure is not None:
        raise Conflict(_("The file could not be made: %(why)s", why=failure.message))
