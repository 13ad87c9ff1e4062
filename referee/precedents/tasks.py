"""The sweep that judges precedents by the rules of today, after an upgrade: a few small ones within it, else as long
work, and the sweep goes on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.db import OperationalError
from django.db.models import Max
from django.urls import reverse

from referee.models.precedents import Precedent
from referee.models.rejudging import SeenRuleset
from referee.precedents.checking import Both, check_precedent, judge_both, keep_check, unchecked
from tournaments.access import Actor
from tournaments.jobs.again import may_begin, waiting_things
from tournaments.jobs.changes import UnderWay, begin_job
from tournaments.jobs.kinds import Done, Kind
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.jobs import Job

CHECK = "check_precedents"
#: So many, of so many characters together, are judged within the sweep: about a tenth of a second.
FEW, CHARACTERS = 3, 20_000
#: When one is judged again that could not be, or all after somebody broke it off; twice as late each time.
LATER = timedelta(hours=1)
#: It is all the site's precedents that a job is about.
ALONE = "site"
log = structlog.get_logger(__name__)


def check_due(now: datetime) -> int:
    """Judges precedents that were not judged by today's rules yet, or has them judged; gives how many. Nothing where
    all were."""
    numbers = list(unchecked().values_list("pk", flat=True))
    if not numbers:
        return 0
    # New rules may judge what the ones before could not.
    since = SeenRuleset.objects.aggregate(at=Max("seen_at"))["at"]
    wanted = sorted(set(numbers).difference(waiting_things(CHECK, since, now, LATER)))
    few = list(Precedent.objects.filter(pk__in=wanted)) if len(wanted) <= FEW else []
    if few and sum(len(one.text) + len(one.open_text) for one in few) <= CHARACTERS:
        wanted = [one.pk for one in few if not _at_once(one, now)]
        if not wanted:
            return len(few)
    if not wanted or not may_begin(CHECK, ALONE, now, LATER, heeds_failures=False):
        return 0
    try:
        begin_job(CHECK, wanted, alone=ALONE, by=Actor.system(), now=now)
    except UnderWay:
        return 0
    return len(wanted)


def _at_once(precedent: Precedent, now: datetime) -> bool:
    """Judges one within the sweep; gives whether it could be. Else it is a job's, which keeps what is wrong, and it
    waits."""
    try:
        check_precedent(precedent, now=now)
    except OperationalError:
        raise
    except Exception:
        log.exception("a precedent could not be judged", precedent=precedent.pk)
        return False
    return True


def _work(job: Job, number: Any) -> Both | None:
    precedent = Precedent.objects.filter(pk=number).first()
    return None if precedent is None else judge_both(precedent)


def _keep(job: Job, done: Sequence[Done], now: datetime) -> None:
    there = Precedent.objects.in_bulk([number for number, both in done if both is not None])
    for number, both in done:
        if both is not None and number in there:
            keep_check(there[number], both, now=now)


def _title(job: Job) -> Message:
    return _("Precedents judged by today’s rules")


def _runs_it(actor: Actor, job: Job) -> bool:
    return actor.user is not None and actor.user.is_superuser and actor.grant is None


def _address(job: Job) -> str:
    return reverse("referee:all_precedents")


KIND = Kind(CHECK, _title, _work, _runs_it, _runs_it, _keep, _address, at_once=10)
