"""Asking for jobs and how far they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet, Sum

from tournaments.access import Actor
from tournaments.errors import NotFound
from tournaments.jobs.failures import why
from tournaments.jobs.kinds import KINDS, Kind, Part
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.models.jobs import Job, JobFailure


def followed(jobs: Iterable[Job]) -> dict[int, int]:
    """Which of these jobs a page follows by themselves, with their versions: those that are not over and about no
    event, whose pages hear of them."""
    return {job.pk: job.version for job in jobs if job.finished_at is None and job.event_id is None}


@dataclass(frozen=True)
class Failed:
    """A thing that could not be done: what people call it (empty where it has no name), where it is read, and why."""

    row: JobFailure
    name: Message | str = ""
    address: str = ""

    @property
    def why(self) -> str:
        """The sentence that says why."""
        return why(self.row)


@dataclass(frozen=True)
class Progress:
    """How far a job is, by those of its things of which the reader may know. ``state``: waiting, running, cancelled or
    done; ``note``: what else is said of it; ``kept``: whether anything of it was; ``result``: what came of it, for
    programs."""

    job: Job
    title: Message
    address: str
    state: str
    items: int
    done: int
    failures: tuple[Failed, ...]
    failed: int
    may_end: bool
    note: Message | None = None
    kept: bool = False
    result: Mapping[str, int] | None = None

    @property
    def percent(self) -> int:
        """The part that is done, in a hundred."""
        return 100 if not self.items else 100 * self.done // self.items


SHOWN = 50


def jobs() -> QuerySet[Job]:
    """Jobs with all that is asked of one."""
    return Job.objects.select_related("event", "by_user")


def job_of(number: int, actor: Actor) -> Job:
    """A job that the actor may follow. Raises NotFound, for a foreign one as for none."""
    job = jobs().filter(pk=number).first() if 0 < number < 2**63 else None
    if job is None or job.kind not in KINDS or not KINDS[job.kind].may_see(actor, job):
        raise NotFound(_("There is no such job."))
    return job


def jobs_seen(actor: Actor, rows: QuerySet[Job]) -> list[Job]:
    """Those of these jobs that the actor may follow, the newest first."""
    newest = rows.filter(kind__in=list(KINDS)).order_by("-pk")[:SHOWN]
    return [job for job in newest if KINDS[job.kind].may_see(actor, job)]


def jobs_of_event(event: Event, actor: Actor) -> list[Job]:
    """The jobs about an event."""
    return jobs_seen(actor, jobs().filter(event=event))


def jobs_of_site(actor: Actor) -> list[Job]:
    """Jobs over several events that the actor began, and for who runs the site all."""
    if actor.user is None:
        return []
    rows = jobs().filter(event=None)
    return jobs_seen(actor, rows if actor.user.is_superuser else rows.filter(by_user=actor.user))


def under_way_alone(kind: str, alone: str | None) -> Job | None:
    """The job of this kind with this word that is neither finished nor cancelled."""
    if alone is None:
        return None
    return Job.objects.filter(kind=kind, alone=alone, finished_at=None, cancelled_at=None).first()


def kind_of(job: Job) -> Kind:
    """What is known of its kind. Raises NotFound for one of a version of the site that is gone."""
    kind = KINDS.get(job.kind)
    if kind is None:
        raise NotFound(_("There is no such job."))
    return kind


def progress_of(job: Job, actor: Actor, now: datetime, part: Part | None = None) -> Progress:
    """How far it is, as the actor may see it; ``part``: where it was asked for already."""
    kind = kind_of(job)
    if part is None:
        part = Part(kind.may_end(actor, job)) if kind.part is None else kind.part(actor, job)
    items, done = _numbers(job, part)
    if job.finished_at is not None:
        state = "done"
    elif job.cancelled_at is not None:
        state = "cancelled"
    else:
        at_work = job.chunks.filter(done_at=None, claimed_until__gt=now).exists()
        state = "running" if at_work else "waiting"
    rows = part.failures(job.failures.all())
    failures = _named(kind, list(rows[:SHOWN]))
    return Progress(
        job,
        kind.title(job),
        kind.address(job),
        state,
        items,
        done,
        failures,
        rows.count() if len(failures) == SHOWN else len(failures),
        state != "done" and part.may_end,
        part.note,
        done > 0 or part.written,
        part.result,
    )


def _numbers(job: Job, part: Part) -> tuple[int, int]:
    """How many things there are to do, and how many are done, of those that the reader may know of."""
    if part.holds is None:
        return job.items, job.chunks.filter(done_at__isnull=False).aggregate(n=Sum("size"))["n"] or 0
    items = done = 0
    for things, done_at in job.chunks.values_list("items", "done_at").iterator(chunk_size=200):
        own = sum(map(part.holds, things))
        items += own
        done += own if done_at is not None else 0
    return items, done


def _named(kind: Kind, failures: list[JobFailure]) -> tuple[Failed, ...]:
    names = kind.named(failures) if failures else {}
    return tuple(Failed(row, *names.get(row.pk, ("", ""))) for row in failures)
