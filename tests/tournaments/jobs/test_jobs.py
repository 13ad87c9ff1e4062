"""Jobs: claimed as deadlines are, done once whatever becomes of a process, cancelled, resumed, followed."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from django.db import OperationalError, connections
from django.test import override_settings
from django.urls import reverse
from rest_framework.test import APIClient

from config.figures import waiting_chunks
from tests.tournaments.factories import actor, at, running_event
from tests.tournaments.pages.conftest import Who
from tests.tournaments.pages.conftest import who as who  # the fixture
from tests.tournaments.races.together import together
from tournaments.access import Actor, may
from tournaments.errors import Conflict, NotAllowed, NotFound
from tournaments.jobs import tasks
from tournaments.jobs.changes import begin_job, cancel_job, resume_job
from tournaments.jobs.kinds import KINDS, Done, Kind
from tournaments.jobs.queries import job_of, progress_of
from tournaments.jobs.tasks import forget_old_jobs, work_due
from tournaments.jobs.turns import LEASE, LONG_LEASE
from tournaments.jobs.working import claim_chunk, work_chunk, work_for
from tournaments.live.queries import versions_of
from tournaments.messages import message
from tournaments.models.events import JournalEntry
from tournaments.models.jobs import Job, JobChunk, JobFailure

pytestmark = pytest.mark.django_db
#: what was kept, in the rows of a table that is there for other things
WROTE = "kept"


def double(job: Job, item: Any) -> int:
    if item == 13:
        raise ValueError("thirteen")
    if item == 14:
        raise Conflict("not this one")
    return 2 * int(item)


def keep(job: Job, done: Sequence[Done], now: datetime) -> None:
    for item, value in done:
        JournalEntry.objects.create(event=job.event, kind=WROTE, text=f"{item}:{value}", at=now, by="a test")


KIND = Kind(
    "doubling",
    lambda job: message("Long work"),
    double,
    may_see=lambda who, job: job.event is not None and may(who, "view_desk", job.event),
    may_end=lambda who, job: job.event is not None and may(who, "edit_event", job.event),
    keep=keep,
    address=lambda job: "/results/",
    at_once=3,
)


@pytest.fixture(autouse=True)
def kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "doubling", KIND)


def begun(count: int = 7, **more: Any) -> Job:
    olga = actor("olga")
    return begin_job("doubling", range(count), event=running_event(2), by=olga, now=at(0), **more)


def kept() -> list[str]:
    return list(JournalEntry.objects.filter(kind=WROTE).order_by("pk").values_list("text", flat=True))


def doubled(*numbers: int) -> list[str]:
    return [f"{number}:{2 * number}" for number in numbers]


def work(minute: float) -> int:
    """One chunk at that minute; how many were done."""
    chunk = claim_chunk(at(minute))
    return 0 if chunk is None else int(work_chunk(chunk, lambda: at(minute)))


def look(job: Job, minute: float = 1) -> tuple[str, int, int]:
    progress = progress_of(Job.objects.get(pk=job.pk), actor("olga"), at(minute))
    return progress.state, progress.done, progress.percent


def test_chunk_by_chunk_to_the_end() -> None:
    job = begun()
    assert [chunk.items for chunk in job.chunks.all()] == [[0, 1, 2], [3, 4, 5], [6]]
    before = versions_of(job.event_id or 0)["jobs"]
    seen = [look(job)]
    while work(1):
        seen.append(look(job))
    assert seen == [("waiting", 0, 0), ("waiting", 3, 42), ("waiting", 6, 85), ("done", 7, 100)]
    assert kept() == doubled(*range(7))
    assert versions_of(job.event_id or 0)["jobs"] == before + 4, "when it began, and with each chunk"
    assert Job.objects.get().finished_at == at(1)


def test_the_last_things_are_done_when_all_others_are() -> None:
    job = begun(4, last=[100])
    first, second = claim_chunk(at(1)), claim_chunk(at(1))
    assert first is not None and second is not None and claim_chunk(at(1)) is None
    assert work_chunk(second, lambda: at(1)) and claim_chunk(at(1)) is None
    assert work_chunk(first, lambda: at(1)) and work(1) == 1
    assert kept() == doubled(3, 0, 1, 2, 100) and look(job)[0] == "done"


def test_without_a_thing_to_do_it_is_done_at_once() -> None:
    assert look(begun(0)) == ("done", 0, 100)


def test_what_cannot_be_done_is_told_and_the_others_are_done() -> None:
    job = begun(15)
    while work(1):
        pass
    assert kept() == doubled(*range(13))
    told = list(JobFailure.objects.values_list("item", "message"))
    assert told == [(13, "An error of the site: ValueError: thirteen"), (14, "not this one")]
    progress = progress_of(job, actor("olga"), at(1))
    assert (progress.done, progress.failed, len(progress.failures)) == (15, 2, 2)


@pytest.mark.parametrize("error", [OperationalError("database is locked"), OSError("no space left")])
def test_what_may_pass_is_tried_again_after_a_while(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    trouble = [error, error]

    def sometimes(job: Job, item: Any) -> int:
        if item == 0 and trouble:
            raise trouble.pop()
        return 2 * int(item)

    monkeypatch.setitem(KINDS, "doubling", Kind(**{**vars(KIND), "work": sometimes}))
    job = begun(2)
    assert work(0) == 0 and kept() == [], "nothing is written of a part that is put off"
    assert claim_chunk(at(9 / 60)) is None
    # ten seconds later thing by thing; that one waits again, the other does not
    assert work(10 / 60) == 0 and work(10 / 60) == 1 and kept() == doubled(1)
    assert look(job)[0] == "waiting"
    assert claim_chunk(at(19 / 60)) is None
    assert work(20 / 60) == 1 and kept() == doubled(1, 0) and not JobFailure.objects.exists()


def test_what_was_done_before_the_trouble_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    trouble = [OSError("no space left")]

    def sometimes(job: Job, item: Any) -> int:
        if item == 2 and trouble:
            raise trouble.pop()
        return 2 * int(item)

    monkeypatch.setitem(KINDS, "doubling", Kind(**{**vars(KIND), "work": sometimes, "at_once": 4}))
    job = begun(4)
    assert work(0) == 1 and kept() == doubled(0, 1) and look(job) == ("waiting", 2, 50)
    assert work(9 / 60) == 0
    assert work(10 / 60) == 1 and work(10 / 60) == 1 and look(job) == ("done", 4, 100)
    assert sorted(kept()) == doubled(0, 1, 2, 3)


def test_what_does_not_pass_is_told_the_third_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(job: Job, item: Any) -> int:
        raise OSError("no space left")

    monkeypatch.setitem(KINDS, "doubling", Kind(**{**vars(KIND), "work": never}))
    job = begun(1)
    assert [work(0), work(9 / 60), work(10 / 60), work(69 / 60)] == [0, 0, 0, 0] and look(job)[0] == "waiting"
    assert work(70 / 60) == 1 and look(job)[0] == "done"
    assert JobFailure.objects.get().message == "An error of the site: OSError: no space left"


def test_what_cannot_be_written_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    trouble = [OperationalError("database is locked")]

    def keep_later(job: Job, done: Sequence[Done], now: datetime) -> None:
        keep(job, done, now)
        if trouble:
            raise trouble.pop()

    monkeypatch.setitem(KINDS, "doubling", Kind(**{**vars(KIND), "keep": keep_later}))
    begun(1)
    assert work(0) == 0 and kept() == []
    assert work(10 / 60) == 1 and kept() == doubled(0)


def test_a_claim_that_ran_out_is_anothers_and_nothing_is_written_twice() -> None:
    begun(2)
    lost = claim_chunk(at(0))
    assert lost is not None and claim_chunk(at(0.9)) is None
    again = claim_chunk(at(1))
    assert again is not None and again.pk == lost.pk and again.claim != lost.claim
    # One thing of it each, so that one that ends a process keeps no other.
    assert again.items == [0] and JobChunk.objects.count() == 2
    # Whoever had it wakes up late, and writes nothing.
    assert not work_chunk(lost, lambda: at(1.1)) and kept() == []
    assert work_chunk(again, lambda: at(1.2)) and work(1.2) == 1
    assert not work_chunk(again, lambda: at(1.3))
    assert kept() == doubled(0, 1)


def test_a_claim_is_renewed_while_there_is_work() -> None:
    begun(3)
    minutes = iter([0.0, 0.0, 0.5, 1.0, 1.0])
    chunk = claim_chunk(at(0))
    assert chunk is not None

    def clock() -> datetime:
        return at(next(minutes))

    assert work_chunk(chunk, clock) and kept() == doubled(0, 1, 2)
    # One that was taken meanwhile is given up in the middle.
    begun(3)
    chunk = claim_chunk(at(2))
    assert chunk is not None and claim_chunk(at(2) + LEASE) is not None
    minutes = iter([2.0, 2.0, 3.5, 3.5])
    assert not work_chunk(chunk, clock) and len(kept()) == 3


def test_what_is_one_long_thing_is_claimed_for_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    job = begun(1)
    monkeypatch.setitem(KINDS, job.kind, replace(KINDS[job.kind], lease=LONG_LEASE))
    chunk = claim_chunk(at(0))
    assert chunk is not None and claim_chunk(at(0) + LEASE) is None
    assert claim_chunk(at(0) + LONG_LEASE) is not None


def test_a_thing_over_which_processes_end_is_given_up() -> None:
    begun(2)
    for attempt in range(4):
        assert claim_chunk(at(2 * attempt)) is not None  # and never heard of again
    # The other thing, that it had kept waiting, and then this one, no more.
    while work(20):
        pass
    assert kept() == doubled(1)
    assert [failure.item for failure in JobFailure.objects.all()] == [0]
    assert "ended each time" in JobFailure.objects.get().message


def test_a_part_of_a_kind_that_a_process_does_not_know_waits_for_one_that_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """While a site goes over to a new version, processes of the one before are still at work."""
    job = begun(2)
    with monkeypatch.context() as before:
        before.delitem(KINDS, "doubling")
        assert claim_chunk(at(1)) is None and work_due(at(1)) == 0
        assert waiting_chunks(at(6)).number == 1, "who watches the site is told that nobody does it"
    assert work(2) == 1 and look(job)[0] == "done" and not JobFailure.objects.exists()


def test_a_claim_from_a_clock_that_was_set_back_is_none() -> None:
    begun(1)
    assert claim_chunk(at(60)) is not None
    assert claim_chunk(at(0)) is not None


def test_cancelled_and_resumed() -> None:
    job = begun()
    olga = actor("olga")
    assert work(1) == 1
    at_it = claim_chunk(at(1))
    assert at_it is not None
    assert cancel_job(job, by=olga, now=at(2)).cancelled_by == "Olga"
    cancel_job(job, by=actor("olga"), now=at(3))
    assert look(job) == ("cancelled", 3, 42) and work(3) == 0
    # What was under way is not written, and done anew when it goes on.
    assert not work_chunk(at_it, lambda: at(3)) and look(job) == ("cancelled", 3, 42)
    resume_job(job, by=olga, now=at(4))
    resume_job(job, by=olga, now=at(5))
    assert work(5) == 1 and work(5) == 1 and kept() == doubled(*range(7))
    for change in (cancel_job, resume_job):
        with pytest.raises(Conflict):
            change(job, by=olga, now=at(6))


def test_who_follows_it_and_who_ends_it() -> None:
    job = begun()
    assert job_of(job.pk, actor("sam")).pk == job.pk
    for name in ("player1", "stranger"):
        with pytest.raises(NotFound):
            job_of(job.pk, actor(name))
    with pytest.raises(NotFound):
        job_of(job.pk, Actor.anonymous())
    for change in (cancel_job, resume_job):
        with pytest.raises(NotAllowed):
            change(job, by=actor("sam"), now=at(1))


def test_the_sweep_does_a_chunk_at_a_time_where_it_is_to(monkeypatch: pytest.MonkeyPatch) -> None:
    assert work_due(at(0)) == 0
    begun()
    assert [work_due(at(1)) for _ in range(4)] == [1, 1, 1, 0]
    begun(9)
    started = []

    class Process:
        def poll(self) -> int | None:
            return None

    monkeypatch.setattr(tasks, "_process", lambda: started.append(1) or Process())
    monkeypatch.setattr(tasks, "_started", [])
    with override_settings(JOB_WORKERS=2, REDIS_URL=""):
        assert [work_due(at(1)) for _ in range(3)] == [2, 0, 0]  # both are there and at it
    ordered = []
    monkeypatch.setattr(tasks, "_order", lambda: ordered.append(1))
    with override_settings(JOB_WORKERS=2, REDIS_URL="redis://nowhere"):
        assert work_due(at(1)) == 2
        claim_chunk(at(1))
        assert work_due(at(1)) == 1
    assert (len(started), len(ordered)) == (2, 3)


def test_old_ones_are_forgotten() -> None:
    job, running = begun(1), begun(1)
    work(1)
    assert forget_old_jobs(at(60 * 24 * 89)) == 0
    while forget_old_jobs(at(60 * 24 * 91)):
        pass
    assert [one.pk for one in Job.objects.all()] == [running.pk] and job.pk != running.pk


def test_pages(who: Who) -> None:
    job = begun(14)
    page = reverse("tournaments:job", args=[job.pk])
    assert who("player1").get(page).status_code == 404 and who("").get(page).status_code == 302
    assert "0 / 14" in who("sam").get(page).content.decode()
    while work(1):
        pass
    text = who("olga").get(page).content.decode()
    assert "14 / 14" in text and "ValueError: thirteen" in text and 'href="/results/"' in text
    listed = reverse("tournaments:event_jobs", args=[job.event.slug])  # type: ignore[union-attr]
    assert page in who("sam").get(listed).content.decode()
    assert who("player1").get(listed).status_code == 403
    other = begun(3)
    steps = [reverse("tournaments:job_step", args=[other.pk, step]) for step in ("cancel", "resume", "fly")]
    assert who("sam").post(steps[0]).status_code == 403
    assert who("olga").post(steps[0]).status_code == 303
    assert "Go on with it" in who("olga").get(reverse("tournaments:job", args=[other.pk])).content.decode()
    assert who("olga").post(steps[1]).status_code == 303
    assert who("olga").post(steps[2]).status_code == 404
    assert look(other)[0] == "waiting"
    assert page not in who("olga").get(reverse("tournaments:jobs")).content.decode()


def test_api() -> None:
    job = begun(14)
    olga, sam = APIClient(), APIClient()
    olga.force_login(actor("olga").user)
    sam.force_login(actor("sam").user)
    work(1)
    told = sam.get(f"/api/v1/jobs/{job.pk}/").json()
    assert (told["state"], told["items"], told["done"], told["event"]) == ("waiting", 14, 3, job.event.slug)  # type: ignore[union-attr]
    assert sam.post(f"/api/v1/jobs/{job.pk}/cancel/").status_code == 403
    assert olga.post(f"/api/v1/jobs/{job.pk}/cancel/").json()["state"] == "cancelled"
    assert olga.post(f"/api/v1/jobs/{job.pk}/resume/").json()["state"] == "waiting"
    assert [one["id"] for one in sam.get(f"/api/v1/events/{job.event.slug}/jobs/").json()] == [job.pk]  # type: ignore[union-attr]
    assert olga.get("/api/v1/jobs/").json() == []
    assert APIClient().get(f"/api/v1/jobs/{job.pk}/").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_of_several_who_work_at_once_each_has_chunks_of_its_own() -> None:
    begun(12)
    answers = together(*[lambda: work_for() for _ in range(4)])
    assert sum(count for state, count in answers if state == "done") == 4
    assert sorted(kept()) == sorted(doubled(*range(12)))
    assert Job.objects.get().finished_at is not None


def slowly(job: Job, item: Any) -> int:
    time.sleep(0.01)
    return 2 * int(item)


def _work_until_killed() -> None:
    connections.close_all()
    work_for()


@pytest.mark.django_db(transaction=True)
def test_killed_in_the_middle_it_goes_on_and_does_nothing_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "doubling", Kind(**{**vars(KIND), "work": slowly}))
    job = begun(120)
    process = multiprocessing.get_context("fork").Process(target=_work_until_killed)
    connections.close_all()
    process.start()
    for _look in range(600):
        if len(kept()) >= 12:
            break
        time.sleep(0.02)
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    process.join()
    part = len(kept())
    assert 12 <= part < 120
    JobChunk.objects.filter(done_at=None).update(claimed_until=None)  # a minute later
    work_for()
    assert sorted(kept()) == sorted(doubled(*range(120)))
    assert progress_of(Job.objects.get(pk=job.pk), actor("olga"), at(0)).state == "done"
