"""The stored logs of a series' events judged anew, as one job: of those events whose logs the one who begins it may
read. Each reader is told of the events whose logs are open to that reader; nothing is changed by it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse

from referee.models.records import Record
from referee.records.naming import failures_of_pairs
from referee.rejudging.of_event import judge_record, keep_judged
from rules.kernel.editions import edition_named
from rules.kernel.errors import LogError
from rules.kernel.rejudging import Rejudged as Judged
from rules.registry import known, title
from tournaments.access import Actor, may
from tournaments.errors import Conflict, Invalid, NotAllowed
from tournaments.jobs.changes import begin_job
from tournaments.jobs.kinds import Done, Kind, Part
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.models.jobs import Job
from tournaments.models.series import Series
from tournaments.series.queries import judged_events

REJUDGE_SERIES = "rejudge_series"


def begin_rejudging_series(series: Series, *, by: Actor, now: datetime, rules: str = "") -> Job:
    """A job that judges anew every standing log of those events of the series whose logs the actor may read: by
    ``rules``, a day or an edition that all their games have, else by those that each log names. Raises NotAllowed where
    there is no such event, Invalid for unknown rules, Conflict where one of the actor's own is under way or there is no
    log; what others have begun keeps nobody from it."""
    check_may_judge(series, by)
    with transaction.atomic():
        series = Series.objects.select_for_update(no_key=True).get(pk=series.pk)
        events = judged_events(series, by)
        own = _jobs(series).filter(by_user=by.user, finished_at=None, cancelled_at=None)
        if own.exists():
            raise Conflict(_("The logs of this series are being judged anew already."))
        records = Record.objects.filter(match__round__event__in=events, replaced_at=None).order_by("pk")
        items = [list(item) for item in records.values_list("match__round__event", "pk")]
        if not items:
            raise Conflict(_("The events of this series have no logs."))
        with_logs = {event for event, _record in items}
        editions = _editions({event.game for event in events if event.pk in with_logs}, rules.strip())
        said = {"series": series.pk, "name": series.name, "events": [event.pk for event in events]}
        said |= {"rules": rules.strip(), "editions": editions}
        alone = f"{series.pk} {by.user.pk}" if by.user is not None else None
        return begin_job(REJUDGE_SERIES, items, arguments=said, alone=alone, by=by, now=now)


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


#: So many jobs over a series are looked through for those that somebody may follow.
LOOKED_AT = 100


class Followed(NamedTuple):
    """A job over a series, and those of its events whose logs the reader may read now, in the order of their days."""

    job: Job
    events: list[Event]


def _jobs(series: Series) -> QuerySet[Job]:
    return Job.objects.filter(kind=REJUDGE_SERIES, arguments__series=series.pk).select_related("by_user")


def jobs_of_series(series: Series, actor: Actor) -> list[Followed]:
    """The jobs over this series that the actor may follow, the newest first; each event is asked for once, however many
    jobs are over it."""
    rows = list(_jobs(series).order_by("-pk")[:LOOKED_AT])
    seen = _read_by(actor, {number for job in rows for number in _events_of(job)})
    followed = [Followed(job, [seen[number] for number in _events_of(job) if number in seen]) for job in rows]
    return [each for each in followed if each.events]


def is_under_way(job: Job) -> bool:
    """Whether it is neither done nor cancelled."""
    return job.finished_at is None and job.cancelled_at is None


def events_seen(job: Job, actor: Actor) -> list[Event]:
    """The events of the job whose logs the actor may read now, in the order of their days."""
    numbers = _events_of(job)
    seen = _read_by(actor, numbers)
    return [seen[number] for number in numbers if number in seen]


def _events_of(job: Job) -> list[int]:
    return job.arguments.get("events") or []


def _read_by(actor: Actor, numbers: Iterable[int]) -> dict[int, Event]:
    """Those of these events whose logs the actor may read now."""
    if actor.user is None:
        return {}
    held = Event.objects.filter(
        pk__in=list(numbers), staff_roles__user=actor.user, staff_roles__revoked_at=None
    ).distinct()
    return {event.pk: event for event in held if may(actor, "view_log", event)}


def part_of_job(actor: Actor, job: Job, events: list[Event]) -> Part:
    """What of it these events' judge may know: their logs alone, and where events are gone by now, how many. Who began
    it ends it, and who may read the logs of all its events that are still there."""
    numbers, seen = _events_of(job), {event.pk for event in events}
    began = actor.user is not None and job.by_user_id == actor.user.pk
    there = set(Event.objects.filter(pk__in=numbers).values_list("pk", flat=True))
    all_of_it = bool(seen) and there <= seen
    gone = len(numbers) - len(there)
    note = None
    if gone and (began or all_of_it):
        note = (
            _("One of its events was deleted since; its logs are left out.")
            if gone == 1
            else _("%(n)s of its events were deleted since; their logs are left out.", n=gone)
        )
    return Part(
        may_end=all_of_it or (began and bool(seen)),
        holds=lambda item: item[0] in seen,
        failures=lambda rows: rows.filter(item__0__in=sorted(seen)),
        note=note,
    )


def _judge(job: Job, item: Any) -> Judged | None:
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


def _part(actor: Actor, job: Job) -> Part:
    return part_of_job(actor, job, events_seen(job, actor))


def _may_end(actor: Actor, job: Job) -> bool:
    return _part(actor, job).may_end


def _address(job: Job) -> str:
    series = Series.objects.filter(pk=job.arguments.get("series")).first()
    if series is None:
        return ""
    return f"{reverse('referee:series_rejudge', args=[series.slug])}?job={job.pk}"


KIND = Kind(
    REJUDGE_SERIES,
    _title,
    _judge,
    _may_see,
    _may_end,
    _keep,
    _address,
    part=_part,
    named=failures_of_pairs,
    at_once=20,
)
