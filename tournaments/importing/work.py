"""A large event file taken in as long work: read beside everything, written with the mark that it is done."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.urls import reverse

from tournaments.access import Actor
from tournaments.errors import DomainError
from tournaments.importing.changes import (
    FileOvertaken,
    Readable,
    check_signed_in,
    look_again,
    read_file,
    take_event,
)
from tournaments.importing.logs import logs_in, read_logs
from tournaments.importing.reading import MAX_BYTES
from tournaments.importing.refusing import refused
from tournaments.jobs.failures import failure_of
from tournaments.jobs.kinds import Done, Kind
from tournaments.jobs.sent_files import begin_with_file, file_of, forget_file, sender_of
from tournaments.jobs.turns import LONG_LEASE
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.models.jobs import Job

IMPORT = "import_event"
#: A file of more bytes is taken in as long work: about 2,000 entrants and seats. A program, which counts on the event
#: in the answer, waits for one of so many: about 11,000.
LARGE, LARGE_SENT = 200_000, 1_000_000
#: So is one with more deck lists, however small it is, or with logs of more characters: about four games, each of which
#: is judged for every seat.
MANY_DECKS, MANY_LOG_CHARACTERS = 200, 50_000


def import_or_begin(data: bytes, *, by: Actor, now: datetime, large: int, looked: str = "") -> Event | Job:
    """The event of this file, as `import_event` makes it; or the job that will, where the file has more bytes than
    `large` or much to check. Raises what `import_event` and `begin_import` do."""
    check_signed_in(by)
    if len(data) > large:
        return begin_import(data, by=by, now=now, looked=looked)
    looked_over = look_again(data, looked)
    logs = sum(len(log.log) for _place, _match, log in logs_in(looked_over.facts))
    if looked_over.decks > MANY_DECKS or logs > MANY_LOG_CHARACTERS:
        return begin_import(data, by=by, now=now, looked=looked)
    return take_event(Readable(looked_over, read_logs(looked_over.facts)), by=by, now=now)


def begin_import(data: bytes, *, by: Actor, now: datetime, looked: str = "") -> Job:
    """The job that takes this file in, as `import_event` does; whoever sent it follows it. Raises NotAllowed for nobody
    signed in, BadFile for a file too large for any, Conflict for another file
    than was looked over, and while another of the account's is to be taken in."""
    check_signed_in(by)
    if len(data) > MAX_BYTES:
        raise refused("the file", _("is larger than %(n)s MB", n=MAX_BYTES // 1024 // 1024))
    if looked and looked != sha256(data).hexdigest():
        raise FileOvertaken(_("This is another file than the one looked over."))
    return begin_with_file(IMPORT, data, arguments={"looked": looked}, by=by, now=now)


def _work(job: Job, item: Any) -> Readable:
    sender_of(job)
    return read_file(file_of(job), looked=job.arguments["looked"])


def _keep(job: Job, done: Sequence[Done], now: datetime) -> None:
    for item, read in done:
        try:
            with transaction.atomic():
                event = take_event(read, by=sender_of(job), now=now)
        except DomainError as error:
            failure_of(job, item, error, now).save()
            continue
        job.event = event
        job.save(update_fields=["event"])
    forget_file(job)


def _title(job: Job) -> Message:
    return _("An event out of a file")


def _mine(actor: Actor, job: Job) -> bool:
    if actor.user is None or not actor.is_whole:  # a token for a part of the account imports nothing either
        return False
    return actor.user.is_superuser or job.by_user_id == actor.user.pk


def _address(job: Job) -> str:
    return reverse("tournaments:desk", args=[job.event.slug]) if job.event is not None else ""


KIND = Kind(IMPORT, _title, _work, _mine, _mine, _keep, _address, at_once=1, lease=LONG_LEASE)
