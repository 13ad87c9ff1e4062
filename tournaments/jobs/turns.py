"""Whose turn it is: everybody's work goes on beside everybody else's, however much one of them has begun.

Each account is one who waits, and each kind of work that the site began by itself. The next chunk is theirs who have
the fewest under way just now; among these, theirs for whom the last chunk was done the longest ago. Of one's own jobs
the oldest goes first, and the others wait for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Max, Min, Q

from tournaments.models.jobs import Job, JobChunk

#: How long a claim stands without being renewed; of a kind whose one thing may take longer than that.
LEASE, LONG_LEASE = timedelta(seconds=60), timedelta(minutes=3)
#: A claim that stands longer than this is from a clock that was set back; two processes ask the time apart.
LONGEST = LONG_LEASE + timedelta(seconds=10)
#: an account's number, or the kind of a job that nobody with an account has begun
Owner = tuple[int | None, str]


@dataclass
class _Waiting:
    """How many of their chunks are under way, when the last one was done, and their oldest job."""

    at_work: int = 0
    served: datetime | None = None
    oldest: int = 0

    def order(self) -> tuple[Any, ...]:
        """Who comes first is least."""
        never = self.served is None
        return self.at_work, not never, None if never else self.served, self.oldest


def under_way(moment: datetime) -> Q:
    """The condition that a chunk is being done just now. A claim from later is none: the clock was set back."""
    return Q(done_at=None, claimed_until__gt=moment, claimed_until__lte=moment + LONGEST)


def in_turn(moment: datetime) -> list[Q]:
    """Whose chunks are next, as conditions on chunks, the first in turn first."""
    rows = JobChunk.objects.filter(job__finished_at=None).order_by()
    waiting: dict[Owner, _Waiting] = {}
    of_each = rows.values_list("job__by_user", "job__kind").annotate(
        at_work=Count("pk", filter=under_way(moment)), served=Max("done_at"), oldest=Min("job"),
    )  # fmt: skip
    for user, kind, at_work, served, oldest in of_each:
        own = waiting.setdefault(_owner(user, kind), _Waiting(oldest=oldest))
        own.at_work += at_work
        own.served = _later(own.served, served)
        own.oldest = min(own.oldest, oldest)
    if len(waiting) > 1:
        _add_finished(waiting)
    return [_chunks_of(owner) for owner in sorted(waiting, key=lambda each: waiting[each].order())]


def _add_finished(waiting: dict[Owner, _Waiting]) -> None:
    """Who has many short jobs has been served by those that are over, too."""
    users = [user for user, _kind in waiting if user is not None]
    kinds = [kind for user, kind in waiting if user is None]
    over = Job.objects.filter(
        Q(by_user__in=users) | Q(by_user=None, kind__in=kinds), finished_at__isnull=False
    ).order_by()
    for user, kind, served in over.values_list("by_user", "kind").annotate(served=Max("finished_at")):
        own = waiting[_owner(user, kind)]
        own.served = _later(own.served, served)


def _owner(user: int | None, kind: str) -> Owner:
    return (None, kind) if user is None else (user, "")


def _later(one: datetime | None, other: datetime | None) -> datetime | None:
    return max((each for each in (one, other) if each is not None), default=None)


def _chunks_of(owner: Owner) -> Q:
    user, kind = owner
    return Q(job__by_user=None, job__kind=kind) if user is None else Q(job__by_user=user)
