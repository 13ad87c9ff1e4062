"""What is to be one job at a time is one, whoever begins it in the same moment: two who have both looked, and seen
none, begin at once, each on a connection of its own."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction

from config.retention import tidying
from tests.tournaments.factories import actor, at, running_event
from tests.tournaments.jobs.test_jobs import begun, look, work
from tests.tournaments.jobs.test_jobs import kind as kind  # the fixture
from tests.tournaments.playing import field
from tests.tournaments.races.together import fork, together
from tests.tournaments.ratings.test_ratings import played
from tournaments.errors import Conflict
from tournaments.importing import work as importing
from tournaments.jobs import changes, sent_files
from tournaments.jobs.changes import UnderWay, begin_job, cancel_job, resume_job
from tournaments.jobs.working import work_for
from tournaments.models.jobs import Job, SentFile
from tournaments.now import now
from tournaments.ratings import tasks as rating

pytestmark = pytest.mark.django_db
TWO = 2


def both_looked(monkeypatch: pytest.MonkeyPatch, module: Any) -> None:
    """Whoever would begin a job there waits for the other one to be as far."""
    barrier, begin = fork.Barrier(TWO), module.begin_job

    def once_both_are_here(*given: Any, **named: Any) -> Job:
        barrier.wait(timeout=60)
        return begin(*given, **named)  # type: ignore[no-any-return]

    monkeypatch.setattr(module, "begin_job", once_both_are_here)


@pytest.mark.django_db(transaction=True)
def test_of_two_who_begin_at_once_one_does() -> None:
    event, olga = running_event(2), actor("olga")

    def begin(alone: str) -> Callable[[], object]:
        return lambda: begin_job("doubling", range(3), event=event, by=olga, now=at(0), alone=alone)

    for number in range(5):
        answers = together(begin(f"{number}"), begin(f"{number}"), begin(f"other {number}"))
        assert sorted(answers[:2]) == [("done", "row"), ("refused", "conflict")]
        assert answers[2] == ("done", "row") and Job.objects.count() == 2 * (number + 1)
    assert Job.objects.get(alone="0").chunks.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_have_ratings_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rating, "FEW", 0)
    played()
    both_looked(monkeypatch, rating)
    answers = together(*[lambda: rating.keep_due_ratings(at(100))] * TWO)
    assert sorted(answers) == [("done", 0), ("done", 1)] and Job.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_delete_once(monkeypatch: pytest.MonkeyPatch) -> None:
    Session.objects.create(session_key="old", session_data="", expire_date=now() - timedelta(days=1))
    both_looked(monkeypatch, tidying)
    answers = together(*[lambda: tidying.tidy_daily(now())] * TWO)
    assert sorted(answers) == [("done", 0), ("done", 1)] and Job.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_files_that_one_sends_at_once_one_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    data = json.dumps(field(4, {"kind": "swiss", "rounds": 1}, game="highlander", name="Cup")).encode()
    olga, barrier = actor("olga"), fork.Barrier(TWO)

    def once_both_are_here() -> Any:
        barrier.wait(timeout=60)
        return transaction.atomic()

    monkeypatch.setattr(sent_files, "transaction", SimpleNamespace(atomic=once_both_are_here))
    answers = together(*[lambda: importing.begin_import(data, by=olga, now=now())] * TWO)
    assert sorted(answers) == [("done", "row"), ("refused", "conflict")]
    assert SentFile.objects.get().job == Job.objects.get()


def test_who_comes_second_is_told_which_it_is_and_after_its_end_begins() -> None:
    job = begun(3, alone="a")
    with pytest.raises(UnderWay) as refused:
        begun(3, alone="a")
    assert refused.value.job == job and Job.objects.count() == 1
    begun(3, alone="b")
    begun(3)
    begun(3)
    while work(1):
        pass
    assert begun(3, alone="a").pk != job.pk


def test_one_that_was_over_just_then_is_in_nobodys_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other one's row was there when this one was to be written, and done when it was looked for."""
    begun(3, alone="a")

    def over(kind: str, alone: str | None) -> None:
        Job.objects.update(finished_at=at(1))

    monkeypatch.setattr(changes, "under_way_alone", over)
    assert begun(3, alone="a").finished_at is None and Job.objects.count() == 2


def test_a_cancelled_one_makes_room_and_does_not_go_on_beside_the_new_one() -> None:
    olga = actor("olga")
    job = begun(3, alone="a")
    cancel_job(job, by=olga, now=at(1))
    other = begun(3, alone="a")
    with pytest.raises(Conflict, match="begun anew"):
        resume_job(job, by=olga, now=at(2))
    assert look(job)[0] == "cancelled"
    assert work_for() == 1 and look(other)[0] == "done"
    assert resume_job(job, by=olga, now=at(3)).cancelled_at is None


def test_the_database_itself_holds_it() -> None:
    job = begun(3, alone="a")
    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.create(kind=job.kind, alone="a", items=1, at=at(0), by="an older version")
