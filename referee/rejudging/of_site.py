"""After an upgrade: all stored logs judged by the new rules, by itself, told to who runs the site. Nothing changes."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import Count, QuerySet
from django.urls import reverse

from referee.models.records import Record
from referee.models.rejudging import Rejudged, SeenRuleset
from referee.records.naming import failures_of_several
from referee.rejudging.of_event import judge_record, keep_judged
from referee.rejudging.places import Places
from referee.rejudging.report import Differing, differing, found_of, places_of
from rules.kernel.rulebook import ruleset_hash
from rules.registry import games, load, title
from tournaments.access import Actor
from tournaments.errors import NotFound
from tournaments.jobs.changes import begin_job
from tournaments.jobs.kinds import Kind
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.models.jobs import Job

UPGRADE = "rejudge_site"
#: So many logs of an event stand on the page of all; the others are one link away.
FIRST = 10


def judge_after_upgrade(now: datetime) -> int:
    """Notes rules that this site has not judged by before; where it has judged by others, a job judges the game's logs
    anew. Once for each, whoever looks at the same time. Gives how many were new."""
    hashes = {name: ruleset_hash(load(name).package) for name in games()}
    known = set(SeenRuleset.objects.filter(ruleset__in=hashes.values()).values_list("game", "ruleset"))
    new = [pair for pair in hashes.items() if pair not in known]
    return sum(_note(game, ruleset, now) for game, ruleset in new)


def _note(game: str, ruleset: str, now: datetime) -> bool:
    """Notes one; gives whether it was new."""
    try:
        with transaction.atomic():
            seen = SeenRuleset.objects.create(game=game, ruleset=ruleset, seen_at=now)
            before = SeenRuleset.objects.filter(game=game).exclude(pk=seen.pk).exists()
            numbers = _logs(game) if before else []
            if numbers:
                said = {"rules": "", "game": game}
                seen.job = begin_job(UPGRADE, numbers, arguments=said, by=Actor.system(), now=now)
                seen.save(update_fields=["job"])
    except IntegrityError:
        return False
    return True


def _logs(game: str) -> list[int]:
    records = Record.objects.filter(match__round__event__game=game, replaced_at=None).order_by("pk")
    return list(records.values_list("pk", flat=True))


def check_operator(actor: Actor) -> None:
    """Raises NotFound for everybody but who runs the site."""
    if not _runs_it(actor):
        raise NotFound(_("There is no such page."))


class InEvent(msgspec.Struct, frozen=True):
    """What a job found of an event: so many of its logs would come out differently; the first of them, and the places
    that would be others once the job is over."""

    job: Job
    event: Event
    differ: int
    first: list[Differing]
    places: Places | None


def upgrades(actor: Actor) -> QuerySet[Job]:
    """The jobs that judged the logs anew after upgrades, the newest first. Raises NotFound."""
    check_operator(actor)
    return Job.objects.filter(kind=UPGRADE).order_by("-pk")


def events_that_differ(jobs: QuerySet[Job]) -> QuerySet[Rejudged, tuple[int, int, int]]:
    """Each of these jobs with each event of which a log would come out differently, and how many: the newest job's
    first, by the names of the events."""
    event = "record__match__round__event"
    rows = Rejudged.objects.filter(job__in=jobs, differs=True)
    of_each = rows.order_by().values("job", event, f"{event}__name").annotate(differ=Count("pk"))
    return of_each.order_by("-job", f"{event}__name", event).values_list("job", event, "differ")


def in_events(pairs: Iterable[tuple[int, int, int]]) -> list[InEvent]:
    """What is told of these pairs of a job and an event."""
    pairs = list(pairs)
    jobs = Job.objects.in_bulk([job for job, _event, _differ in pairs])
    events = Event.objects.in_bulk([event for _job, event, _differ in pairs])
    told = []
    for number, event, differ in pairs:
        job, about = jobs[number], events[event]
        first = differing(found_of(job, about)[:FIRST], job)
        told.append(InEvent(job, about, differ, first, places_of(job, about)))
    return told


def _runs_it(actor: Actor) -> bool:
    return actor.user is not None and actor.user.is_superuser and actor.grant is None


def _title(job: Job) -> Message:
    game = str(job.arguments.get("game", ""))
    return _("%(game)s: logs judged anew after an upgrade", game=title(game) if game in games() else game)


def _may(actor: Actor, job: Job) -> bool:
    return _runs_it(actor)


def _address(job: Job) -> str:
    return reverse("referee:upgrades")


KIND = Kind(
    UPGRADE, _title, judge_record, _may, _may, keep_judged, _address, named=failures_of_several, at_once=20
)
