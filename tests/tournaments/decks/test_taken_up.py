"""Nobody does jobs on this site, and an event is to start whose many deck lists are not checked: the process that was
asked has a thread check them, the start is refused until that is done, and no request works for seconds."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.test import Client

from tests.tournaments.decks.test_before_start import changed, legal
from tests.tournaments.decks.test_before_start import event as event
from tests.tournaments.factories import actor, open_event
from tests.tournaments.phones.people import signed_in
from tournaments.decks import rechecks
from tournaments.decks.before_start import checking_in
from tournaments.decks.rechecks import CHECK
from tournaments.jobs import taking_up
from tournaments.jobs.changes import begin_job, cancel_job
from tournaments.jobs.taking_up import take_up
from tournaments.jobs.working import claim_chunk, claim_chunk_of, work_chunk
from tournaments.models.events import Event, State
from tournaments.models.jobs import Job, JobChunk, JobFailure
from tournaments.now import now

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def threads_end(event: Event) -> Iterator[None]:
    yield
    finish()


def finish() -> None:
    """Waits for the threads that do jobs."""
    for thread in threading.enumerate():
        if thread.name.startswith("job-"):
            thread.join(60)
            assert not thread.is_alive()


def left(event: Event, minutes: float = 10) -> Job:
    """A job that nobody has taken up for so long."""
    return changed(event, now() - timedelta(minutes=minutes))


def press(client: Client, event: Event) -> str:
    """Presses the start on the desk; gives the page that comes."""
    return client.post(
        f"/events/{event.slug}/desk/start/", {"lists_missing": "keep"}, follow=True
    ).content.decode()


def state(event: Event) -> str:
    return Event.objects.get(pk=event.pk).state


def test_a_job_that_nobody_does_is_begun_by_who_asks_for_the_start(event: Event) -> None:
    job, olga = left(event), signed_in("olga")
    page = olga.get(f"/events/{event.slug}/desk/").content.decode()
    assert "Nobody is at it. Press the start: they are checked then" in page
    assert "still being checked by the rules of the game: 4." in press(olga, event)
    finish()
    job.refresh_from_db()
    assert job.finished_at is not None and legal() == [False] * 4 and state(event) == State.REGISTRATION
    assert checking_in(event, now()) is None
    press(olga, event)
    assert state(event) == State.RUNNING


def test_a_program_is_refused_until_it_is_done_with_or_without_a_key(event: Event) -> None:
    job, olga = left(event), signed_in("olga")
    for key in ({}, {"HTTP_IDEMPOTENCY_KEY": "one"}):
        told = olga.post(
            f"/api/v1/events/{event.slug}/start/",
            {"lists_missing": "keep"},
            content_type="application/json",
            **key,
        )
        if told.status_code == 200:
            break
        assert (told.status_code, told.json()["code"], told.json()["job"]) == (409, "lists_checking", job.pk)
        finish()
    assert told.status_code == 200 and state(event) == State.RUNNING and legal() == [False] * 4


def test_one_that_was_cancelled_goes_on(event: Event) -> None:
    job = left(event)
    cancel_job(job, by=actor("olga"), now=now())
    press(signed_in("olga"), event)
    finish()
    job.refresh_from_db()
    assert job.finished_at is not None and job.cancelled_at is None and legal() == [False] * 4


def test_one_that_goes_on_by_itself_is_left_to_who_does_it(event: Event) -> None:
    left(event, minutes=0)
    press(signed_in("olga"), event)
    finish()
    assert legal() == [True] * 4 and not JobChunk.objects.exclude(done_at=None).exists()


def test_one_that_waits_behind_other_long_work_is_begun_by_who_asks_for_the_start(event: Event) -> None:
    other = open_event(name="Other")
    # of one account the oldest job goes first
    begin_job(CHECK, [-1, -2], event=other, by=actor("olga"), now=now() - timedelta(hours=1))
    job, olga = left(event), signed_in("olga")
    chunk = claim_chunk(now())
    assert chunk is not None and chunk.job_id != job.pk and work_chunk(chunk)
    found = checking_in(event, now())
    assert found is not None and found.alive
    assert "still being checked" in press(olga, event)
    finish()
    job.refresh_from_db()
    assert job.finished_at is not None and legal() == [False] * 4
    assert JobChunk.objects.filter(job__event=other, done_at=None).count() == 1, "that one goes on as before"


def test_few_are_checked_with_the_start(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    left(event)
    monkeypatch.setattr(rechecks, "FEW", 4)
    press(signed_in("olga"), event)
    assert state(event) == State.RUNNING and legal() == [False] * 4


def test_what_the_job_could_not_check_is_tried_with_the_start(event: Event) -> None:
    job = left(event)
    take_up(job.pk)
    finish()
    for key in rechecks.standing(event).values_list("pk", flat=True):
        JobFailure.objects.create(job=job, item=key, message="disk full", at=now())
    press(signed_in("olga"), event)
    assert state(event) == State.RUNNING


def test_a_part_that_is_put_off_is_waited_for(event: Event) -> None:
    job = left(event)
    later = now() + timedelta(seconds=50)
    job.chunks.update(due_at=later)
    olga = signed_in("olga")
    press(olga, event)
    finish()
    assert state(event) == State.REGISTRATION and legal() == [True] * 4
    job.chunks.update(due_at=now() - timedelta(seconds=1))
    press(olga, event)
    finish()
    assert legal() == [False] * 4


def test_a_process_does_one_at_a_time_and_another_after_it(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    job, goes_on = left(event), threading.Event()
    work = taking_up.work_chunk

    def slow(chunk: JobChunk) -> bool:
        assert goes_on.wait(60)
        return work(chunk)

    monkeypatch.setattr(taking_up, "work_chunk", slow)
    assert take_up(job.pk) and not take_up(job.pk)
    goes_on.set()
    finish()
    assert legal() == [False] * 4 and take_up(job.pk)


def test_a_thread_that_fails_is_in_nobodys_way(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    job = left(event)
    with monkeypatch.context() as broken:
        broken.setattr(taking_up, "claim_chunk_of", lambda number, moment: 1 // 0)
        assert take_up(job.pk)
        finish()
    assert take_up(job.pk)
    finish()
    assert legal() == [False] * 4


def test_what_somebody_else_has_taken_is_left_to_them(event: Event) -> None:
    job = left(event)
    taken = claim_chunk(now())
    assert taken is not None and taken.job_id == job.pk
    take_up(job.pk)
    finish()
    assert JobChunk.objects.filter(job=job, done_at=None).exclude(pk=taken.pk).count() == 1, (
        "what is told last"
    )
    assert claim_chunk_of(job.pk, now()) is None and legal().count(False) == 3


def test_the_request_does_not_wait_for_it(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    left(event)
    check, hold = rechecks.check_of_game, threading.Event()

    def slow(*asked: object) -> object:
        assert hold.wait(60)
        return check(*asked)  # type: ignore[arg-type]

    monkeypatch.setattr(rechecks, "check_of_game", slow)
    began = time.monotonic()
    assert "still being checked" in press(signed_in("olga"), event)
    assert time.monotonic() - began < 50, "it came back while nothing was checked"
    assert legal() == [True] * 4
    found = checking_in(event, now())
    assert found is not None
    deadline = time.monotonic() + 20
    while not found.alive and time.monotonic() < deadline:
        time.sleep(0.01)
        found = checking_in(event, now())
        assert found is not None
    assert found.alive, "somebody is at it now, and the desk says so"
    hold.set()
