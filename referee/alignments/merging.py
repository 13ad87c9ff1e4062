"""Merging two logs that are together longer than any game's, as long work: both are read and judged beside everything,
and stored with the mark that it is done, if they are still what they were."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.urls import reverse

from referee.alignments.changes import Merged, check_may_merge, judge_merged, keep_merged, store_merged
from referee.alignments.queries import two_of
from referee.logs.reading import LARGE_BYTES, LARGE_ENTRIES
from referee.models.records import Record
from tournaments.access import Actor, may
from tournaments.errors import Conflict, DomainError
from tournaments.jobs.changes import UnderWay, begin_job
from tournaments.jobs.failures import failure_of
from tournaments.jobs.kinds import Done, Kind, Named, Part
from tournaments.jobs.sent_files import sender_of
from tournaments.jobs.turns import LONG_LEASE
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.jobs import Job, JobFailure
from tournaments.models.rounds import Match

MERGE = "merge_logs"


def is_long_pair(first: Record, second: Record) -> bool:
    """Whether two logs are merged as long work."""
    entries, size = first.entries + second.entries, first.size + second.size
    return entries > LARGE_ENTRIES or size > LARGE_BYTES


def merge_or_begin(
    first: Record, second: Record, *, by: Actor, now: datetime, job: bool = False
) -> Record | Job:
    """What two logs tell together, stored as by ``store_merged``; or the job that does it, where they are long or it is
    to be a ``job``. Of the same two, the one that is under way. Raises what ``store_merged`` does; of a job, what needs
    no reading."""
    if not (job or is_long_pair(first, second)) or by.user is None:
        return store_merged(first, second, by=by, now=now)
    check_may_merge(first, second, by)
    match = first.match
    said = {"match": match.pk, "logs": [first.pk, second.pk], "heads": [first.head, second.head]}
    alone = "-".join(str(number) for number in sorted([first.pk, second.pk]))
    try:
        return begin_job(
            MERGE, ["logs"], event=match.round.event, arguments=said, alone=alone, by=by, now=now
        )
    except UnderWay as other:
        return other.job


def _pair(job: Job) -> tuple[Actor, Record, Record]:
    """Who began it and may still have them merged, and both logs. Raises what ``two_of`` does, and Conflict where one
    is not as it was when the judge looked at it."""
    sender = sender_of(job)
    one, other = job.arguments["logs"]
    first, second = two_of(one, other, sender)
    check_may_merge(first, second, sender)
    if [first.head, second.head] != job.arguments["heads"]:
        raise Conflict(_("One of these logs has grown since you looked at it. Look again."))
    return sender, first, second


def _work(job: Job, item: Any) -> Merged:
    sender, first, second = _pair(job)
    return judge_merged(first, second, by=sender)


def _keep(job: Job, done: Sequence[Done], now: datetime) -> None:
    for item, merged in done:
        try:
            with transaction.atomic():
                sender, _first, _second = _pair(job)
                record = keep_merged(merged, by=sender, now=now)
        except DomainError as error:
            failure_of(job, item, error, now).save()
            continue
        job.arguments = {**job.arguments, "record": record.pk}
        job.save(update_fields=["arguments"])


def _title(job: Job) -> Message:
    return _("Two long logs merged")


def _may_see(actor: Actor, job: Job) -> bool:
    """Judges who may have these two merged: they do not play."""
    if job.event is None or not may(actor, "view_log", job.event):
        return False
    match = Match.objects.select_related("round__event").filter(pk=job.arguments["match"]).first()
    return (
        match is not None
        and may(actor, "rule", job.event, match)
        and may(actor, "view_log", job.event, match)
    )


def _part(actor: Actor, job: Job) -> Part:
    if "record" not in job.arguments:
        return Part(_may_see(actor, job))
    number = job.arguments["record"]
    return Part(
        _may_see(actor, job),
        note=_("The merged log is stored and judged, as number %(n)s.", n=number),
        result={"record": number},
    )


def _named(failures: Sequence[JobFailure]) -> dict[int, Named]:
    return {row.pk: Named(_("The two logs")) for row in failures}


def _address(job: Job) -> str:
    """The merged log; until it is stored, the two beside each other."""
    if "record" in job.arguments:
        return reverse("referee:record_page", args=[job.arguments["record"]])
    return reverse("referee:logs_beside", args=job.arguments["logs"])


KIND = Kind(
    MERGE,
    _title,
    _work,
    _may_see,
    _may_see,
    _keep,
    _address,
    part=_part,
    named=_named,
    at_once=1,
    lease=LONG_LEASE,
    closed=True,
)
