"""The stored logs of a series' events judged anew, as one job: of those events whose logs the one who begins it may
read. Each reader is told of the events whose logs are open to that reader; nothing is changed by it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse

from referee.models.records import Record
from referee.rejudging.of_event import judge_record, keep_judged
from rules.kernel.editions import edition_named
from rules.kernel.errors import LogError
from rules.kernel.rejudging import Rejudged as Judged
from rules.registry import known, title
from tournaments.access import Actor, may
from tournaments.errors import Conflict, Invalid, NotAllowed
from tournaments.jobs.changes import begin_job
from tournaments.jobs.kinds import Done, Kind
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.models.jobs import Job, JobFailure
from tournaments.models.series import Series
from tournaments.series.queries import judged_events

REJUDGE_SERIES = "rejudge_series"


def begin_rejudging_series(series: Series, *, by: Actor, now: datetime, rules: str = "") -> Job:
    """A job that judges anew every standing log of those events of the series whose logs the actor may read: by
    ``rules``, a day or an edition that all their games have, else by those that each log names. Raises NotAllowed where
    there is no such event, Invalid for unknown rules, Conflict where one is under way or there is no log."""
    check_may_judge(series, by)
    with transaction.atomic():
        series = Series.objects.select_for_update(no_key=True).get(pk=series.pk)
        events = judged_events(series, by)
        if any(is_under_way(job) for job in jobs_of_series(series, by)):
            raise Conflict(_("The logs of this series are being judged anew already."))
        records = Record.objects.filter(match__round__event__in=events, replaced_at=None).order_by("pk")
        items = [list(item) for item in records.values_list("match__round__event", "pk")]
        if not items:
            raise Conflict(_("The events of this series have no logs."))
        with_logs = {event for event, _record in items}
        editions = _editions({event.game for event in events if event.pk in with_logs}, rules.strip())
        said = {"series": series.pk, "name": series.name, "events": [event.pk for event in events]}
        said |= {"rules": rules.strip(), "editions": editions}
        return begin_job(REJUDGE_SERIES, items, arguments=said, by=by, now=now)


def check_may_judge(series: Series, by: Actor) -> None:
    """Raises NotAllowed for who may read the logs of none of its events."""
    if not judged_events(series, by):
        raise NotAllowed(
            _("This needs a judge of an event of this series who does not play in it."), action="view_log"
        )


def _editions(games: Iterable[str], rules: str) -> dict[str, str]:
    """The edition of each game that these rules are. Raises Invalid where one of them has none."""
    if not rules:
        return {}
    by_game = {}
    for name in sorted(games):
        game = known(name)
        if game is None:
            continue
        try:
            by_game[name] = edition_named(game, rules)
        except LogError as error:
            said = _("%(game)s: %(why)s", game=title(name), why=error.message)
            raise Invalid(said, fields={"rules": said}) from None
    return by_game


def jobs_of_series(series: Series, actor: Actor) -> list[Job]:
    """The jobs over this series that the actor may follow, the newest first."""
    rows = Job.objects.filter(kind=REJUDGE_SERIES, arguments__series=series.pk).order_by("-pk")
    return [job for job in rows[:20] if _may_see(actor, job)]


def is_under_way(job: Job) -> bool:
    """Whether it is neither done nor cancelled."""
    return job.finished_at is None and job.cancelled_at is None


def events_seen(job: Job, actor: Actor) -> list[Event]:
    """The events of the job whose logs the actor may read now, in the order of their days."""
    if actor.user is None:
        return []
    numbers = job.arguments.get("events") or []
    held = Event.objects.filter(pk__in=numbers, staff_roles__user=actor.user, staff_roles__revoked_at=None)
    seen = {event.pk: event for event in held.distinct() if may(actor, "view_log", event)}
    return [seen[number] for number in numbers if number in seen]


def _judge(job: Job, item: Any) -> Judged:
    return judge_record(job, item[1])


def _keep(job: Job, done: Sequence[Done], now: datetime) -> None:
    keep_judged(job, [(item[1], judged) for item, judged in done], now)


def _title(job: Job) -> Message:
    name, rules = job.arguments.get("name", ""), job.arguments.get("rules")
    if rules:
        return _("%(series)s: logs judged anew by %(rules)s", series=name, rules=rules)
    return _("%(series)s: logs judged anew", series=name)


def _may_see(actor: Actor, job: Job) -> bool:
    return bool(events_seen(job, actor))


def _may_end(actor: Actor, job: Job) -> bool:
    """Who began it, and who may read the logs of all its events."""
    if actor.user is not None and job.by_user_id == actor.user.pk:
        return _may_see(actor, job)
    return len(events_seen(job, actor)) == len(job.arguments.get("events") or [])


def _failures_seen(actor: Actor, job: Job, failures: QuerySet[JobFailure]) -> QuerySet[JobFailure]:
    return failures.filter(item__0__in=[event.pk for event in events_seen(job, actor)])


def _address(job: Job) -> str:
    series = Series.objects.filter(pk=job.arguments.get("series")).first()
    if series is None:
        return ""
    return f"{reverse('referee:series_rejudge', args=[series.slug])}?job={job.pk}"


KIND = Kind(
    REJUDGE_SERIES, _title, _judge, _may_see, _may_end, _keep, _address, seen=_failures_seen, at_once=20
)
