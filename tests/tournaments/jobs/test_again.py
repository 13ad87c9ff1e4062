"""A job that the site begins by itself and that fails is begun again, the later the more often it failed."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from tests.tournaments.factories import at
from tests.tournaments.jobs.test_jobs import KIND
from tests.tournaments.jobs.test_jobs import kind as kind  # the fixture
from tournaments.access import Actor
from tournaments.jobs.again import may_begin, wait_after, waiting_things
from tournaments.jobs.changes import begin_job
from tournaments.models.jobs import Job, JobFailure

pytestmark = pytest.mark.django_db
FIRST = timedelta(minutes=5)
DAY = timedelta(days=1)


def ended(moment: datetime, *, failed: bool = False, cancelled: bool = False, item: int = 1) -> Job:
    """A job that was over at that moment."""
    job = begin_job(KIND.name, [item], by=Actor.system(), now=moment, alone="a")
    if failed:
        JobFailure.objects.create(job=job, item=item, message="why", at=moment)
    Job.objects.filter(pk=job.pk).update(**{"cancelled_at" if cancelled else "finished_at": moment})
    return job


def may(moment: datetime, *, heeds_failures: bool = True) -> bool:
    return may_begin(KIND.name, "a", moment, FIRST, heeds_failures=heeds_failures)


def test_the_waits_double_up_to_a_day() -> None:
    waits = [wait_after(times, FIRST) / timedelta(minutes=1) for times in range(1, 13)]
    assert waits == [5, 10, 20, 40, 80, 160, 320, 640, 1280, 1440, 1440, 1440]


def test_who_fails_for_two_weeks_is_begun_some_twenty_times() -> None:
    moment, times = at(0), 0
    while moment < at(0) + 14 * DAY:
        if may(moment):
            ended(moment, failed=True)
            times += 1
        moment += FIRST
    # Nine waits of 2555 minutes together, and one a day in the 12.2 days that are left.
    assert times == 1 + 9 + 12


def test_after_one_that_did_all_the_waits_begin_anew() -> None:
    for minute in (0, 5, 15):
        ended(at(minute), failed=True)
    assert not may(at(34)) and may(at(35))
    ended(at(40))
    assert may(at(40))
    ended(at(50), failed=True)
    assert not may(at(54)) and may(at(55))


def test_what_somebody_broke_off_waits_as_well_and_what_is_under_way_is_not_begun() -> None:
    ended(at(0), cancelled=True)
    assert not may(at(4)) and may(at(5))
    ended(at(10), failed=True)
    assert may(at(10) + 2 * FIRST) and not may(at(19))
    assert not may(at(14), heeds_failures=True) and may(at(14), heeds_failures=False)
    begin_job(KIND.name, [1], by=Actor.system(), now=at(60), alone="a")
    assert not may(at(60) + DAY)


def test_a_clock_that_was_set_back_keeps_nothing_for_a_year() -> None:
    ended(at(0) + 365 * DAY, failed=True)
    assert may(at(0))


def test_of_things_each_waits_for_itself() -> None:
    hour = timedelta(hours=1)

    def waiting(moment: datetime, since: datetime | None = None) -> set[int]:
        return waiting_things(KIND.name, since, moment, hour)

    ended(at(0), failed=True, item=1)
    ended(at(60), failed=True, item=1)
    ended(at(60), failed=True, item=2)
    assert waiting(at(119)) == {1, 2} and waiting(at(120)) == {1} and waiting(at(180)) == set()
    assert waiting(at(119), since=at(60)) == set(), "rules that are newer may judge them"
    for day in range(1, 9):
        ended(at(0) + day * DAY, failed=True, item=3)
    assert waiting(at(0) + 8 * DAY + 23 * hour) == {3} and waiting(at(0) + 9 * DAY) == set()
