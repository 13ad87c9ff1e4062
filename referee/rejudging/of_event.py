"""All stored logs of an event judged anew, as a job: each once, and nothing is changed by it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec
from django.db import transaction
from django.urls import reverse

from referee.budget import WHOLE_LOG, budget
from referee.logs.storage import stored_log
from referee.models.records import Record
from referee.models.rejudging import Rejudged
from referee.records.naming import failures_named
from referee.rejudging.of_files import with_judged
from rules.kernel.editions import edition_named
from rules.kernel.errors import LogError
from rules.kernel.rejudging import Rejudged as Judged
from rules.kernel.rejudging import rejudge
from rules.registry import known, load
from tournaments.access import Actor, may, require
from tournaments.errors import Conflict, Invalid
from tournaments.jobs.changes import begin_job
from tournaments.jobs.kinds import Done, Kind
from tournaments.locks import locked
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.models.jobs import Job

REJUDGE = "rejudge"


def begin_rejudging(event: Event, *, by: Actor, now: datetime, rules: str = "") -> Job:
    """A job that judges every standing log of the event anew: by ``rules`` (an edition, or a day), else by those that
    each log names, as this version of the site carries them out. Raises NotAllowed, Invalid for unknown rules, Conflict
    where the actor has one under way, or another one by the same rules is, or there is no log."""
    require(by, "view_log", event)
    game = known(event.game)
    try:
        edition = edition_named(game, rules.strip()) if game is not None and rules.strip() else ""
    except LogError as error:
        raise Invalid(error.message, fields={"rules": error.message}) from None
    with transaction.atomic():
        event = locked(event)
        if any(_is_in_the_way(job, edition, by) for job in event.jobs.filter(kind=REJUDGE, finished_at=None)):
            raise Conflict(_("The logs of this event are being judged anew already."))
        records = Record.objects.filter(match__round__event=event, replaced_at=None).order_by("pk")
        numbers = list(records.values_list("pk", flat=True))
        if not numbers:
            raise Conflict(_("This event has no logs."))
        said, alone = {"rules": edition}, f"{event.pk} {edition}"
        return begin_job(REJUDGE, numbers, event=event, arguments=said, alone=alone, by=by, now=now)


def _is_in_the_way(job: Job, edition: str, by: Actor) -> bool:
    """Whether a job that is under way is the actor's own, or is what he would begin; each may have one of his own."""
    own = by.user is not None and job.by_user_id == by.user.pk
    return job.cancelled_at is None and (own or job.arguments.get("rules", "") == edition)


def judge_record(job: Job, number: int) -> Judged | None:
    """A stored log judged anew; before is what its own rules give, and the outcome that was stored with it. None where
    it is gone by now, with its event."""
    record = Record.objects.select_related("match__round__event").filter(pk=number).first()
    if record is None:
        return None
    name = record.match.round.event.game
    log = stored_log(record, name)
    editions = job.arguments.get("editions") or {}
    edition = editions.get(name) or job.arguments.get("rules") or None
    with budget(WHOLE_LOG):
        return rejudge(load(name), with_judged(log, record.outcome), edition)


def keep_judged(job: Job, done: Sequence[Done], now: datetime) -> None:
    """Writes what came of some logs; a log that is gone by now is left out."""
    judged_now = [(number, judged) for number, judged in done if judged is not None]
    there = set(
        Record.objects.filter(pk__in=[number for number, _judged in judged_now]).values_list("pk", flat=True)
    )
    Rejudged.objects.bulk_create(
        [
            Rejudged(
                job=job,
                record_id=number,
                differs=judged.differs,
                entries=msgspec.to_builtins(judged.entries),
                outcome_before=judged.outcome_before,
                outcome_now=judged.outcome_now,
            )
            for number, judged in judged_now
            if number in there
        ]
    )


def title_of(job: Job) -> Message:
    """What people call a job of this kind."""
    rules = job.arguments.get("rules")
    return _("Logs judged anew by %(rules)s", rules=rules) if rules else _("Logs judged anew")


def _may(actor: Actor, job: Job) -> bool:
    return job.event is not None and may(actor, "view_log", job.event)


def _address(job: Job) -> str:
    return reverse("referee:rejudge", args=[job.event.slug]) if job.event is not None else ""


KIND = Kind(
    REJUDGE, title_of, judge_record, _may, _may, keep_judged, _address, named=failures_named, at_once=20
)
