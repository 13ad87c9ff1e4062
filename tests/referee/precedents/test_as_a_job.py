"""Many precedents of another site taken in as long work: all new ones or none, once, by who may, whatever becomes of a
process."""

from __future__ import annotations

import json
import os
import signal
import time
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from rest_framework.test import APIClient

from referee.models.precedents import Precedent, PrecedentCheck
from referee.precedents import exchange, taking
from referee.precedents.exchange import BadSet, look_over
from referee.precedents.taking import IMPORT, import_or_begin
from referee.precedents.tasks import check_due
from tests.referee.live.playing import match_of_game
from tests.referee.precedents.test_exchange import file, line, names
from tests.referee.precedents.test_precedents import kept
from tests.referee.running import run
from tests.tournaments.factories import actor, at
from tests.tournaments.phones.people import signed_in
from tests.tournaments.races.together import alone, together
from tournaments.access import Actor
from tournaments.access.scopes import Scope
from tournaments.accounts.tokens import make_token
from tournaments.errors import Conflict, NotAllowed
from tournaments.importing.work import begin_import
from tournaments.jobs.changes import cancel_job, resume_job
from tournaments.jobs.sent_files import KEPT, old_sent
from tournaments.jobs.turns import LONG_LEASE
from tournaments.jobs.working import claim_chunk, work_chunk, work_for
from tournaments.leaving.changes import delete_account
from tournaments.models.events import Event, StaffRole
from tournaments.models.jobs import Job, JobFailure, SentFile
from tournaments.models.rounds import Match
from tournaments.now import now

pytestmark = pytest.mark.django_db
WRONG = '{"by": "B", "do": "next_phase", "expect": "legal"}'


@pytest.fixture
def match(monkeypatch: pytest.MonkeyPatch) -> Match:
    """A match of an event in which more than two precedents are many."""
    monkeypatch.setattr(exchange, "FEW", 2)
    return match_of_game("highlander")


@pytest.fixture
def event(match: Match) -> Event:
    return match.round.event


DATA = file(line("one"), line("two"), line("three"))


def begun(event: Event, data: bytes = DATA, who: str = "olga", moment: Any = None) -> Job:
    job = import_or_begin(data, by=actor(who), now=moment or now(), event=event)
    assert isinstance(job, Job)
    return job


def failures() -> list[tuple[object, str]]:
    return list(JobFailure.objects.values_list("item", "message"))


def test_the_page_leads_to_the_job_and_from_there_to_the_precedents(match: Match, event: Event) -> None:
    kept(match, "here")
    olga, page = signed_in("olga"), f"/events/{event.slug}/precedents/import/"
    data = file(line("one"), line("two"), line("three"), line("wrong", WRONG))
    seen = olga.post(page, {"file": SimpleUploadedFile("set.jsonl", data), "do": "look"})
    assert not seen.context["looked"].judged and "while they are taken in" in seen.content.decode()
    form = {"do": "take", "looked": seen.context["looked"].digest, "text": seen.context["text"]}
    assert olga.post(page, {**form, "looked": "x"}).status_code == 409
    done = olga.post(page, form)
    job = Job.objects.get()
    assert (done.status_code, done["Location"]) == (303, f"/jobs/{job.pk}/") and names() == ["here"]
    assert olga.post(page, form).status_code == 409, "one of an account at a time"
    assert work_for() == 1 and names() == ["here", "one", "three", "two", "wrong"]
    shown = olga.get(done["Location"]).content.decode()
    assert f'href="/events/{event.slug}/precedents/"' in shown
    assert "4 precedents are taken in." in shown and "are marked: wrong." in shown
    new = Precedent.objects.get(name="one")
    assert (new.event, new.by, new.match) == (event, "Olga", None) and new.open_text
    assert not SentFile.objects.exists() and work_for() == 0
    assert PrecedentCheck.objects.count() == 1, "each is judged by the rules of today by the sweep"
    check_due(now())
    work_for()
    assert PrecedentCheck.objects.count() == 5
    assert b"wrong" in olga.get(f"/events/{event.slug}/precedents/", {"q": "wrong"}).content


def test_a_program_is_told_of_the_job_and_may_ask_for_one(event: Event) -> None:
    olga, address = signed_in("olga"), f"/api/v1/events/{event.slug}/precedents/import/"

    def sent(data: bytes, **headers: str) -> Any:
        body = {"text": data.decode()}
        return olga.post(address, body, content_type="application/json", headers=headers)

    looked = olga.post(f"{address}check/", {"text": DATA.decode()}, content_type="application/json").json()
    assert not looked["judged"] and looked["sound"] and looked["new"] == ["one", "two", "three"]
    assert sent(file(line("few"))).json() == {"taken": ["few"]}
    told = sent(DATA)
    assert told.status_code == 202 and told.json()["state"] == "waiting" and told["Retry-After"] == "2"
    work_for()
    done = olga.get(told["Location"]).json()
    assert (done["state"], done["failed"], done["note"]) == ("done", 0, "3 precedents are taken in.")
    one = sent(file(line("alone")), Prefer="respond-async, wait=10")
    assert one.status_code == 202 and "alone" not in names()
    work_for()
    assert "alone" in names()


def test_what_needs_no_judging_is_told_at_once_and_nothing_is_begun(match: Match, event: Event) -> None:
    kept(match, "here")
    data = file(
        line("one"), line("two"), line("three"), line("one"), line("here"), "nonsense", line("x", game="chess"),
        line(""), line("nothing", "# expects nothing"),
    )  # fmt: skip
    looked = look_over(data)
    assert not looked.judged and [problem.line for problem in looked.problems] == [5, 6, 7, 8, 9]
    with pytest.raises(BadSet) as refused:
        begun(event, data)
    assert [problem["line"] for problem in refused.value.details["problems"]] == [5, 6, 7, 8, 9]
    assert not Job.objects.exists()


def test_few_of_many_characters_are_many_and_those_that_are_here_are_not_counted(
    match: Match, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = file(line("one"), line("two"))
    assert look_over(data).judged
    monkeypatch.setattr(exchange, "CHARACTERS", 100)
    assert not look_over(data).judged
    monkeypatch.setattr(exchange, "CHARACTERS", 50_000)
    import_or_begin(data, by=actor("olga"), now=now(), event=event)
    assert names() == ["one", "two"]
    assert look_over(DATA).judged and look_over(DATA).known == ("one", "two")


def test_what_is_wrong_is_told_by_line_and_nothing_is_taken(event: Event) -> None:
    data = file(
        line("one"), line("nothing", "# expects nothing"), line("two"), line("bad", '{"by": "A", "do": 1}')
    )
    job = begun(event, data)
    work_for()
    assert names() == [] and not SentFile.objects.exists()
    (third, why), (fifth, _why) = failures()
    assert (third, fifth) == (3, 5) and why.startswith("A precedent must expect something")
    olga = signed_in("olga")
    told = olga.get(f"/api/v1/jobs/{job.pk}/").json()
    assert [(one["item"], one["name"]) for one in told["failures"]] == [(3, "Line 3"), (5, "Line 5")]
    assert told["note"] is None
    page = olga.get(f"/jobs/{job.pk}/", headers={"Accept-Language": "de"}).content.decode()
    assert "Zeile 3" in page and "Präzedenzfall erwartet etwas" in page


def test_the_names_that_came_meanwhile_are_no_more_new(match: Match, event: Event) -> None:
    """One with the same scenario is here already; with another one the file is wrong."""
    job = begun(event)
    made = taking.KIND.work(job, "file")
    import_or_begin(file(line("one")), by=actor("olga"), now=now(), event=event)
    taking.KIND.keep(job, [("file", made)], now())
    assert names() == ["one", "three", "two"] and not failures()
    cancel_job(job, by=actor("olga"), now=now())
    job = begun(event, file(line("a"), line("b"), line("taken")))
    made = taking.KIND.work(job, "file")
    kept(match, "taken", WRONG.replace("legal", "illegal"))
    taking.KIND.keep(job, [("file", made)], now())
    assert names() == ["one", "taken", "three", "two"]
    assert failures() == [(4, "Another precedent of this game is called “taken” here.")]


def test_of_a_name_that_comes_in_that_very_moment_none_is_taken(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(event)
    chunk = claim_chunk(now())
    import_or_begin(file(line("one")), by=actor("olga"), now=now(), event=event)
    monkeypatch.setattr(taking, "stored_by", lambda lines: {})
    monkeypatch.setattr(exchange, "stored_by", lambda lines: {})
    assert chunk is not None and work_chunk(chunk)
    assert names() == ["one"] and failures() == [
        ("file", "There is a precedent of this name. Choose another.")
    ]


def test_who_follows_it_and_who_breaks_it_off(event: Event) -> None:
    job = begun(event)

    def seen(name: str) -> int:
        return (signed_in(name) if name else Client()).get(f"/api/v1/jobs/{job.pk}/").status_code

    assert [seen(name) for name in ("olga", "jude", "somebody", "")] == [200, 404, 404, 404]
    StaffRole.objects.create(event=event, user=actor("hera").user, role="head_judge", at=now())
    assert seen("hera") == 200
    assert signed_in("hera").get(f"/jobs/{job.pk}/").status_code == 200
    with pytest.raises(NotAllowed):
        cancel_job(job, by=actor("jude"), now=now())
    cancel_job(job, by=actor("hera"), now=now())
    assert work_for() == 0 and names() == []
    resume_job(job, by=actor("olga"), now=now())
    assert work_for() == 1 and len(names()) == 3


def test_whose_role_is_gone_takes_nothing_and_reads_that(event: Event) -> None:
    StaffRole.objects.create(event=event, user=actor("hera").user, role="head_judge", at=now())
    job = begun(event, who="hera")
    StaffRole.objects.filter(user=actor("hera").user).update(revoked_at=now(), revoked_by="Olga")
    work_for()
    assert names() == [] and len(failures()) == 1 and not SentFile.objects.exists()
    page = signed_in("hera").get(f"/jobs/{job.pk}/")
    assert page.status_code == 200 and "Cancel it" not in page.content.decode()


def test_whose_role_goes_while_it_is_judged_takes_nothing(event: Event) -> None:
    StaffRole.objects.create(event=event, user=actor("hera").user, role="head_judge", at=now())
    job = begun(event, who="hera")
    made = taking.KIND.work(job, "file")
    StaffRole.objects.filter(user=actor("hera").user).update(revoked_at=now(), revoked_by="Olga")
    taking.KIND.keep(Job.objects.get(), [("file", made)], now())
    assert names() == [] and len(failures()) == 1


def test_of_an_account_that_left_nothing_is_taken(event: Event) -> None:
    StaffRole.objects.create(event=event, user=actor("hera").user, role="head_judge", at=now())
    begun(event, who="hera")
    delete_account(by=actor("hera"), now=now())
    work_for()
    assert names() == [] and "account that sent the file is gone" in failures()[0][1]


def test_a_token_that_may_not_is_refused_and_one_for_everything_follows_it(event: Event) -> None:
    def program(scope: str) -> APIClient:
        text = make_token("Program", (scope,), 30, None, by=actor("olga"), now=now())[1]
        client = APIClient()
        client.credentials(HTTP_AUTHORIZATION=f"Token {text}")
        return client

    address = f"/api/v1/events/{event.slug}/precedents/import/"
    assert program(Scope.READ).post(address, {"text": DATA.decode()}, format="json").status_code == 403
    whole = program(Scope.EVERYTHING)
    told = whole.post(address, {"text": DATA.decode()}, format="json")
    assert told.status_code == 202 and whole.get(told["Location"]).status_code == 200
    assert program(Scope.READ).get(told["Location"]).status_code == 404


def test_one_file_of_each_kind_of_an_account_waits(event: Event) -> None:
    for minute in range(3):
        cancel_job(begun(event, moment=at(minute)), by=actor("olga"), now=at(minute))
    assert SentFile.objects.count() == 1
    begin_import(b"{}", by=actor("olga"), now=at(4))
    assert sorted(SentFile.objects.values_list("job__kind", flat=True)) == sorted([IMPORT, "import_event"])
    assert old_sent(now() + KEPT * 2).filter(job__kind=IMPORT).delete()
    resume_job(Job.objects.filter(kind=IMPORT).latest("pk"), by=actor("olga"), now=at(5))
    work_for()
    assert names() == [] and ("file", "The file is gone by now. Send it once more.") in failures()


def test_the_command_takes_any_number_at_once(event: Event, tmp_path: Any) -> None:
    path = tmp_path / "set.jsonl"
    path.write_bytes(file(line("one"), line("two"), line("wrong", WRONG)))
    code, out, err = run("import_precedents", path, "--json")
    assert code == 0 and json.loads(out)["taken"] == ["one", "two", "wrong"] and not Job.objects.exists()
    assert [one["name"] for one in json.loads(out)["failing"]] == ["wrong"], err
    assert Precedent.objects.filter(by=Actor.system().label).count() == 3


def test_who_lost_its_claim_writes_nothing(event: Event) -> None:
    begun(event)
    lost = claim_chunk(now())
    later = now() + LONG_LEASE
    again = claim_chunk(later)
    assert lost is not None and again is not None
    assert work_chunk(again, lambda: later) and not work_chunk(lost, lambda: later)
    assert len(names()) == 3 and not failures()


@pytest.mark.django_db(transaction=True)
def test_killed_while_it_writes_it_is_taken_once(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(event)
    write = taking._write

    def killed(*given: Any) -> Any:
        write(*given)
        os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(60)

    with monkeypatch.context() as context:
        context.setattr(taking, "_write", killed)
        assert alone(work_for) == -signal.SIGKILL
    assert names() == [] and SentFile.objects.exists()
    chunk = claim_chunk(now() + LONG_LEASE)
    assert chunk is not None and work_chunk(chunk)
    assert len(names()) == 3


@pytest.mark.django_db(transaction=True)
def test_two_runners_take_it_once(event: Event) -> None:
    begun(event)
    with pytest.raises(Conflict):
        begun(event)
    answers = together(*[lambda: work_for()] * 3)
    assert sum(count for _state, count in answers) == 1 and len(names()) == 3
