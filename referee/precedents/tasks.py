"""The sweep that judges precedents by the rules of today, after an upgrade: a few small ones within it, else as long
work, and the sweep goes on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q
from django.urls import reverse

from referee.models.precedents import Precedent
from referee.precedents.checking import Both, check_precedent, judge_both, keep_check, unchecked
from tournaments.access import Actor
from tournaments.jobs.changes import begin_job
from tournaments.jobs.kinds import Done, Kind
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.jobs import Job

CHECK = "check_precedents"
#: So many, of so many characters together, are judged within the sweep: about a tenth of a second.
FEW, CHARACTERS = 3, 20_000
#: When one is judged again that could not be, or all after somebody broke it off.
LATER = timedelta(hours=1)


def check_due(now: datetime) -> int:
    """Judges precedents that were not judged by today's rules yet, or has them judged; gives how many. Nothing where
    all were."""
    numbers = list(unchecked().values_list("pk", flat=True))
    if not numbers:
        return 0
    few = list(Precedent.objects.filter(pk__in=numbers)) if len(numbers) <= FEW else []
    if few and sum(len(one.text) + len(one.open_text) for one in few) <= CHARACTERS:
        for precedent in few:
            check_precedent(precedent, now=now)
        return len(few)
    jobs = Job.objects.filter(kind=CHECK)
    broken_off = Q(cancelled_at__gt=now - LATER)
    if jobs.filter(Q(finished_at=None, cancelled_at=None) | broken_off).exists():
        return 0
    failed = jobs.filter(at__gt=now - LATER, failures__isnull=False).values_list("failures__item", flat=True)
    wanted = sorted(set(numbers).difference(failed))
    if wanted:
        begin_job(CHECK, wanted, by=Actor.system(), now=now)
    return len(wanted)


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
