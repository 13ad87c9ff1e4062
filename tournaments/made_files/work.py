"""Making a file, as a job of one thing."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils.translation import override

from tournaments.access import Actor, may
from tournaments.errors import NotFound
from tournaments.jobs.kinds import Done, Kind
from tournaments.jobs.turns import LONG_LEASE
from tournaments.live.queries import versions_of
from tournaments.live.versions import as_mark
from tournaments.made_files.makers import MAKERS
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.models.jobs import Job
from tournaments.models.made_files import MadeFile
from tournaments.pages.zones import in_zone_of
from tournaments.reading import delete_piece

MAKE = "make_file"
#: How long a file stays that nobody asks for anew.
KEPT = timedelta(days=1)


class Made(NamedTuple):
    """A file, and of which versions of the event it is."""

    body: bytes
    mark: str


def mark_of(event_id: int) -> str:
    """What of the event has changed how often, but for its long work."""
    return as_mark({topic: n for topic, n in versions_of(event_id).items() if topic != "jobs"})


def _work(job: Job, item: Any) -> Made:
    maker = MAKERS.get(job.arguments["file"])
    if maker is None or job.event is None:
        raise NotFound(_("There is no such file in this event."))
    # Before the facts are read: a change meanwhile makes the file one of before.
    mark = mark_of(job.event.pk) if maker.stays else ""
    with override(job.arguments["language"]), in_zone_of(job.event):
        body = maker.make(job.event, job.arguments["asked"])
    return Made(zlib.compress(body), mark)


def _keep(job: Job, done: Sequence[Done], now: datetime) -> None:
    """Lays the file in the place of the one before, unless it is another job's to make by now, or nobody's: what was
    made of it may name who is named no more. The jobs that made those of before go too."""
    for _item, made in done:
        key = job.arguments["key"]
        row = MadeFile.objects.select_for_update(no_key=True).filter(event=job.event, job=job).first()
        if row is None:
            continue
        row.of_job, row.mark, row.made_at, row.body = job.pk, made.mark, now, made.body
        row.save(update_fields=["of_job", "mark", "made_at", "body"])
        before = Job.objects.filter(kind=MAKE, event=job.event, pk__lt=job.pk, finished_at__isnull=False)
        before.filter(arguments__key=key).delete()


def _title(job: Job) -> Message:
    maker = MAKERS.get(job.arguments.get("file", ""))
    if maker is not None and maker.may_follow is not None:
        return _("A large file")
    return _("A large file: %(name)s", name=job.arguments.get("file", ""))


def _may_see(actor: Actor, job: Job) -> bool:
    return job.event is not None and _follows(actor, job.event, job, "view_desk")


def _may_end(actor: Actor, job: Job) -> bool:
    return job.event is not None and _follows(actor, job.event, job, "edit_event")


def _follows(actor: Actor, event: Event, job: Job, action: str) -> bool:
    maker = MAKERS.get(job.arguments.get("file", ""))
    if maker is None or maker.may_follow is None:
        return may(actor, action, event)
    return maker.may_follow(actor, event, job.arguments["asked"])


def _address(job: Job) -> str:
    return f"{job.arguments.get('address', '')}?made={job.pk}{job.arguments.get('query', '')}"


KIND = Kind(MAKE, _title, _work, _may_see, _may_end, _keep, _address, at_once=1, lease=LONG_LEASE)


def old_files(now: datetime) -> QuerySet[MadeFile]:
    """The files that nobody has asked for since a day."""
    return MadeFile.objects.filter(asked_at__lt=now - KEPT)


def forget_old_files(now: datetime) -> int:
    """Deletes some of them; gives how many."""
    return delete_piece(old_files(now))
