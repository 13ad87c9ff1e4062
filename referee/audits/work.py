"""Auditing many logs of an event as long work."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import Sum
from django.urls import reverse

from referee.audits.making import audited, keep_audits, lists_of
from referee.models.audits import DeckAudit
from referee.models.records import Record
from referee.records.naming import failures_named
from referee.records.queries import records
from tournaments.access import Actor, may
from tournaments.jobs.changes import begin_job
from tournaments.jobs.kinds import Done, Kind
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.models.jobs import Job

AUDIT = "audit_decks"
#: Entries of logs that are audited within a request: a third of a second's work.
MOST_ENTRIES = 1_000


def is_much(numbers: Sequence[int]) -> bool:
    """Whether these logs are audited as long work."""
    rows = Record.objects.filter(pk__in=numbers[: MOST_ENTRIES + 1])
    return len(numbers) > MOST_ENTRIES or (rows.aggregate(n=Sum("entries"))["n"] or 0) > MOST_ENTRIES


def begin_audit(event: Event, numbers: Sequence[int], *, by: Actor, now: datetime) -> Job:
    """The job that audits these logs, or the one that is at it already. The event is locked by the caller."""
    return job_under_way(event) or begin_job(
        AUDIT, list(numbers), event=event, alone=str(event.pk), by=by, now=now
    )


def job_under_way(event: Event) -> Job | None:
    """The job that audits logs of the event just now."""
    return Job.objects.filter(kind=AUDIT, event=event, finished_at=None, cancelled_at=None).first()


def _work(job: Job, item: Any) -> list[DeckAudit]:
    record = records().get(pk=item)
    return audited(record, lists_of(record), now=job.at)


def _keep(job: Job, done: Sequence[Done], now: datetime) -> None:
    for number, made in done:
        for row in made:
            row.at = now
        keep_audits(number, made)


def _title(job: Job) -> Message:
    return _("Logs audited against the deck lists")


def _may(actor: Actor, job: Job) -> bool:
    return job.event is not None and may(actor, "audit_decks", job.event)


def _address(job: Job) -> str:
    return reverse("referee:deck_audits", args=[job.event.slug]) if job.event is not None else ""


KIND = Kind(AUDIT, _title, _work, _may, _may, _keep, _address, named=failures_named, at_once=10)
