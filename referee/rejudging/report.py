"""What jobs found of an event: the logs that would come out differently, and the places that would be others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from django.db.models import Count, Q, QuerySet

from referee.models.rejudging import Rejudged, is_other_outcome
from referee.records.naming import names_of
from referee.rejudging.adopting import WORDS, Adoption, adoption_of, by_other_rules
from referee.rejudging.of_event import REJUDGE
from referee.rejudging.of_series import REJUDGE_SERIES, is_under_way
from referee.rejudging.places import Places, places_if_adopted
from tournaments.errors import NotFound
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.models.jobs import Job

#: So many logs that would come out differently stand on a page.
SHOWN = 50


class Differing(msgspec.Struct, frozen=True):
    """A log that would come out differently: its row, what people call it, the first entry that would, and whether what
    it comes to can be used as the result."""

    row: Rejudged
    name: Message
    address: str
    first: dict[str, Any] | None
    adoption: Adoption
    adoption_words: Message

    @property
    def confirm(self) -> str:
        """The name of its confirmation on a page."""
        return f"confirm-{self.row.pk}"

    @property
    def reason(self) -> str:
        """The name of its reason on a page."""
        return f"reason-{self.row.pk}"


class Counted(msgspec.Struct, frozen=True):
    """An event in a job over several: how many of its logs were judged, how many would come out differently, and the
    places that would be others."""

    event: Event
    judged: int
    differ: int
    places: Places | None


def job_about(event: Event, number: str = "") -> Job | None:
    """The newest job about this event, or the one of this number, also where it is about a series of events; None
    where there is none yet. Raises NotFound."""
    if not number:
        return Job.objects.filter(kind=REJUDGE, event=event).order_by("-pk").first()
    judging = (
        Job.objects.filter(pk=int(number)) if number.isdecimal() and len(number) < 19 else Job.objects.none()
    )
    job = judging.filter(Q(kind=REJUDGE, event=event) | Q(kind=REJUDGE_SERIES)).first()
    if job is None or (job.event_id is None and event.pk not in job.arguments.get("events", [])):
        raise NotFound(_("There is no such job."))
    return job


def found_of(job: Job, event: Event) -> QuerySet[Rejudged]:
    """The logs of an event that would come out differently."""
    rows = Rejudged.objects.filter(job=job, differs=True, record__match__round__event=event)
    return rows.select_related("record__match__round__event").order_by("pk")


def differing(rows: Iterable[Rejudged], job: Job, *, with_event: bool = False) -> list[Differing]:
    """These rows of ``found_of`` with all that is told of each; ``with_event``: their names begin with the event's."""
    told = list(rows)
    names = names_of([row.record_id for row in told], with_event=with_event)
    shown = []
    for row in told:
        adoption = adoption_of(row, job, row.record.match.round.event)
        first = row.entries[0] if row.entries else None
        shown.append(Differing(row, *names[row.record_id], first, adoption, WORDS[adoption]))
    return shown


def places_of(job: Job, event: Event) -> Places | None:
    """The places of an event that would be others if all outcomes that differ were adopted; None while the job is
    under way, and where no outcome differs."""
    if is_under_way(job):
        return None
    rows = found_of(job, event).select_related(None).order_by()
    outcomes = {
        record: now
        for record, before, now in rows.values_list("record", "outcome_before", "outcome_now")
        if is_other_outcome(before, now)
    }
    if not outcomes:
        return None
    return msgspec.structs.replace(places_if_adopted(event, outcomes), what_if=by_other_rules(job))


def counted(job: Job, events: list[Event]) -> list[Counted]:
    """What the job found of these events."""
    of_event = "record__match__round__event"
    rows = Rejudged.objects.filter(job=job, record__match__round__event__in=events).order_by()
    of_each = rows.values_list(of_event).annotate(
        judged=Count("pk"), differ=Count("pk", filter=Q(differs=True))
    )
    numbers = {event: (judged, differ) for event, judged, differ in of_each}
    return [
        Counted(event, *numbers.get(event.pk, (0, 0)), places_of(job, event) if event.pk in numbers else None)
        for event in events
    ]


def row_of(event: Event, number: int) -> Rejudged:
    """What a job found of a log of this event. Raises NotFound."""
    rows = Rejudged.objects.select_related("job", "record__match__round__event").filter(
        record__match__round__event=event, job__kind__in=[REJUDGE, REJUDGE_SERIES], pk=number
    )
    row = rows.first() if 0 < number < 2**63 else None
    if row is None:
        raise NotFound(_("There is no such log."))
    return row
