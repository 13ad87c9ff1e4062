"""Everybody's work goes on beside everybody else's, however much one of them has begun."""

from __future__ import annotations

import pytest

from tests.tournaments.factories import actor, at, running_event
from tests.tournaments.jobs.test_jobs import KIND
from tournaments.access import Actor
from tournaments.jobs.changes import begin_job, cancel_job
from tournaments.jobs.kinds import KINDS, Kind
from tournaments.jobs.working import claim_chunk, work_chunk
from tournaments.models.events import Event
from tournaments.models.jobs import Job, JobChunk

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(monkeypatch: pytest.MonkeyPatch) -> Event:
    """One whose jobs do one thing at a time; the site has two kinds of its own."""
    one_each = Kind(**{**vars(KIND), "at_once": 1})
    monkeypatch.setitem(KINDS, "doubling", one_each)
    monkeypatch.setitem(KINDS, "other", Kind(**{**vars(one_each), "name": "other"}))
    return running_event(2)


def begun(event: Event, who: Actor, count: int, kind: str = "doubling") -> Job:
    return begin_job(kind, range(count), event=event, by=who, now=at(0))


def order(first: float = 1) -> list[int]:
    """The jobs whose chunks are done, one a minute, to the end."""
    jobs, minute = [], first
    while True:
        chunk = claim_chunk(at(minute))
        if chunk is None:
            return jobs
        assert work_chunk(chunk, lambda at_minute=minute: at(at_minute))  # type: ignore[misc]
        jobs.append(chunk.job_id)
        minute += 1


def test_by_turns_however_much_one_has_begun(event: Event) -> None:
    olga, sam = actor("olga"), actor("sam")
    many, short = begun(event, olga, 5), begun(event, sam, 2)
    a, b = many.pk, short.pk
    assert order() == [a, b, a, b, a, a, a]


def test_many_short_jobs_of_one_are_one_who_waits(event: Event) -> None:
    """Also when each is over by the time the next turn comes."""
    olga, sam = actor("olga"), actor("sam")
    short = [begun(event, olga, 1).pk for _ in range(4)]
    other = begun(event, sam, 3).pk
    assert order() == [short[0], other, short[1], other, short[2], other, short[3]]


def test_of_ones_own_jobs_the_oldest_goes_first(event: Event) -> None:
    first, second = begun(event, actor("olga"), 2).pk, begun(event, actor("olga"), 2).pk
    assert order() == [first, first, second, second]


def test_who_has_fewer_under_way_comes_first(event: Event) -> None:
    """Four processes: one's ten chunks take them all until another comes, who is next then."""
    many = begun(event, actor("olga"), 10).pk
    for _ in range(3):
        chunk = claim_chunk(at(1))
        assert chunk is not None and chunk.job_id == many
    other = begun(event, actor("sam"), 10).pk
    claimed = [claim_chunk(at(1)) for _ in range(5)]
    assert [chunk.job_id for chunk in claimed if chunk is not None] == [other, other, other, many, other]


def test_the_sites_own_work_waits_by_its_kind(event: Event) -> None:
    """Logs laid beside each other do not wait for all logs to be judged anew after an upgrade."""
    site = Actor.system()
    long, short = begun(event, site, 4).pk, begun(event, site, 1, "other").pk
    own = begun(event, actor("olga"), 1).pk
    assert order() == [long, short, own, long, long, long]


def test_cancelled_work_takes_no_turn(event: Event) -> None:
    olga, sam = actor("olga"), actor("sam")
    stopped, other = begun(event, olga, 3), begun(event, sam, 2).pk
    cancel_job(stopped, by=olga, now=at(1))
    assert order() == [other, other]
    assert JobChunk.objects.filter(job=stopped, done_at=None).count() == 3
