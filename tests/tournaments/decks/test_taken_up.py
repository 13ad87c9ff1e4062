"""Nobody does jobs on this site, and an event is to start whose many deck lists are not checked: the process that was
asked has a thread check them, the start is refused until that is done, and no request works for seconds."""

from __future__ import annotations

import dataclasses
import threading
import time
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from django.db import OperationalError
from django.test import Client

from tests.tournaments.decks.test_before_start import changed, legal, told
from tests.tournaments.decks.test_before_start import event as event
from tests.tournaments.factories import actor, open_event
from tests.tournaments.phones.people import signed_in
from tournaments.decks import rechecks
from tournaments.decks.before_start import checking_in
from tournaments.decks.rechecks import CHECK, TELL
from tournaments.jobs import alive, kinds, taking_up
from tournaments.jobs.changes import begin_job, cancel_job
from tournaments.jobs.taking_up import take_up
from tournaments.jobs.working import claim_chunk, claim_chunk_of, work_chunk
from tournaments.models.decks import DeckList
from tournaments.models.events import Event, State
from tournaments.models.jobs import Job, JobChunk, JobFailure
from tournaments.now import now

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def threads_end(event: Event) -> Iterator[None]:
    yield
    finish()


def finish() -> None:
    """Waits for the thread that does jobs."""
    for thread in threading.enumerate():
        if thread.name == "jobs taken up":
            thread.join(60)
            assert not thread.is_alive()


def take_up_job(job: Job) -> None:
    take_up("one", lambda: job)


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
    assert "Nobody is at it just now. Press the start: they are checked as soon as may be" in page
    assert "still being checked by the rules of the game: 4." in press(olga, event)
    finish()
    job.refresh_from_db()
    assert job.finished_at is not None and legal() == [False] * 4 and state(event) == State.REGISTRATION
    assert checking_in(event, now()) is None
    press(olga, event)
    assert state(event) == State.RUNNING


@pytest.mark.parametrize("key", [{}, {"HTTP_IDEMPOTENCY_KEY": "one"}])
def test_a_program_is_refused_until_it_is_done(event: Event, key: dict[str, str]) -> None:
    job, olga = left(event), signed_in("olga")

    def asked() -> tuple[int, str]:
        told = olga.post(
            f"/api/v1/events/{event.slug}/start/",
            {"lists_missing": "keep"},
            content_type="application/json",
            **key,  # type: ignore[arg-type]
        )
        return told.status_code, told.json().get("code", "")

    assert asked() == (409, "lists_checking")
    finish()
    job.refresh_from_db()
    assert job.finished_at is not None and legal() == [False] * 4
    assert asked() == (200, "") and state(event) == State.RUNNING


def test_where_no_list_is_asked_for_it_is_done_beside_the_event(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(deck_lists="optional")
    job, hold = left(event), threading.Event()
    with pytest.MonkeyPatch.context() as patch:
        work = taking_up.work_chunk

        def slow(chunk: JobChunk) -> bool:
            assert hold.wait(60)
            return work(chunk)

        patch.setattr(taking_up, "work_chunk", slow)
        press(signed_in("olga"), event)
        assert state(event) == State.RUNNING and legal() == [True] * 4
        hold.set()
        finish()
    job.refresh_from_db()
    assert job.finished_at is not None and legal() == [False] * 4


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


def test_what_the_job_could_not_check_is_tried_once_more_and_then_keeps_nobody(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    def faulty(*asked: object) -> object:
        raise ZeroDivisionError

    monkeypatch.setattr(rechecks, "check_of_game", faulty)
    job, olga = left(event), signed_in("olga")
    take_up_job(job)
    finish()
    assert job.failures.count() == 4
    assert (
        "Press the start: they are checked as soon"
        in olga.get(f"/events/{event.slug}/desk/").content.decode()
    )
    assert "still being checked" in press(olga, event)
    finish()
    again = Job.objects.latest("pk")
    assert again.pk != job.pk and again.failures.count() == 4 and again.finished_at is not None
    page = olga.get(f"/events/{event.slug}/desk/").content.decode()
    assert "4 deck lists are still to be checked" in page and "Press the start: they" not in page
    press(olga, event)
    finish()
    assert state(event) == State.RUNNING and legal() == [True] * 4 and Job.objects.latest("pk") == again


def test_what_a_job_failed_at_for_a_while_is_checked_by_the_next(event: Event) -> None:
    job = left(event)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rechecks, "check_of_game", lambda *asked: 1 // 0)
        take_up_job(job)
        finish()
    assert job.failures.count() == 4
    olga = signed_in("olga")
    press(olga, event)
    finish()
    assert legal() == [False] * 4 and state(event) == State.REGISTRATION
    press(olga, event)
    assert state(event) == State.RUNNING


def put_off(job: Job, patch: pytest.MonkeyPatch, seconds: float = 1.5) -> None:
    """Its lists are to be tried again in so long, which is long here."""
    patch.setattr(alive, "PUT_OFF", timedelta(seconds=0.1))
    job.chunks.filter(last=False).update(due_at=now() + timedelta(seconds=seconds))


@pytest.mark.parametrize("presses", [1, 3])
def test_a_part_that_is_put_off_is_waited_for_however_often_one_presses(
    event: Event, monkeypatch: pytest.MonkeyPatch, presses: int
) -> None:
    job, olga = left(event), signed_in("olga")
    put_off(job, monkeypatch)
    for _press in range(presses):
        assert "still being checked" in press(olga, event)
    time.sleep(0.3)
    assert legal() == [True] * 4 and checking_in(event, now()) is not None
    finish()
    assert legal() == [False] * 4 and Job.objects.count() == 1


def test_what_was_put_off_goes_on_though_it_is_asked_for_once_more_and_seems_to_go_on(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    job, found = left(event), list[int]()
    put_off(job, monkeypatch)
    take_up("one", lambda: job)
    time.sleep(0.3)
    take_up("one", lambda: found.append(1))
    finish()
    assert found == [1] and legal() == [False] * 4


def test_the_job_of_another_event_is_done_while_one_waits(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    job, done = left(event), list[int]()
    other = begin_job(CHECK, [-1], event=open_event(name="Other"), by=actor("olga"), now=now())
    put_off(job, monkeypatch)
    work = taking_up.work_chunk

    def noted(chunk: JobChunk) -> bool:
        done.append(chunk.job_id)
        return work(chunk)

    monkeypatch.setattr(taking_up, "work_chunk", noted)
    take_up("this", lambda: job)
    time.sleep(0.3)
    assert done == [], "it waits"
    take_up("other", lambda: other)
    finish()
    assert done[0] == other.pk and set(done[1:]) == {job.pk} and legal() == [False] * 4


def test_a_database_that_is_away_for_a_moment_is_asked_again(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    job, asked = left(event), list[int]()
    claim = taking_up.claim_chunk_of

    def away(number: int, moment: datetime) -> JobChunk | None:
        asked.append(number)
        if len(asked) in (1, 3):
            raise OperationalError("database is locked")
        return claim(number, moment)

    monkeypatch.setattr(taking_up, "AWAY", 0.1)
    monkeypatch.setattr(taking_up, "claim_chunk_of", away)
    take_up_job(job)
    finish()
    assert legal() == [False] * 4


def test_whose_lists_fell_is_told_by_the_next_job_where_one_failed_at_telling(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    job, read, keep = left(event), rechecks._read, rechecks.KIND.keep
    first, *others = event.entrants.order_by("pk").values_list("pk", flat=True)

    def one_alone(event: Event, body: object) -> rechecks.Read:
        if DeckList.objects.filter(legal=False).exists():
            raise ZeroDivisionError
        return read(event, body)

    def mute(job: Job, done: list[tuple[object, object]], moment: datetime) -> None:
        if any(item == TELL for item, _read in done):
            raise ZeroDivisionError
        keep(job, done, moment)

    with monkeypatch.context() as broken:
        kind = kinds.KINDS[CHECK]
        broken.setitem(kinds.KINDS, CHECK, dataclasses.replace(kind, keep=mute))
        broken.setattr(rechecks, "_read", one_alone)
        take_up_job(job)
        finish()
    assert legal() == [False, True, True, True] and told(event) == []
    assert job.failures.filter(item=TELL).exists()
    press(signed_in("olga"), event)
    finish()
    assert legal() == [False] * 4 and told(event) == [([first, *others], [])]


@pytest.mark.parametrize(
    ("required", "state_of_it", "sentence"),
    [
        (True, "lying", "Nobody is at it just now. Press the start"),
        (True, "going on", "The event can start when that is done"),
        (True, "failed", "Nobody is at it just now. Press the start"),
        (True, "failed twice", "They could not be checked, twice. The event can start"),
        (False, "lying", "Nobody is at it. The event can start: they are checked beside it then."),
        (False, "going on", ""),
        (False, "failed twice", "They could not be checked, twice. The event can start"),
    ],
)
def test_the_desk_says_what_becomes_of_them(
    event: Event, required: bool, state_of_it: str, sentence: str
) -> None:
    Event.objects.filter(pk=event.pk).update(deck_lists="required" if required else "optional")
    job = left(event, minutes=0 if state_of_it == "going on" else 10)
    if "failed" in state_of_it:
        again = {"again": True} if "twice" in state_of_it else {}
        Job.objects.filter(pk=job.pk).update(finished_at=now(), arguments=again)
        job.chunks.update(done_at=now())
        for key in rechecks.standing(event).values_list("pk", flat=True):
            JobFailure.objects.create(job=job, item=key, message="disk full", at=now())
    page = signed_in("olga").get(f"/events/{event.slug}/desk/").content.decode()
    said = page[page.index("deck lists are still to be checked") :]
    sentences = ("Nobody is at it", "The event can start when", "They could not be checked")
    shown = [one for one in sentences if one in said[: said.index("How far it is")]]
    assert (sentence in said) and len(shown) == (1 if sentence else 0)


def test_a_process_does_one_after_another_and_has_one_thread_for_all(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    job, goes_on, found = left(event), threading.Event(), list[str]()

    def find(name: str) -> Job | None:
        assert goes_on.wait(60)
        found.append(name)
        return job if name == "last" else None

    for name in ("first", "second", "second", "last"):
        take_up(name, lambda name=name: find(name))  # type: ignore[misc]
    assert sum(thread.name == "jobs taken up" for thread in threading.enumerate()) == 1
    goes_on.set()
    finish()
    assert found == ["first", "second", "last"] and legal() == [False] * 4


def test_what_fails_is_in_nobodys_way(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    job = left(event)
    with monkeypatch.context() as broken:
        broken.setattr(taking_up, "claim_chunk_of", lambda number, moment: 1 // 0)
        take_up_job(job)
        finish()
    with monkeypatch.context() as broken:
        broken.setattr(threading.Thread, "start", no_thread)
        take_up_job(job)
    with monkeypatch.context() as broken:
        broken.setattr(taking_up.connection, "close", lambda: 1 // 0)
        take_up("none", lambda: None)
        finish()
    assert legal() == [True] * 4
    take_up_job(job)
    finish()
    assert legal() == [False] * 4


def no_thread(self: threading.Thread) -> None:
    raise RuntimeError("can't start new thread")


def test_a_part_that_cannot_be_written_is_given_up_and_the_others_are_done(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    job, keep = left(event), rechecks.KIND.keep
    second = rechecks.standing(event).order_by("pk").values_list("pk", flat=True)[1]

    def broken(job: Job, done: list[tuple[object, object]], moment: object) -> None:
        if any(item == second for item, _read in done):
            raise ZeroDivisionError
        keep(job, done, moment)  # type: ignore[arg-type]

    kind = kinds.KINDS[CHECK]
    monkeypatch.setitem(kinds.KINDS, CHECK, dataclasses.replace(kind, keep=broken))
    take_up_job(job)
    finish()
    job.refresh_from_db()
    assert job.finished_at is not None and [row.item for row in job.failures.all()] == [second]
    assert legal() == [False, True, False, False]


def test_a_job_that_can_never_be_written_is_left_in_the_end(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    job, tried = left(event), list[int]()

    def never(chunk: JobChunk) -> bool:
        tried.append(chunk.pk)
        raise ZeroDivisionError

    monkeypatch.setattr(taking_up, "work_chunk", never)
    take_up_job(job)
    finish()
    assert len(tried) == taking_up.FAILS and not JobChunk.objects.exclude(claim="").exists()


def test_what_somebody_else_has_taken_is_left_to_them(event: Event) -> None:
    job = left(event)
    taken = claim_chunk(now())
    assert taken is not None and taken.job_id == job.pk
    take_up_job(job)
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
