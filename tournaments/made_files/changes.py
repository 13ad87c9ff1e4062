"""Asking for a file: what is there, or the job that makes it."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import get_language

from tournaments.access import Actor, may
from tournaments.errors import Conflict
from tournaments.jobs.changes import begin_job
from tournaments.jobs.failures import why
from tournaments.made_files.makers import Maker
from tournaments.made_files.work import MAKE, mark_of
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.models.jobs import Job
from tournaments.models.made_files import MadeFile

#: A file of a minute ago is good enough for whoever does not work at the event.
RECENT = timedelta(minutes=1)
#: So long whoever waited for it gets it as it was made, whatever has changed since. The address that names it may be
#: loaded again an hour later, when its pairing stands no more, or was written down by somebody who may not have it now.
NAMED = timedelta(minutes=2)


@dataclass(frozen=True)
class Wanted:
    """A file somebody asks for at an address. `made`: of this job or a later one, as an answer of before named it.
    `begun`: called where a job is begun for it."""

    maker: Maker
    asked: Mapping[str, str]
    address: str
    made: int | None = None
    query: str = ""
    begun: Callable[[], None] | None = None

    def key(self, language: str) -> str:
        """Which file it is, and for whom."""
        return " ".join([self.maker.name, language, *(f"{k}={v}" for k, v in sorted(self.asked.items()))])


def ask_for_file(event: Event, wanted: Wanted, *, by: Actor, now: datetime) -> bytes | Job:
    """The file, where it is there as the event is now, or of the job that was named; else the job that makes it, begun
    where none is under way. Whoever asks has asked whether the actor may have it. Raises Conflict where the job that
    was named could not make it."""
    language = get_language() or "en"
    key = wanted.key(language)
    # Most who ask find it there, or being made: they wait for nobody, and nobody who writes waits for them.
    row = MadeFile.objects.filter(event=event, file=key).first()
    came = None if row is None else _there(row, wanted, event, by, now)
    if came is not None:
        return came
    with transaction.atomic():
        # Locked in one step with being made: it may be deleted by whoever leaves, or by its age.
        rows = MadeFile.objects.select_for_update(no_key=True, of=("self",))
        row, _new = rows.get_or_create(event=event, file=key, defaults={"asked_at": now})
        came = _there(row, wanted, event, by, now)
        if came is not None:
            return came
        said = {"file": wanted.maker.name, "asked": dict(wanted.asked), "key": key}
        said |= {"language": language, "address": wanted.address, "query": wanted.query}
        who = by if by.user is not None else Actor.system()
        row.job = begin_job(MAKE, [key], event=event, arguments=said, by=who, now=now)
        row.asked_at = now
        row.save(update_fields=["job", "asked_at"])
    if wanted.begun is not None:
        wanted.begun()
    return row.job


def _there(row: MadeFile, wanted: Wanted, event: Event, by: Actor, now: datetime) -> bytes | Job | None:
    """The file, or the job that is to make it; None where one is to be begun. Raises Conflict."""
    if row.body is not None and _is_good(row, wanted, event, by, now):
        return zlib.decompress(bytes(row.body))
    job = None if row.job_id is None else Job.objects.filter(pk=row.job_id).first()
    if job is None:
        return None
    if job.pk == wanted.made:
        _check(job, event, by)
    is_open = job.finished_at is None and (job.cancelled_at is None or job.pk == wanted.made)
    return job if is_open else None


def _is_good(row: MadeFile, wanted: Wanted, event: Event, by: Actor, now: datetime) -> bool:
    if row.of_job is None or row.made_at is None:
        return False
    if wanted.maker.fixed:
        return True
    age = now - row.made_at
    if wanted.made is not None and wanted.made <= row.of_job and timedelta(0) <= age < NAMED:
        return True
    if not wanted.maker.stays:
        return False
    recent = timedelta(0) <= age < RECENT and not may(by, "view_desk", event)
    return recent or row.mark == mark_of(event.pk)


def _check(job: Job, event: Event, by: Actor) -> None:
    """What went wrong is told to staff alone: it may name what only who runs the site knows."""
    failure = job.failures.first() if job.finished_at is not None else None
    if failure is None:
        return
    if may(by, "view_desk", event):
        raise Conflict(_("The file could not be made: %(why)s", why=why(failure)))
    raise Conflict(_("The file could not be made. Ask for it again in a while."))
