"""A long text of a rulebook brought in as long work: once, by who may, whatever becomes of a process, and told to its
sender alone."""

from __future__ import annotations

import os
import signal
import time
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from referee.models.rulebooks import RulebookPassage, RulebookText
from referee.original_texts import changes, taking
from referee.original_texts.changes import BadText
from referee.original_texts.taking import LARGE, import_or_begin
from tests.referee.running import run
from tests.tournaments.factories import UserFactory, actor, at, running_event
from tests.tournaments.phones.people import signed_in
from tests.tournaments.races.together import alone, together
from tournaments.access import Actor
from tournaments.access.scopes import Grant, Scope
from tournaments.errors import Conflict, NotAllowed, NotFound
from tournaments.events.staff import grant_role
from tournaments.jobs.changes import cancel_job, resume_job
from tournaments.jobs.queries import job_of
from tournaments.jobs.turns import LONG_LEASE
from tournaments.jobs.working import claim_chunk, work_chunk, work_for
from tournaments.leaving.changes import delete_account
from tournaments.models.events import Role, StaffRole
from tournaments.models.jobs import Job, JobFailure, SentFile
from tournaments.now import now

pytestmark = pytest.mark.django_db
SECRET = "a sentence that nobody of us wrote down before"
BOOK = f"Ability - What a player has.\n\nHead Shot - Here stands {SECRET}.\n\n".encode()
LONG = BOOK.ljust(LARGE, b"x") + b"\n"
PAGE = "/rules/own-texts/"


@pytest.fixture
def olga() -> Actor:
    event = running_event(2)
    for name, role in (("jude", Role.JUDGE), ("hera", Role.ORGANISER)):
        grant_role(event, actor(name).user.username, role, by=actor("olga"), now=at(0))  # type: ignore[union-attr]
    return actor("olga")


def begun(data: bytes = LONG, who: str = "olga", name: str = "book.txt") -> Job:
    job = import_or_begin("highlander", name, data, by=actor(who), now=now())
    assert isinstance(job, Job)
    return job


def texts() -> list[str]:
    return list(RulebookText.objects.filter(taken_away_at=None).values_list("name", flat=True))


def failures() -> list[tuple[object, str]]:
    return list(JobFailure.objects.values_list("item", "message"))


def test_one_byte_parts_the_request_from_the_job(olga: Actor) -> None:
    assert isinstance(
        import_or_begin("highlander", "short.txt", LONG[:LARGE], by=olga, now=now()), RulebookText
    )
    assert texts() == ["short"] and not Job.objects.exists()
    begun()
    assert texts() == ["short"] and Job.objects.count() == 1


def test_the_page_leads_to_the_job_which_tells_what_was_found_and_what_was_not(olga: Actor) -> None:
    reader = signed_in("olga")
    done = reader.post(PAGE, {"game": "highlander", "file": SimpleUploadedFile("My book 1.2.txt", LONG)})
    job = Job.objects.get()
    assert (done.status_code, done["Location"]) == (303, f"/jobs/{job.pk}/") and texts() == []
    again = reader.post(PAGE, {"game": "highlander", "file": SimpleUploadedFile("Other.txt", LONG)})
    assert again.status_code == 409, "one of an account at a time"
    assert "data-live" in reader.get(done["Location"]).content.decode()
    assert (
        work_for() == 1 and texts() == ["My book 1.2"] and not SentFile.objects.exists() and work_for() == 0
    )
    page = reader.get(done["Location"]).content.decode()
    entries = job_of(job.pk, olga).arguments["entries"]
    assert f"2 of {entries} entries have their wording now." in page and f'href="{PAGE}"' in page
    assert "Without wording: " in page and "; …." in page and SECRET not in page
    german = reader.get(done["Location"], headers={"Accept-Language": "de"}).content.decode()
    assert f"2 von {entries} Einträgen haben jetzt ihren Wortlaut. Ohne Wortlaut: " in german
    assert SECRET in reader.get("/rules/highlander/head-shot/").content.decode()
    assert RulebookText.objects.get().by == "Olga"


def test_what_is_told_at_once_is_refused_at_once(olga: Actor) -> None:
    with pytest.raises(BadText, match="Line 2: this is no text"):
        begun(b"A line.\n\0" + LONG)
    with pytest.raises(BadText, match="too large"):
        begun(b"x" * 2_000_001)
    with pytest.raises(BadText, match="name"):
        begun(name="  ")
    with pytest.raises(NotFound):
        import_or_begin("chess", "book.txt", LONG, by=olga, now=now())
    for who in ("jude", "somebody"):
        with pytest.raises(NotAllowed):
            begun(who=who)
    assert not Job.objects.exists()


def test_a_text_without_any_heading_is_told_by_its_name(olga: Actor) -> None:
    job = begun(b"x" * (LARGE + 1), name="Novel.txt")
    work_for()
    assert texts() == [] and failures() == [("file", "None of the rulebook's headings is in this file.")]
    page = signed_in("olga").get(f"/jobs/{job.pk}/", headers={"Accept-Language": "de"}).content.decode()
    assert "Der Text „Novel“" in page and "Keine Überschrift des Regelwerks steht in dieser Datei." in page
    assert not SentFile.objects.exists()


def test_one_too_many_is_told_there(olga: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "MOST", 1)
    import_or_begin("highlander", "first.txt", BOOK, by=olga, now=now())
    begun()
    work_for()
    assert texts() == ["first"] and "There are 1 texts already" in failures()[0][1]


def test_it_replaces_one_of_its_name(olga: Actor) -> None:
    import_or_begin("highlander", "book.txt", BOOK, by=olga, now=now())
    begun()
    work_for()
    assert texts() == ["book"] and RulebookText.objects.count() == 2
    assert RulebookPassage.objects.values("rulebook").distinct().count() == 1


def test_who_follows_it_and_who_breaks_it_off(olga: Actor) -> None:
    job = begun()
    UserFactory.create(username="chief", is_superuser=True)
    chief = Client()
    chief.force_login(actor("olga").user.__class__.objects.get(username="chief"))  # type: ignore[arg-type]

    def seen(client: Client) -> int:
        return client.get(f"/api/v1/jobs/{job.pk}/").status_code

    assert [seen(signed_in(name)) for name in ("olga", "hera", "jude", "somebody")] == [200, 404, 404, 404]
    assert seen(chief) == 200 and seen(Client()) == 404
    token = Actor.of_user(olga.user, grant=Grant(1, frozenset({Scope.EVERYTHING})))  # type: ignore[arg-type]
    with pytest.raises(NotFound):
        job_of(job.pk, token)
    cancel_job(job, by=olga, now=now())
    assert work_for() == 0 and texts() == []
    resume_job(job, by=olga, now=now())
    assert work_for() == 1 and texts() == ["book"]


def test_whose_role_is_gone_brings_nothing_in(olga: Actor) -> None:
    begun(who="hera")
    StaffRole.objects.filter(user=actor("hera").user).update(revoked_at=now(), revoked_by="Olga")
    work_for()
    assert texts() == [] and len(failures()) == 1 and not SentFile.objects.exists()


def test_whose_role_goes_while_it_is_read_brings_nothing_in(olga: Actor) -> None:
    job = begun(who="hera")
    made = taking.KIND.work(job, "file")
    StaffRole.objects.filter(user=actor("hera").user).update(revoked_at=now(), revoked_by="Olga")
    taking.KIND.keep(Job.objects.get(), [("file", made)], now())
    assert texts() == [] and len(failures()) == 1


def test_the_file_goes_with_an_account_that_leaves(olga: Actor) -> None:
    begun(who="hera")
    assert SentFile.objects.exists()
    delete_account(by=actor("hera"), now=now())
    assert not SentFile.objects.exists()
    work_for()
    assert texts() == [] and "account that sent the file is gone" in failures()[0][1]


def test_the_name_of_the_file_goes_with_an_account_that_leaves(olga: Actor) -> None:
    UserFactory.create(username="chief", is_superuser=True)
    others = begun()
    cancel_job(others, by=olga, now=now())
    began = {"done": begun(who="hera", name="Hera's own.txt")}
    work_for()
    began["failed"] = begun(b"x" * (LARGE + 1), who="hera", name="Hera's own.txt")
    work_for()
    began["broken off"] = begun(who="hera", name="Hera's own.txt")
    cancel_job(began["broken off"], by=actor("hera"), now=now())
    began["waiting"] = begun(who="hera", name="Hera's own.txt")
    delete_account(by=actor("hera"), now=now())
    work_for()
    resume_job(began["broken off"], by=actor("chief"), now=now())
    work_for()
    for state, job in began.items():
        kept = Job.objects.get(pk=job.pk)
        assert "name" not in kept.arguments and kept.arguments["game"] == "highlander", state
        assert (kept.failures.count() == 0) == (state == "done"), state
        page = signed_in("chief").get(f"/jobs/{job.pk}/")
        assert page.status_code == 200 and "Hera" not in page.content.decode(), state
    assert "2 of " in signed_in("chief").get(f"/jobs/{began['done'].pk}/").content.decode()
    assert Job.objects.get(pk=others.pk).arguments["name"] == "book" and texts() == []


def test_the_command_reads_any_size_at_once(olga: Actor, tmp_path: Any) -> None:
    path = tmp_path / "book.txt"
    path.write_bytes(LONG)
    assert run("import_rulebook", "highlander", path)[0] == 0
    assert texts() == ["book"] and not Job.objects.exists()


def test_who_lost_its_claim_writes_nothing(olga: Actor) -> None:
    begun()
    lost = claim_chunk(now())
    later = now() + LONG_LEASE
    again = claim_chunk(later)
    assert lost is not None and again is not None
    assert work_chunk(again, lambda: later) and not work_chunk(lost, lambda: later)
    assert RulebookText.objects.count() == 1 and not failures()


@pytest.mark.django_db(transaction=True)
def test_killed_while_it_writes_it_is_brought_in_once(olga: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    begun()
    keep = taking.keep_text

    def killed(*given: Any, **named: Any) -> Any:
        keep(*given, **named)
        os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(60)

    with monkeypatch.context() as context:
        context.setattr(taking, "keep_text", killed)
        assert alone(work_for) == -signal.SIGKILL
    assert texts() == [] and SentFile.objects.exists()
    chunk = claim_chunk(now() + LONG_LEASE)
    assert chunk is not None and work_chunk(chunk)
    assert texts() == ["book"] and RulebookText.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_runners_bring_it_in_once(olga: Actor) -> None:
    begun()
    with pytest.raises(Conflict):
        begun()
    answers = together(*[lambda: work_for()] * 3)
    assert sum(count for _state, count in answers) == 1 and RulebookText.objects.count() == 1
