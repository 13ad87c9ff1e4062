"""Cancelled is cancelled: what is at work just then keeps nothing, whatever kind of job it is, and is done anew when
the job goes on."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from config.retention import tidying
from config.retention.kinds import BY_NAME
from tests.tournaments.factories import actor, at
from tests.tournaments.jobs.test_jobs import begun, doubled, kept, look, work
from tests.tournaments.jobs.test_jobs import kind as kind  # the fixture
from tests.tournaments.playing import add_round, field, paired
from tests.tournaments.races.together import meanwhile, together
from tests.tournaments.ratings.test_ratings import agreed, played
from tournaments.importing.work import IMPORT, begin_import
from tournaments.jobs import working
from tournaments.jobs.changes import cancel_job, resume_job
from tournaments.jobs.kinds import Kind
from tournaments.jobs.working import claim_chunk, work_chunk, work_for
from tournaments.models.events import Event
from tournaments.models.jobs import Job, JobChunk, JobFailure, SentFile
from tournaments.models.ratings import Rating, RatingsDue
from tournaments.now import now
from tournaments.ratings import tasks as rating

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator(db: None) -> Client:
    root = actor("root")
    assert root.user is not None
    type(root.user).objects.filter(pk=root.user.pk).update(is_superuser=True)
    client = Client()
    client.force_login(root.user)
    return client


def just_then(monkeypatch: pytest.MonkeyPatch, name: str, then: Callable[[Job], object]) -> None:
    """Something happens once a thing of this kind of job was done, and before it is kept; the first time."""
    do_thing, times = working.do_thing, [then]

    def worked(kind: Kind, job: Job, item: Any) -> Any:
        came = do_thing(kind, job, item)
        if times and kind.name == name:
            times.pop()(job)
        return came

    monkeypatch.setattr(working, "do_thing", worked)


def test_what_is_at_work_keeps_neither_results_nor_failures(monkeypatch: pytest.MonkeyPatch) -> None:
    job = begun(15)
    while len(kept()) < 12:
        assert work(1)
    just_then(monkeypatch, "doubling", lambda job: cancel_job(job, by=actor("olga"), now=at(2)))
    assert work(2) == 0 and look(job) == ("cancelled", 12, 80)
    assert kept() == doubled(*range(12)) and not JobFailure.objects.exists()
    assert Job.objects.get().finished_at is None
    resume_job(job, by=actor("olga"), now=at(3))
    assert work(3) == 1 and look(job)[0] == "done"
    assert kept() == doubled(*range(13)) and JobFailure.objects.count() == 2


def test_however_often_it_is_cancelled_it_is_done_as_if_for_the_first_time() -> None:
    """A chunk that is begun for the fourth time is given up where processes ended over it; here none did."""
    job = begun(3)
    for minute in range(5):
        chunk = claim_chunk(at(minute))
        assert chunk is not None and chunk.items == [0, 1, 2]
        cancel_job(job, by=actor("olga"), now=at(minute))
        assert not work_chunk(chunk, lambda: at(minute))  # noqa: B023 (called at once)
        resume_job(job, by=actor("olga"), now=at(minute))
    assert work(6) == 1 and kept() == doubled(0, 1, 2) and not JobFailure.objects.exists()


def test_one_long_chunk_gives_up_between_two_things() -> None:
    job = begun(3)
    chunk = claim_chunk(at(10))
    assert chunk is not None
    cancel_job(job, by=actor("olga"), now=at(10.1))
    minutes = iter([10.0, 10.5, 10.5])
    assert not work_chunk(chunk, lambda: at(next(minutes)))
    resume_job(job, by=actor("olga"), now=at(11))
    assert claim_chunk(at(10.6)) is not None


def test_cancelled_and_resumed_while_it_is_at_work_it_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    job, olga = begun(3), actor("olga")

    def twice(job: Job) -> None:
        cancel_job(job, by=olga, now=at(1))
        resume_job(job, by=olga, now=at(1))

    just_then(monkeypatch, "doubling", twice)
    assert work(1) == 1 and kept() == doubled(0, 1, 2) and look(job)[0] == "done"


def test_an_import_makes_no_event_once_its_page_said_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    made = field(6, {"kind": "swiss", "rounds": 3}, game="highlander", name="Möwe Cup")
    add_round(made, paired(made))
    olga = actor("olga")
    job = begin_import(json.dumps(made).encode(), by=olga, now=now())
    client = Client()
    client.force_login(olga.user)  # type: ignore[arg-type]

    def press(job: Job) -> None:
        assert client.post(reverse("tournaments:job_step", args=[job.pk, "cancel"])).status_code == 303

    just_then(monkeypatch, IMPORT, press)
    assert work_for() == 0 and not Event.objects.exists() and SentFile.objects.exists()
    page = client.get(reverse("tournaments:job", args=[job.pk])).content.decode()
    assert "Nothing of it was kept." in page and "Go on with it" in page
    resume_job(job, by=olga, now=now())
    assert work_for() == 1 and Event.objects.get().name == "Möwe Cup"


def test_ratings_that_were_worked_out_are_not_written(
    monkeypatch: pytest.MonkeyPatch, operator: Client
) -> None:
    monkeypatch.setattr(rating, "FEW", 0)
    agreed("player1")
    played()
    assert rating.keep_due_ratings(now()) == 1
    just_then(monkeypatch, rating.RATE, lambda job: Job.objects.update(cancelled_at=now(), cancelled_by="R"))
    assert work_for() == 0 and not Rating.objects.exists() and RatingsDue.objects.exists()
    job = Job.objects.get()
    assert "Nothing of it was kept." in operator.get(f"/jobs/{job.pk}/").content.decode()
    assert operator.post(reverse("tournaments:job_step", args=[job.pk, "resume"])).status_code == 303
    assert work_for() == 1 and Rating.objects.exists() and not RatingsDue.objects.exists()


def test_what_is_deleted_stops_at_the_piece_and_what_went_is_counted(
    monkeypatch: pytest.MonkeyPatch, operator: Client
) -> None:
    """It cannot be brought back, so each piece counts itself, and none goes once it was cancelled."""
    for key in ("one", "two", "three"):
        Session.objects.create(session_key=key, session_data="", expire_date=now() - timedelta(days=1))
    known, calls = BY_NAME["sessions"], []

    def one(moment: Any) -> int:
        calls.append(1)
        row = Session.objects.filter(expire_date__lt=moment).order_by("pk").first()
        gone = 0 if row is None else row.delete()[0]
        if len(calls) == 2:
            Job.objects.update(cancelled_at=now(), cancelled_by="Root")
        return gone

    monkeypatch.setitem(BY_NAME, "sessions", replace(known, forget=one))
    assert tidying.tidy_daily(now()) == 1 and work_for() == 0
    job = Job.objects.get()
    assert Session.objects.filter(session_key__in=["one", "two", "three"]).count() == 1
    assert [count for _what, count in tidying.gone_of(job)] == [2] and job.finished_at is None
    assert "Sessions that have run out: 2" in operator.get(f"/jobs/{job.pk}/").content.decode()
    assert operator.post(reverse("tournaments:job_step", args=[job.pk, "resume"])).status_code == 303
    assert work_for() == 1 and [count for _what, count in tidying.gone_of(Job.objects.get())] == [3]


def test_the_page_says_how_much_was_kept() -> None:
    job, olga = begun(), actor("olga")
    assert work(1) == 1
    cancel_job(job, by=olga, now=at(2))
    client = Client()
    client.force_login(olga.user)  # type: ignore[arg-type]
    page = client.get(reverse("tournaments:job", args=[job.pk])).content.decode()
    assert "3 / 7" in page and "What was done before that is kept, nothing after it." in page


@pytest.mark.django_db(transaction=True)
def test_cancelled_by_another_process_while_it_is_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    job, olga = begun(3), actor("olga")
    just_then(monkeypatch, "doubling", lambda job: meanwhile(lambda: cancel_job(job, by=olga, now=at(1))))
    assert work(1) == 0 and kept() == [] and look(job)[0] == "cancelled"
    assert not JobChunk.objects.exclude(claim="").exists()


@pytest.mark.django_db(transaction=True)
def test_of_who_cancels_and_what_is_kept_at_once_one_comes_first() -> None:
    """Either it is finished and cannot be cancelled any more, or it is cancelled and nothing is kept."""
    olga = actor("olga")
    for minute in range(0, 40, 10):
        job, before = begun(3), len(kept())
        chunk = claim_chunk(at(minute))
        assert chunk is not None
        worked, cancelled = together(
            lambda: int(work_chunk(chunk, lambda: at(minute))),  # noqa: B023 (called at once)
            lambda: cancel_job(job, by=olga, now=at(minute)),  # noqa: B023
        )
        new = len(kept()) - before
        assert (worked, cancelled, new) in [
            (("done", 1), ("refused", "conflict"), 3),
            (("done", 0), ("done", "row"), 0),
        ]
