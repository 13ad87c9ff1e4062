"""A large event file taken in as long work: once, by its sender alone, whatever becomes of a process."""

from __future__ import annotations

import json
import os
import signal
import time
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from rest_framework.test import APIClient

from tests.tournaments.factories import actor, at
from tests.tournaments.phones.people import signed_in
from tests.tournaments.playing import add_round, field, paired
from tests.tournaments.races.together import alone, together
from tournaments.access.scopes import Scope
from tournaments.accounts.tokens import make_token
from tournaments.errors import Conflict
from tournaments.importing import views, work
from tournaments.importing.changes import FileOvertaken
from tournaments.importing.work import IMPORT, begin_import
from tournaments.jobs.changes import cancel_job, resume_job
from tournaments.jobs.sent_files import KEPT, old_sent
from tournaments.jobs.turns import LONG_LEASE
from tournaments.jobs.working import claim_chunk, work_chunk, work_for
from tournaments.leaving.changes import delete_account
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event, StaffRole, State
from tournaments.models.jobs import Job, JobFailure, SentFile
from tournaments.now import now

pytestmark = pytest.mark.django_db
PAGE = "/events/new/from-file/"


@pytest.fixture
def data() -> bytes:
    made = field(6, {"kind": "swiss", "rounds": 3}, game="highlander", name="Möwe Cup")
    add_round(made, paired(made))
    return json.dumps(made).encode()


def test_the_page_leads_to_the_job_and_from_there_to_the_desk(
    data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "LARGE", len(data) - 1)
    olga = signed_in("olga")
    seen = olga.post(PAGE, {"file": SimpleUploadedFile("cup.json", data), "do": "look"})
    form = {"do": "take", "looked": seen.context["looked"].digest, "text": seen.context["text"]}
    done = olga.post(PAGE, form)
    job = Job.objects.get()
    assert (done.status_code, done["Location"]) == (303, f"/jobs/{job.pk}/") and not Event.objects.exists()
    assert "0 / 1" in olga.get(done["Location"]).content.decode()
    assert signed_in("sam").get(done["Location"]).status_code == 404
    assert Client().get(done["Location"]).status_code == 302
    assert olga.post(PAGE, form).status_code == 409, "one of an account at a time"
    assert work_for() == 1
    event = Event.objects.get()
    assert (event.name, event.state, event.entrants.count()) == ("Möwe Cup", State.RUNNING, 6)
    assert StaffRole.objects.get(event=event).user == actor("olga").user
    assert f'href="/events/{event.slug}/desk/"' in olga.get(done["Location"]).content.decode()
    assert not SentFile.objects.exists() and work_for() == 0


def test_a_program_may_ask_for_it_and_is_told_of_the_event(data: bytes) -> None:
    olga = signed_in("olga")

    def sent(**headers: str) -> Any:
        body = json.dumps({"file": json.loads(data)})
        return olga.post("/api/v1/imports/", body, content_type="application/json", headers=headers)

    assert sent().status_code == 201
    told = sent(Prefer="respond-async, wait=10")
    assert told.status_code == 202 and told.json()["state"] == "waiting" and told["Retry-After"] == "2"
    assert olga.get(told["Location"]).json()["event"] is None
    work_for()
    done = olga.get(told["Location"]).json()
    assert (done["state"], done["event"]) == ("done", Event.objects.latest("pk").slug)
    assert Event.objects.count() == 2


def test_so_is_a_small_file_with_much_to_check(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """More deck lists, or more of logs, than one waits for: by either door, and up to that at once."""
    made = json.loads(data)
    for entrant in made["entrants"][:3]:
        entrant["deck"] = {"sections": {"personal": [{"card": "Paladin", "count": 1}]}}
    log = json.dumps({"log": 1, "game": "highlander", "players": [{"seat": "A"}, {"seat": "B"}]}) + "\n"
    made["rounds"][0]["matches"][0]["logs"] = [{"game": 1, "seat": "", "log": log}]
    olga, url = signed_in("olga"), "/api/v1/imports/"

    def sent() -> int:
        answer = olga.post(url, json.dumps({"file": made}), content_type="application/json")
        Job.objects.all().delete()
        return answer.status_code

    monkeypatch.setattr(work, "MANY_DECKS", 3)
    monkeypatch.setattr(work, "MANY_LOG_CHARACTERS", len(log))
    assert sent() == 201
    monkeypatch.setattr(work, "MANY_DECKS", 2)
    assert sent() == 202
    monkeypatch.setattr(work, "MANY_DECKS", 3)
    monkeypatch.setattr(work, "MANY_LOG_CHARACTERS", len(log) - 1)
    assert sent() == 202
    file = SimpleUploadedFile("cup.json", json.dumps(made).encode())
    digest = olga.post(PAGE, {"file": file, "do": "look"}).context["looked"].digest
    form = {"do": "take", "looked": digest, "text": json.dumps(made)}
    assert olga.post(PAGE, form)["Location"] == f"/jobs/{Job.objects.get().pk}/"
    assert Event.objects.count() == 1 and work_for() == 1 and Event.objects.count() == 2


def test_a_token_for_everything_follows_what_it_sent_and_one_for_a_part_does_not(data: bytes) -> None:
    def program(scope: str) -> APIClient:
        text = make_token("Program", (scope,), 30, None, by=actor("olga"), now=now())[1]
        client = APIClient()
        client.credentials(HTTP_AUTHORIZATION=f"Token {text}")
        return client

    whole, part = program(Scope.EVERYTHING), program(Scope.READ)
    sent = {"file": json.loads(data)}
    told = whole.post("/api/v1/imports/", sent, format="json", HTTP_PREFER="respond-async")
    assert told.status_code == 202
    assert whole.get(told["Location"]).status_code == 200
    assert part.get(told["Location"]).status_code == 404
    assert part.post("/api/v1/imports/", sent, format="json").status_code == 403


def test_one_file_of_an_account_waits_however_often_it_is_broken_off(data: bytes) -> None:
    for minute in range(3):
        job = begin_import(data, by=actor("olga"), now=at(minute))
        cancel_job(job, by=actor("olga"), now=at(minute))
    begin_import(data, by=actor("sam"), now=at(4))
    assert sorted(SentFile.objects.values_list("job__by", "job")) == sorted(
        [("Olga", job.pk), ("Sam", Job.objects.latest("pk").pk)]
    )


def test_a_file_that_cannot_be_taken_is_told_with_its_place(data: bytes) -> None:
    bad = json.loads(data)
    bad["rounds"][0]["matches"][0]["seats"][0] = "P99"
    job = begin_import(json.dumps(bad).encode(), by=actor("olga"), now=at(0))
    work_for()
    assert not Event.objects.exists() and not SentFile.objects.exists()
    assert JobFailure.objects.get(job=job).message.startswith("rounds[0].matches[0]")
    with pytest.raises(FileOvertaken):
        begin_import(data, by=actor("olga"), now=at(0), looked="0" * 64)


def test_cancelled_it_waits_and_goes_on(data: bytes) -> None:
    job = begin_import(data, by=actor("olga"), now=at(0))
    cancel_job(job, by=actor("olga"), now=at(1))
    assert work_for() == 0 and not Event.objects.exists()
    resume_job(job, by=actor("olga"), now=at(2))
    assert work_for() == 1 and Event.objects.count() == 1


def test_what_was_broken_off_goes_after_a_day(data: bytes) -> None:
    job = begin_import(data, by=actor("olga"), now=at(0))
    assert not old_sent(at(0) + KEPT) and old_sent(at(0) + KEPT + timedelta(seconds=1)).delete()
    work_for()
    assert "gone by now" in JobFailure.objects.get(job=job).message and not Event.objects.exists()


def test_of_an_account_that_left_nothing_is_taken(data: bytes) -> None:
    begin_import(data, by=actor("olga"), now=now())
    delete_account(by=actor("olga"), now=now())
    work_for()
    assert "account that sent the file is gone" in JobFailure.objects.get().message
    assert not Event.objects.exists()


def test_who_lost_its_claim_writes_nothing(data: bytes) -> None:
    begin_import(data, by=actor("olga"), now=now())
    lost = claim_chunk(now())
    later = now() + LONG_LEASE
    again = claim_chunk(later)
    assert lost is not None and again is not None
    assert work_chunk(again, lambda: later) and not work_chunk(lost, lambda: later)
    assert Event.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_killed_while_it_writes_it_is_taken_once(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    begin_import(data, by=actor("olga"), now=now())
    take = work.take_event

    def killed(*given: Any, **named: Any) -> Any:
        take(*given, **named)
        os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(60)

    with monkeypatch.context() as context:
        context.setattr(work, "take_event", killed)
        assert alone(work_for) == -signal.SIGKILL
    assert not Event.objects.exists() and not Entrant.objects.exists() and SentFile.objects.exists()
    chunk = claim_chunk(now() + LONG_LEASE)
    assert chunk is not None and work_chunk(chunk)
    assert Event.objects.get().entrants.count() == 6


@pytest.mark.django_db(transaction=True)
def test_two_runners_take_it_once(data: bytes) -> None:
    job = begin_import(data, by=actor("olga"), now=now())
    with pytest.raises(Conflict):
        begin_import(data, by=actor("olga"), now=now())
    answers = together(*[lambda: work_for()] * 3)
    assert sum(count for _state, count in answers) == 1
    assert Event.objects.count() == 1 and Job.objects.get(kind=IMPORT).pk == job.pk
