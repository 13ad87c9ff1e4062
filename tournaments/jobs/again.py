"""When the site begins a job by itself again that could not be done, or that somebody broke off: the more often in a
row, the later, up to a day."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef

from tournaments.models.jobs import Job, JobFailure

#: The longest that is waited.
LONGEST = timedelta(days=1)
#: So many jobs are looked at, and failures of so long: with five minutes at first, ten doublings are a day, and with an
#: hour a week of one a day is more than the five that lead there.
LOOKED_AT, WEEK = 12, timedelta(days=7)


def wait_after(times: int, first: timedelta) -> timedelta:
    """How long is waited after so many times in a row: ``first``, then twice as long each time."""
    return min(first * 2 ** (times - 1), LONGEST)


def may_begin(kind: str, alone: str, now: datetime, first: timedelta, *, heeds_failures: bool = True) -> bool:
    """Whether a job of this kind with this word may be begun by itself now: none is under way, and of those that ended
    last without having done all (``heeds_failures``: one of which a thing failed, too), enough time has passed. An end
    later than now is no reason: the clock was set back."""
    failures = JobFailure.objects.filter(job=OuterRef("pk"))
    rows = Job.objects.filter(kind=kind, alone=alone).order_by("-pk").annotate(failed=Exists(failures))
    times, ended = 0, None
    for cancelled_at, finished_at, failed in rows.values_list("cancelled_at", "finished_at", "failed")[
        :LOOKED_AT
    ]:
        if cancelled_at is None and finished_at is None:
            return False
        if cancelled_at is None and not (failed and heeds_failures):
            break
        ended = ended or cancelled_at or finished_at
        times += 1
    return ended is None or ended > now or now >= ended + wait_after(times, first)


def waiting_things(kind: str, since: datetime | None, now: datetime, first: timedelta) -> set[int]:
    """The things, as numbers, that jobs of this kind failed over since then, and that are not tried again yet."""
    after = max(filter(None, (since, now - WEEK)))
    rows = JobFailure.objects.filter(job__kind=kind, at__gt=after, at__lte=now)
    ends: dict[int, list[datetime]] = {}
    for item, at in rows.order_by("at").values_list("item", "at"):
        ends.setdefault(int(item), []).append(at)
    return {item for item, at in ends.items() if now < at[-1] + wait_after(len(at), first)}
