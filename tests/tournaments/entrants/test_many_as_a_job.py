"""A list of people with many deck lists taken as long work: all of them or nobody, once, by who may, as it was seen."""

from __future__ import annotations

import html
import os
import re
import signal
import time
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from tests.tournaments.factories import actor, at, open_event, walk_in
from tests.tournaments.large.large import statements
from tests.tournaments.phones.people import signed_in
from tests.tournaments.races.together import alone, together
from tournaments.decks import rechecks
from tournaments.decks.before_start import ListsChecking
from tournaments.decks.rechecks import CHECK
from tournaments.entrants import many, many_work
from tournaments.entrants.changes import register
from tournaments.entrants.many import BadList, ListOvertaken, look_over
from tournaments.entrants.many_work import ENTER, enter_or_begin
from tournaments.entrants.taken_lists import take_back_list, taken_lists
from tournaments.errors import Conflict
from tournaments.events.changes import edit_event
from tournaments.events.life import open_check_in, start_event
from tournaments.events.staff import grant_role
from tournaments.jobs.changes import cancel_job, resume_job
from tournaments.jobs.kinds import KINDS
from tournaments.jobs.turns import LONG_LEASE
from tournaments.jobs.working import claim_chunk, work_chunk, work_for
from tournaments.leaving.changes import delete_account
from tournaments.models.decks import DeckList
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event, StaffRole
from tournaments.models.jobs import Job, JobFailure, SentFile
from tournaments.now import now

pytestmark = pytest.mark.django_db
HEAD = "name;deck list\n"
THREE = f"{HEAD}Ann;2 Acme Rocket\nBen;1 No such card\nCleo;1 No such card\n"
WRONG = f"{HEAD}Ann;2 Acme Rocket\nBen;0 Nothing\nCleo;9999 Acme Rocket\nDora;\n"


@pytest.fixture
def event(monkeypatch: pytest.MonkeyPatch) -> Event:
    """An event that takes deck lists, of which more than two are many, and more than one to be checked."""
    monkeypatch.setattr(many, "MANY_DECKS", 2)
    monkeypatch.setattr(many, "FEW", 1)
    monkeypatch.setattr(rechecks, "FEW", 1)
    return open_event(deck_lists="optional")


def begun(event: Event, text: str = THREE, who: str = "olga", **more: Any) -> Job:
    job = enter_or_begin(event, text.encode(), by=actor(who), now=more.pop("now", now()), **more)
    assert isinstance(job, Job)
    return job


def names(event: Event) -> list[str]:
    return list(event.entrants.order_by("pk").values_list("name", flat=True))


def scorekeeper(event: Event) -> None:
    actor("sam")
    grant_role(event, "sam", "scorekeeper", by=actor("olga"), now=at(0))


def failures() -> list[tuple[object, str]]:
    return list(JobFailure.objects.order_by("pk").values_list("item", "message"))


def enter_page(event: Event) -> str:
    return f"/events/{event.slug}/entrants/many/"


def looked_over(client: Client, event: Event, text: str) -> tuple[str, dict[str, str]]:
    """What is seen of a list, and the form that takes it."""
    page = client.post(enter_page(event), {"text": text, "do": "look"}).content.decode()
    digest = re.search(r'name="looked" value="(\w*)"', page)
    assert digest
    return page, {"text": text, "looked": digest[1], "do": "take"}


def test_the_page_says_what_will_be_done_and_leads_to_the_job_and_on_to_the_players(event: Event) -> None:
    walk_in(event, "Wanda")
    olga = signed_in("olga")
    text = f"{THREE}Wanda;1 Acme Rocket\n"
    page, form = looked_over(olga, event, text)
    assert "3 new players" in page and "1 line is left out" in page and "comes along" in page
    assert "3 deck lists come along." in page and "So many are read while the list is taken" in page
    done = olga.post(enter_page(event), form)
    job = Job.objects.get()
    assert (done.status_code, done["Location"]) == (303, f"/jobs/{job.pk}/") and names(event) == ["Wanda"]
    seen = olga.get(done["Location"]).content.decode()
    assert (
        "All are entered at once when every deck list was read" in seen and "See what came of it" not in seen
    )
    assert f'href="/jobs/{job.pk}/"' in olga.get(f"/events/{event.slug}/jobs/").content.decode()
    chunk = claim_chunk(now())
    assert chunk is not None and work_chunk(chunk)
    assert names(event) == ["Wanda", "Ann", "Ben", "Cleo"] and not SentFile.objects.exists()
    seen = html.unescape(olga.get(done["Location"]).content.decode())
    assert "From a list: 3 entered, 0 of them on the waitlist." in seen
    assert "Left out, because they are there already: 1." in seen and "as long work of its own" in seen
    assert f'href="/events/{event.slug}/entrants/"' in seen
    work_for()
    # each of these lists breaks a rule of its game: too few cards, or one that is not known
    assert set(DeckList.objects.values_list("entrant__name", "legal")) == {
        ("Ann", False), ("Ben", False), ("Cleo", False),
    }  # fmt: skip
    assert [job.kind for job in Job.objects.order_by("pk")] == [ENTER, CHECK]
    assert event.journal.get(kind="entrants_listed").by == "Olga"


def test_looked_over_no_deck_list_is_read_where_they_are_many(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*given: object) -> None:
        raise AssertionError("read")

    with monkeypatch.context() as context:
        context.setattr(many, "read_deck", never)
        looked = look_over(event, WRONG.encode(), by=actor("olga"))
        assert (looked.unread, looked.decks_later, looked.problems) == (3, True, ())
        assert looked.sound and not looked.illegal and len(looked.new) == 4
        begun(event, WRONG, looked=looked.digest)
        with pytest.raises(AssertionError):
            look_over(event, f"{HEAD}Ann;1 Acme Rocket\nBen;1 Acme Rocket\n".encode(), by=actor("olga"))
    assert look_over(open_event(name="None"), WRONG.encode(), by=actor("olga")).left_out == ("deck list",)


@pytest.mark.parametrize(
    ("most", "most_names", "characters", "as_job"),
    [(3, 12, 41, False), (2, 12, 41, True), (3, 11, 41, True), (3, 12, 40, True)],
)
def test_it_is_told_by_how_many_come_and_how_much_they_hold(
    event: Event, monkeypatch: pytest.MonkeyPatch, most: int, most_names: int, characters: int, as_job: bool
) -> None:
    """Three names, three lists that count as three names each: 13 characters, and 14 twice."""
    monkeypatch.setattr(many, "MANY_DECKS", most)
    monkeypatch.setattr(many, "MANY_NAMES", most_names)
    monkeypatch.setattr(many, "MANY_CHARACTERS", characters)
    done = enter_or_begin(event, THREE.encode(), by=actor("olga"), now=now())
    assert isinstance(done, Job) == as_job


def test_most_namesalone_are_never_too_many(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many, "MANY_NAMES", 2)
    done = enter_or_begin(event, b"Ann\nBen\nCleo\n", by=actor("olga"), now=now())
    assert not isinstance(done, Job) and names(event) == ["Ann", "Ben", "Cleo"]


def test_only_those_of_the_new_count(event: Event) -> None:
    """Who is there already comes again on a list that was mended; a few new ones are entered at once."""
    begun(event)
    work_for()
    done = enter_or_begin(event, f"{THREE}Dora;1 Acme Rocket\n".encode(), by=actor("olga"), now=now())
    assert not isinstance(done, Job) and names(event) == ["Ann", "Ben", "Cleo", "Dora"]


def test_what_is_wrong_is_told_by_line_and_nobody_is_entered(event: Event) -> None:
    olga = signed_in("olga")
    job = begun(event, WRONG)
    work_for()
    assert names(event) == [] and [item for item, _said in failures()] == [3, 4]
    assert all("1 to 1000 copies" in said for _item, said in failures())
    page = html.unescape(olga.get(f"/jobs/{job.pk}/").content.decode())
    assert "Nobody is entered: mistakes in the list: 2. Correct them and send it once more." in page
    assert page.count(f'<a href="{enter_page(event)}">Line ') == 2 and "See what came of it" not in page
    assert not SentFile.objects.exists() and not DeckList.objects.exists()
    # mended, it is taken
    begun(event, WRONG.replace("0 Nothing", "1 Nothing").replace("9999", "9"))
    work_for()
    assert names(event) == ["Ann", "Ben", "Cleo", "Dora"]


def test_of_very_many_mistakes_the_first_are_told_and_all_are_counted(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(many, "MAX_PROBLEMS", 1)
    job = begun(event, WRONG)
    work_for()
    assert len(failures()) == 1
    assert "mistakes in the list: 2." in signed_in("olga").get(f"/jobs/{job.pk}/").content.decode()


def test_what_can_be_said_at_once_begins_no_job(event: Event) -> None:
    with pytest.raises(BadList) as refused:
        begun(event, "name;seed;deck list\nAnn;x;1 A\nBen;1;1 B\nCleo;1;1 C\nDora;1;1 D\n")
    assert [problem["line"] for problem in refused.value.details["problems"]] == [2]
    with pytest.raises(ListOvertaken):
        begun(event, looked="0" * 64)
    for name in ("Ann", "Ben", "Cleo"):
        walk_in(event, name)
    with pytest.raises(Conflict, match="entered already"):
        enter_or_begin(event, THREE.encode(), by=actor("olga"), now=now(), job=True)
    assert not Job.objects.exists() and not SentFile.objects.exists()


def test_what_was_seen_must_still_hold_when_it_runs(event: Event) -> None:
    seen = look_over(event, THREE.encode(), by=actor("olga")).digest
    begun(event, looked=seen)
    walk_in(event, "Ben")
    work_for()
    assert names(event) == ["Ben"] and "have changed since this was looked over" in failures()[0][1]
    page = signed_in("olga").get(f"/jobs/{Job.objects.get().pk}/").content.decode()
    assert "Nobody is entered." in page and ">The list</a>" in page
    # who did not look it over gets who is new by then
    begun(event, job=True)
    work_for()
    assert names(event) == ["Ben", "Ann", "Cleo"]


def test_others_of_the_same_name_are_entered_where_that_was_said(event: Event) -> None:
    walk_in(event, "Ben")
    begun(event, same_names=True)
    work_for()
    assert names(event) == ["Ben", "Ann", "Ben", "Cleo"]


def test_who_may_no_longer_enters_nobody(event: Event) -> None:
    scorekeeper(event)
    job = begun(event, who="sam")
    StaffRole.objects.filter(event=event, user=actor("sam").user).update(revoked_at=now())
    work_for()
    assert names(event) == [] and len(failures()) == 1
    assert signed_in("sam").get(f"/jobs/{job.pk}/").status_code == 404, "nor is he told of it"


def test_nobody_starts_while_it_is_taken_and_once_started_nobody_is_entered(event: Event) -> None:
    for name in ("Zoe", "Yan"):
        walk_in(event, name)
    job = begun(event, now=at(0))
    with pytest.raises(Conflict, match="A list of players is being taken") as refused:
        start_event(event, by=actor("olga"), now=at(0.5))
    assert refused.value.details == {"job": job.pk}
    start_event(event, by=actor("olga"), now=at(1))  # nobody has taken it up for a minute
    work_for()
    assert len(names(event)) == 2 and "cannot be done while the event is" in failures()[0][1]
    assert signed_in("olga").get(f"/jobs/{job.pk}/").status_code == 200


def test_only_who_enters_people_follows_it(event: Event) -> None:
    """A judge may play here: what is wrong with a list says what is in it."""
    for name, role in (("sam", "scorekeeper"), ("jude", "judge"), ("hedda", "head_judge")):
        actor(name)
        grant_role(event, name, role, by=actor("olga"), now=at(0))
    job = begun(event)
    seen = {name: signed_in(name).get(f"/jobs/{job.pk}/").status_code for name in ("sam", "jude", "hedda")}
    assert seen == {"sam": 200, "jude": 404, "hedda": 404}
    assert Client().get(f"/jobs/{job.pk}/").status_code == 302


def test_a_program_gets_the_job_and_sees_before_that_it_will(event: Event) -> None:
    olga = APIClient()
    olga.force_login(actor("olga").user)
    base = f"/api/v1/events/{event.slug}/entrant-list/"
    seen = olga.post(f"{base}check/", {"text": THREE}, format="json").json()
    assert (seen["decks_unread"], seen["decks_later"], seen["sound"]) == (3, True, True)
    body = {"text": THREE, "looked": seen["digest"]}
    told = olga.post(base, body, format="json", HTTP_IDEMPOTENCY_KEY="one")
    assert told.status_code == 202 and told["Retry-After"] == "2"
    assert (told.json()["kind"], told.json()["event"]) == (ENTER, event.slug)
    again = olga.post(base, body, format="json", HTTP_IDEMPOTENCY_KEY="one")
    assert (again.status_code, again.json()["id"]) == (202, told.json()["id"])
    assert olga.post(base, body, format="json").status_code == 409, "one of an account at a time"
    work_for()
    done = olga.get(told["Location"]).json()
    assert (
        done["state"] == "done" and done["failed"] == 0 and done["note"].startswith("From a list: 3 entered")
    )
    assert len(names(event)) == 3


def test_a_program_may_ask_for_a_job_however_short_the_list_is(event: Event) -> None:
    olga = APIClient()
    olga.force_login(actor("olga").user)
    base = f"/api/v1/events/{event.slug}/entrant-list/"
    assert olga.post(f"{base}check/", {"text": "Ann"}, format="json").json()["decks_unread"] == 0
    told = olga.post(base, {"text": "Ann\nBen"}, format="json", HTTP_PREFER="respond-async")
    assert told.status_code == 202 and names(event) == []
    work_for()
    assert names(event) == ["Ann", "Ben"]


def test_cancelled_it_waits_and_goes_on(event: Event) -> None:
    job = begun(event, now=at(0))
    cancel_job(job, by=actor("olga"), now=at(1))
    assert work_for() == 0 and names(event) == []
    resume_job(job, by=actor("olga"), now=at(2))
    work_for()
    assert len(names(event)) == 3


def test_of_an_account_that_left_nobody_is_entered(event: Event) -> None:
    scorekeeper(event)
    begun(event, who="sam")
    delete_account(by=actor("sam"), now=now())
    work_for()
    assert names(event) == [] and "account that sent the file is gone" in failures()[0][1]


def test_whoever_leaves_is_named_by_no_mistake_of_a_list(event: Event) -> None:
    zoe = actor("zoe")
    assert zoe.user is not None
    zoe.user.display_name = "Zoë Quicksilver"
    zoe.user.save()
    register(event, by=zoe, now=at(-99))
    named = '"{""Zoë Quicksilver"": {}}"'
    begun(event, f"{HEAD}Ann;2 Acme Rocket\nBen;{named}\nCleo;{named}\n")
    work_for()
    told = JobFailure.objects.filter(message__contains="Zoë Quicksilver")
    assert told.count() == 2 and names(event) == ["Zoë Quicksilver"]
    elsewhere = begun(open_event(name="Elsewhere", deck_lists="optional"), f"{HEAD}A;1 A\nB;1 B\nC;1 C\n")
    JobFailure.objects.create(job=elsewhere, item=3, message="Zoë Quicksilver", at=now())
    delete_account(by=zoe, now=now())
    assert [row.job_id for row in told] == [elsewhere.pk], "of that name there is somebody else there"
    page = signed_in("olga").get(f"/jobs/{Job.objects.earliest('pk').pk}/").content.decode()
    assert "Quicksilver" not in page and page.count("A former player") == 2


def test_a_list_that_waits_goes_with_the_account_that_sent_it(event: Event) -> None:
    grant_role(event, actor("hera").user.username, "organiser", by=actor("olga"), now=at(0))  # type: ignore[union-attr]
    begun(event)
    cancel_job(begun(event, who="hera"), by=actor("hera"), now=now())
    delete_account(by=actor("hera"), now=now())
    assert [sent.job.by for sent in SentFile.objects.all()] == ["Olga"]


def test_of_another_game_by_then_the_deck_lists_are_read_anew(event: Event) -> None:
    """Looney Tunes' first section is `personal`, Highlander's is `deck`."""
    job = begun(event)
    made = KINDS[ENTER].work(job, "file")
    edit_event(event, {"game": "highlander"}, by=actor("olga"), now=now())
    KINDS[ENTER].keep(job, [("file", made)], now())
    bodies = DeckList.objects.values_list("body", flat=True)
    assert len(bodies) == 3 and all(list(body["sections"]) == ["deck"] for body in bodies)


def test_the_waitlist_is_filled_in_the_order_of_the_list(event: Event) -> None:
    edit_event(event, {"capacity": 2}, by=actor("olga"), now=now())
    job = begun(event)
    work_for()
    statuses = list(event.entrants.order_by("pk").values_list("status", flat=True))
    assert statuses == ["registered", "registered", "waitlisted"]
    assert "3 entered, 1 of them" in signed_in("olga").get(f"/jobs/{job.pk}/").content.decode()


def test_it_is_taken_back_like_any_other(event: Event) -> None:
    begun(event)
    work_for()
    (taken,) = taken_lists(event, by=actor("olga"))
    assert take_back_list(event, taken.number, by=actor("olga"), now=now()).stays == ()
    assert names(event) == []


def test_a_file_is_taken_as_it_was_looked_over(event: Event) -> None:
    olga = signed_in("olga")
    file = SimpleUploadedFile("people.csv", b"\xef\xbb\xbf" + THREE.replace("\n", "\r\n").encode())
    page = olga.post(enter_page(event), {"file": file, "do": "look"}).content.decode()
    text = re.search(r'<textarea name="text"[^>]*>\n?(.*?)</textarea>', page, re.S)
    digest = re.search(r'name="looked" value="(\w*)"', page)
    assert text and digest
    form = {"text": html.unescape(text[1]), "looked": digest[1], "do": "take"}
    assert olga.post(enter_page(event), form)["Location"] == f"/jobs/{Job.objects.get().pk}/"
    work_for()
    assert names(event) == ["Ann", "Ben", "Cleo"]


def test_a_text_changed_since_is_looked_over_first(event: Event) -> None:
    olga = signed_in("olga")
    _page, form = looked_over(olga, event, THREE)
    answer = olga.post(enter_page(event), form | {"text": f"{THREE}Dora;1 Acme Rocket\n"})
    assert answer.status_code == 200 and "4 new players" in answer.content.decode()
    assert not Job.objects.exists()


def test_nobody_starts_before_what_came_with_it_is_checked(event: Event) -> None:
    edit_event(event, {"deck_lists": "required"}, by=actor("olga"), now=now())
    begun(event)
    chunk = claim_chunk(now())
    assert chunk is not None and work_chunk(chunk)
    open_check_in(event, by=actor("olga"), now=now())
    with pytest.raises(ListsChecking):
        start_event(event, by=actor("olga"), now=now(), lists_missing="keep")


@pytest.mark.django_db(transaction=True)
def test_killed_while_it_writes_it_is_taken_once(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(event)
    take = many_work.take_list

    def killed(*given: Any, **named: Any) -> Any:
        take(*given, **named)
        os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(60)

    with monkeypatch.context() as context:
        context.setattr(many_work, "take_list", killed)
        assert alone(work_for) == -signal.SIGKILL
    assert not Entrant.objects.exists() and SentFile.objects.exists()
    chunk = claim_chunk(now() + LONG_LEASE)
    assert chunk is not None and work_chunk(chunk)
    assert (
        names(event) == ["Ann", "Ben", "Cleo"] and event.journal.filter(kind="entrants_listed").count() == 1
    )


@pytest.mark.django_db(transaction=True)
def test_two_runners_take_it_once(event: Event) -> None:
    begun(event)
    answers = together(*[lambda: work_for()] * 3)
    assert all(state == "done" for state, _count in answers)
    assert names(event) == ["Ann", "Ben", "Cleo"] and not JobFailure.objects.exists()


# -- as many as a list may name ----------------------------------------------------------------------------------------


@pytest.mark.longest
def test_five_thousand_of_them_in_as_many_statements_as_a_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list and its start in requests that read no deck list, in statements that do not grow with it."""
    event = open_event(deck_lists="required")
    text = HEAD + "".join(f"Player {n};1 Card {n} | 2 Acme Rocket\n" for n in range(5000))
    with monkeypatch.context() as context:
        context.setattr(many, "read_deck", None)
        with CaptureQueriesContext(connection) as sent:
            looked = look_over(event, text.encode(), by=actor("olga"))
            job = begun(event, text, looked=looked.digest)
    assert looked.unread == 5000 and len(sent) < 30
    kind = KINDS[ENTER]
    made = kind.work(job, "file")
    with CaptureQueriesContext(connection) as sent:
        kind.keep(job, [("file", made)], now())
    # 5,001 things to check are a hundred chunks, written in one batch on PostgreSQL and in a few on SQLite
    assert event.entrants.count() == DeckList.objects.count() == 5000 and len(sent) < 50
    Job.objects.filter(pk=job.pk).update(finished_at=now())
    with CaptureQueriesContext(connection) as sent, pytest.raises(ListsChecking) as refused:
        start_event(event, by=actor("olga"), now=now())
    assert refused.value.details["left"] == 5000 and len(sent) < 20
    olga = signed_in("olga")
    with statements() as counted:
        page = olga.get(f"/events/{event.slug}/desk/")
    assert "5000 deck lists are still" in page.content.decode().replace(",", "") and counted.largest[0] < 230
