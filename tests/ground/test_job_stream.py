"""Progress of jobs that are about no event, over the stream: told to those who may follow the job, and of it alone."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client as Browser

from config import stream
from config.notifier import Notifier, read_jobs
from tests.ground.test_stream import Client, ask
from tests.tournaments.factories import actor, at
from tournaments.access import Actor
from tournaments.jobs.changes import begin_job, cancel_job, resume_job
from tournaments.jobs.kinds import KINDS, Kind
from tournaments.jobs.working import claim_chunk, work_chunk
from tournaments.live.tokens import event_of, jobs_of, scope_of, token_for, token_for_jobs
from tournaments.messages import message
from tournaments.models.accounts import User
from tournaments.models.jobs import Job

pytestmark = pytest.mark.django_db


def _own(who: Actor, job: Job) -> bool:
    return who.user is not None and (who.user.is_superuser or job.by_user_id == who.user.pk)


@pytest.fixture(autouse=True)
def kind(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    known = Kind("counting", lambda job: message("Long work"), lambda job, item: item, _own, _own, at_once=1)
    monkeypatch.setitem(KINDS, "counting", known)
    monkeypatch.setattr(stream, "notifier", Notifier())
    settings.STREAM_URL = "/stream/"


def begun(name: str = "olga") -> Job:
    return begin_job("counting", [1, 2], by=actor(name), now=at(0))


def work(minute: float = 1) -> Job:
    chunk = claim_chunk(at(minute))
    assert chunk is not None and work_chunk(chunk, lambda: at(minute))
    return chunk.job


def version(job: Job) -> int:
    return Job.objects.get(pk=job.pk).version


def browser(name: str) -> Browser:
    client = Browser()
    if name:
        client.force_login(actor(name).user)  # type: ignore[arg-type]
    return client


def opened(text: str) -> set[tuple[int, ...] | None]:
    """What the words for the stream in a page or an answer open, of jobs."""
    addresses = re.findall(r"[^\"'\s]*[?]token=[^\"'\s]+", text)
    tokens = [parse_qs(urlsplit(address.replace("&amp;", "&")).query)["token"][0] for address in addresses]
    assert not any(scope_of(token) for token in tokens), "no event"
    return {jobs_of(token) for token in tokens}


def test_each_step_of_a_job_counts_its_version_up() -> None:
    job, olga = begun(), actor("olga")
    seen = [version(job)]
    for step in (
        lambda: claim_chunk(at(1)),  # it has begun
        lambda: work(1),
        lambda: cancel_job(job, by=olga, now=at(2)),
        lambda: resume_job(job, by=olga, now=at(2)),
        lambda: work(3),
    ):
        step()
        seen.append(version(job))
    assert seen == [1, 2, 3, 4, 5, 6]


def test_a_page_is_given_the_stream_of_the_job_that_its_reader_may_follow() -> None:
    job, other = begun(), begun("sam")
    page = browser("olga").get(f"/jobs/{job.pk}/").content.decode()
    assert opened(page) == {(job.pk,)} and f'data-versions="/jobs/live/?job={job.pk}"' in page
    assert f"jobs.{version(job)}" in page and 'data-live="jobs"' in page and "hx-trigger" not in page
    listed = browser("olga").get("/jobs/").content.decode()
    assert opened(listed) == {(job.pk,)}
    assert browser("sam").get(f"/jobs/{job.pk}/").status_code == 404
    root = actor("root")
    User.objects.filter(pk=root.user.pk).update(is_superuser=True)  # type: ignore[union-attr]
    assert opened(browser("root").get("/jobs/").content.decode()) == {(job.pk, other.pk)}
    for _time in range(4):
        work()
    page = browser("olga").get(f"/jobs/{job.pk}/").content.decode()
    assert opened(page) == set() and "data-versions" not in page, "it is over"


def test_who_asks_for_versions_is_told_of_the_jobs_that_he_may_follow() -> None:
    job, other = begun(), begun("sam")
    work()
    address = f"/jobs/live/?job={job.pk}&job={other.pk}&job=x&job={10**30}"
    told = browser("olga").get(address).json()
    assert told["versions"] == {"jobs": version(job)} and opened(told["stream"]) == {(job.pk,)}
    told = browser("sam").get(address).json()
    assert told["versions"] == {"jobs": version(other)} and opened(told["stream"]) == {(other.pk,)}
    for name in ("", "stranger"):
        assert browser(name).get(address).status_code == 404
    assert browser("olga").get("/jobs/live/").status_code == 404


def test_a_word_for_jobs_opens_no_event_and_one_for_an_event_no_job() -> None:
    word = token_for_jobs([7, 3])
    assert jobs_of(word) == (3, 7) and scope_of(word) is event_of(word) is None
    assert jobs_of(token_for(7)) is jobs_of(token_for(7, 3)) is jobs_of("forged") is None
    assert ask("/stream/", f"token={token_for_jobs([])}").status == 403


def test_versions_of_jobs_are_read_together_and_a_deleted_one_has_none() -> None:
    job, other = begun(), begun("sam")
    assert read_jobs([job.pk, other.pk, other.pk + 1]) == {job.pk: 1, other.pk: 1}


def heard(jobs: list[int], happens: Callable[[], object], until: int) -> list[dict[str, Any]]:
    """What somebody is told who follows these jobs while that happens, up to a version."""

    async def run() -> list[dict[str, Any]]:
        client = Client("/stream/", f"token={token_for_jobs(jobs)}&since=?")
        task = asyncio.ensure_future(stream.application(client.scope, client.receive, client.send))
        while client.parts.qsize() < 2:
            await asyncio.sleep(0.01)
        await asyncio.to_thread(happens)
        came = [await client.next_change()]
        while came[-1]["version"] < until:
            came.append(await client.next_change())
        client.gone.set()
        await asyncio.wait_for(task, 10)
        return came

    return asyncio.run(run())


@pytest.mark.django_db(transaction=True)
def test_the_stream_tells_of_its_own_job_and_of_no_other() -> None:
    other = begun("sam")
    work()
    work()
    job = begun()

    def happens() -> None:
        begin_job("counting", [1], by=actor("sam"), now=at(2))
        work(3)
        work(4)
        work(5)

    # Begun, one chunk and the other: of Sam's it hears nothing, not even that there was something.
    came = heard([job.pk], happens, until=4)
    assert {each["topic"] for each in came} == {"jobs"} and came[-1]["version"] == version(job) == 4
    assert all(set(each) == {"id", "topic", "version"} and each["version"] in (2, 3, 4) for each in came)
    assert version(other) == 4


def test_who_comes_while_others_are_read_hears_with_the_next_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    came = threading.Event()

    def read(jobs: list[int]) -> dict[int, int]:
        if jobs == [1]:
            came.wait(5)
        return {job: 10 * job for job in jobs}

    async def run() -> Any:
        notifier = Notifier()
        notifier.listen(0, jobs=[1])
        await asyncio.sleep(0.1)
        late = notifier.listen(0, jobs=[2])
        came.set()
        try:
            return await late.next(5)
        finally:
            for task in notifier._tasks:
                task.cancel()

    monkeypatch.setattr("config.notifier.read_changes", lambda events: ({key: {} for key in events},) * 2)
    monkeypatch.setattr("config.notifier.read_jobs", read)
    assert asyncio.run(run()) == {"jobs": 20}
