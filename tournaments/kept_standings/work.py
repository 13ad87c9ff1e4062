"""The standings of many rounds of a large event, kept anew as long work after a change of what lies far back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from tournaments.access import Actor
from tournaments.jobs.kinds import Done, Kind
from tournaments.jobs.turns import LONG_LEASE
from tournaments.kept_standings.snapshots import KEEP, WorkedOut, work_out, write_standings
from tournaments.live.nudge import nudge
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.models.jobs import Job, JobChunk
from tournaments.models.rounds import StandingsDue


def _work(job: Job, event_id: Any) -> WorkedOut | None:
    return work_out(event_id)


def _keep(job: Job, done: Sequence[Done], now: datetime) -> None:
    """Writes them. What was changed while they were worked out, or what others have written since, is worked in by
    another turn."""
    for event_id, worked_out in done:
        if worked_out is None or not Event.objects.filter(pk=event_id).exists():
            continue
        write_standings(event_id, worked_out)
        if StandingsDue.objects.filter(event=event_id).exists():
            JobChunk.objects.create(job=job, items=[event_id], size=1)
            job.items += 1
            job.save(update_fields=["items"])
            nudge()


def _title(job: Job) -> Message:
    return _("Standings of all rounds worked out anew")


def _runs_the_site(actor: Actor, job: Job) -> bool:
    return actor.user is not None and actor.user.is_superuser and actor.grant is None


KIND = Kind(KEEP, _title, _work, _runs_the_site, _runs_the_site, _keep, at_once=1, lease=LONG_LEASE)
