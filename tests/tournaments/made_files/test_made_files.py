"""Files of large events: made as long work, once, for whoever may have them, downloaded where they were asked for."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import escape
from rest_framework.test import APIClient

from tests.tournaments.factories import (
    actor,
    at,
    open_event,
    played_round,
    running_event,
    running_round,
    started,
    tables,
    win,
)
from tests.tournaments.pages.conftest import Who
from tests.tournaments.pages.conftest import who as who  # the fixture
from tests.tournaments.races.together import together
from tournaments.access import Actor
from tournaments.decks.changes import submit_deck
from tournaments.entrants.changes import edit_entrant
from tournaments.events.changes import edit_event
from tournaments.jobs.changes import cancel_job
from tournaments.jobs.turns import LONG_LEASE
from tournaments.jobs.working import claim_chunk, work_chunk, work_for
from tournaments.leaving.changes import delete_account
from tournaments.live.queries import versions_of
from tournaments.made_files.changes import NAMED, RECENT, Wanted, ask_for_file
from tournaments.made_files.makers import MAKERS, Maker
from tournaments.made_files.work import KEPT, MAKE, forget_old_files
from tournaments.models.events import Event
from tournaments.models.jobs import Job
from tournaments.models.made_files import MadeFile
from tournaments.now import now
from tournaments.results.changes import enter_result

#: what staff alone read in the event file
FIXED = b'"fixed_table":77'

pytestmark = pytest.mark.django_db


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever has a thing in it is large."""
    monkeypatch.setattr(Maker, "is_large", lambda maker, things: things > 0)


def api(name: str = "") -> APIClient:
    client = APIClient()
    if name:
        client.force_login(actor(name).user)
    return client


def export(event: Event, file: str) -> str:
    return f"/api/v1/events/{event.slug}/export/{file}"


def made(client: Any, address: str) -> Any:
    """The answer at the place where a file will be, once it is made."""
    asked = client.get(address)
    assert asked.status_code == 202, asked.content
    work_for()
    return client.get(asked["Location"])


def test_a_small_event_is_answered_at_once(who: Who) -> None:
    event = running_event(4)
    played_round(event)
    for file in ("event.json", "results.csv", "decks.json", "standings.json"):
        assert api("olga").get(export(event, file)).status_code == 200
    assert who("olga").get(f"/events/{event.slug}/paper/players.pdf").content[:4] == b"%PDF"
    assert not Job.objects.exists() and not MadeFile.objects.exists()


def test_a_page_waits_and_leads_to_the_file(who: Who, large: None) -> None:
    event = running_event(4)
    address = f"/events/{event.slug}/paper/players.pdf"
    before = versions_of(event.pk).get("jobs", 0)
    asked = who("olga").get(address)
    job = Job.objects.get()
    assert (asked.status_code, asked["Location"]) == (302, f"{address}?made={job.pk}")
    page = who("olga").get(asked["Location"])
    assert page.status_code == 202 and "0 / 1" in page.content.decode()
    assert who("olga").get(address)["Location"] == asked["Location"], "one job, however often it is asked"
    assert job.pk == Job.objects.get().pk
    work_for()
    assert versions_of(event.pk)["jobs"] == before + 3, "told when it was ordered, begun and done"
    # the page that stayed open asks for itself, and is told where the file is
    told = who("olga").get(asked["Location"], headers={"X-Live": "1"})
    assert told.status_code == 202 and f'href="{asked["Location"]}"' in told.content.decode()
    file = who("olga").get(asked["Location"])
    assert (
        file.status_code == 200 and file.content[:4] == b"%PDF" and file["Content-Type"] == "application/pdf"
    )
    assert who("olga").get(address).content == file.content, "and at once, as nothing has changed"
    listed = who("sam").get(reverse("tournaments:event_jobs", args=[event.slug])).content.decode()
    assert "players.pdf" in listed


def test_every_large_paper_is_what_a_small_one_is(
    who: Who, large: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = running_event(4)
    played_round(event)
    moment = now()
    for module in ("paper.makers", "paper.views"):
        monkeypatch.setattr(f"tournaments.{module}.now", lambda: moment)
    papers = ["paper/badges.pdf", "standings.pdf", "rounds/1/pairings.pdf", "rounds/1/slips.pdf"]
    for paper in papers:
        asked = who("olga").get(f"/events/{event.slug}/{paper}")
        work_for()
        file = who("olga").get(asked["Location"])
        with monkeypatch.context() as small:
            small.setattr(Maker, "is_large", lambda maker, things: False)
            assert who("olga").get(f"/events/{event.slug}/{paper}").content == file.content, paper


def test_programs_are_told_where_it_will_be_and_get_the_same(
    large: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = running_event(4)
    played_round(event)
    files = [
        "event.json",
        "event.json?complete=1",
        "standings.json",
        "results.csv",
        "results.json",
        "pairings.csv",
    ]
    for file in files:
        olga = api("olga")
        asked = olga.get(export(event, file))
        told = json.loads(asked.content)
        assert asked.status_code == 202 and asked["Retry-After"] == "2"
        assert asked["Location"] == told["file"] and told["state"] == "waiting"
        assert olga.get(asked["Location"]).status_code == 202
        work_for()
        answer = olga.get(asked["Location"])
        with monkeypatch.context() as small:
            small.setattr(Maker, "is_large", lambda maker, things: False)
            direct = olga.get(export(event, file))
        assert answer.status_code == 200 and answer.content == direct.content, file
        assert answer["Content-Disposition"] == direct["Content-Disposition"]


def test_who_presses_a_link_gets_the_page_that_waits(who: Who, large: None) -> None:
    event = running_event(4)
    running_round(event)
    olga, by_hand = who("olga"), {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    listed = olga.get(f"/events/{event.slug}/exports/").content.decode()
    for file in ("results.csv", "event.json?complete=1"):
        link = re.search(rf'<a [^>]*href="{re.escape(export(event, file))}"[^>]*>', listed)
        assert link is not None and " download" not in link[0], "what waits is no file to be saved"
        asked = olga.get(export(event, file), headers=by_hand)
        assert asked.status_code == 302
        page = olga.get(asked["Location"], headers=by_hand)
        assert page.status_code == 202 and "is being made" in page.content.decode()
        work_for()
        told = olga.get(asked["Location"], headers={"x-live": "1"}).content.decode()
        assert f'href="{escape(asked["Location"])}"' in told
        came = olga.get(asked["Location"], headers=by_hand)
        assert came.status_code == 200 and "attachment" in came["Content-Disposition"]


def test_a_change_makes_it_anew_and_the_job_of_before_is_gone(large: None) -> None:
    event = running_event(4)
    round = running_round(event)
    olga, address = api("olga"), export(event, "results.csv")
    first = olga.get(address)
    work_for()
    enter_result(tables(round)[0], win("A"), by=actor("sam"), now=now())
    assert b"wins" not in olga.get(first["Location"]).content, "what was named is given, as it was"
    second = olga.get(address)
    assert second.status_code == 202
    work_for()
    assert olga.get(second["Location"]).content == olga.get(address).content != b""
    assert Job.objects.filter(kind=MAKE).count() == 1 and MadeFile.objects.count() == 1


def test_an_address_that_is_loaded_again_later_gives_what_holds_then(who: Who, large: None) -> None:
    event = running_event(4)
    round = running_round(event)
    paper, olga = f"/events/{event.slug}/rounds/1/slips.pdf", api("olga")
    file, sheet = olga.get(export(event, "results.csv"))["Location"], who("olga").get(paper)["Location"]
    work_for()
    MadeFile.objects.update(made_at=now() - NAMED - timedelta(seconds=1))
    assert olga.get(file).status_code == 200 == who("olga").get(sheet).status_code, "nothing has changed"
    enter_result(tables(round)[0], win("A"), by=actor("sam"), now=now())
    again, anew = olga.get(file), who("olga").get(sheet)
    assert (again.status_code, anew.status_code) == (202, 302)
    work_for()
    assert olga.get(again["Location"]).status_code == 200
    assert who("olga").get(anew["Location"]).content[:4] == b"%PDF"


def test_who_asks_for_what_is_there_takes_no_right_to_write(large: None) -> None:
    event = running_event(4)
    running_round(event)
    wanted = Wanted(MAKERS["results.csv"], {"for": ""}, "/")
    olga, moment = actor("olga"), now()
    job = ask_for_file(event, wanted, by=olga, now=moment)
    with CaptureQueriesContext(connection) as waits:
        assert ask_for_file(event, wanted, by=olga, now=moment) == job
    work_for()
    with CaptureQueriesContext(connection) as comes:
        assert isinstance(ask_for_file(event, wanted, by=olga, now=moment), bytes)
    said = [each["sql"].split()[0] for each in (*waits, *comes)]
    assert set(said) == {"SELECT"} and not any("FOR " in each["sql"] for each in (*waits, *comes))


@pytest.mark.parametrize("file", ["decks.csv", "event.json?complete=1"])
def test_lists_that_are_closed_again_are_in_no_file_of_before(large: None, file: str) -> None:
    event = open_event(4, deck_lists="optional", open_decks="start")
    body = {"sections": {"personal": [{"card": "No Such Card", "count": 2}]}}
    submit_deck(event.entrants.get(code="P01"), body, by=actor("player1"), now=at(-80))
    started(event)
    running_round(event)
    asked = api().get(export(event, file))
    work_for()
    assert b"No Such Card" in api().get(asked["Location"]).content
    edit_event(event, {"open_decks": ""}, reason="Too early.", by=actor("olga"), now=now())
    address = asked["Location"]
    for _try in range(2):
        answer = api().get(address)
        assert b"No Such Card" not in answer.content
        work_for()
        address = answer.headers.get("Location", address)
    assert answer.status_code == 200


def test_a_stranger_gets_one_of_a_minute_ago(large: None) -> None:
    event = running_event(4)
    round = running_round(event)
    address = export(event, "results.csv")
    file = made(api(), address)
    enter_result(tables(round)[0], win("A"), by=actor("sam"), now=now())
    assert api().get(address).content == file.content
    assert api("olga").get(address).status_code == 202, "who works here gets it as it is"
    MadeFile.objects.update(made_at=now() - RECENT - timedelta(seconds=1))
    assert api().get(address).status_code == 202


def test_nobody_else_reads_a_file_for_staff(large: None) -> None:
    event = running_event(4)
    entrant = event.entrants.get(code="P01")
    edit_entrant(entrant, {"fixed_table": 77}, by=actor("olga"), now=now())
    played_round(event)
    for file in ("event.json", "event.json?complete=1"):
        asked = api("olga").get(export(event, file))
        work_for()
        assert FIXED in api("olga").get(asked["Location"]).content
        for name in ("player1", ""):
            other = api(name).get(asked["Location"])
            if other.status_code == 202:  # none of theirs was made yet
                assert other["Location"] != asked["Location"]
                work_for()
                other = api(name).get(other["Location"])
            assert other.status_code == 200 and FIXED not in other.content


def test_a_paper_of_the_desk_stays_closed(who: Who, large: None) -> None:
    event = running_event(4)
    asked = who("olga").get(f"/events/{event.slug}/paper/badges.pdf")
    work_for()
    assert who("olga").get(asked["Location"]).status_code == 200
    assert who("player1").get(asked["Location"]).status_code == 403
    assert who("").get(asked["Location"]).status_code == 302


def test_cancelled_it_is_said_and_begun_again(who: Who, large: None) -> None:
    event = running_event(4)
    address = f"/events/{event.slug}/paper/players.pdf"
    waits = who("olga").get(address)["Location"]
    cancel_job(Job.objects.get(), by=actor("olga"), now=now())
    assert work_for() == 0
    page = who("olga").get(waits).content.decode()
    assert "broke this off" in page and f'href="{address}"' in page
    again = who("olga").get(address)["Location"]
    assert again != waits and work_for() == 1
    assert who("olga").get(again).status_code == 200


def test_what_cannot_be_made_is_said(large: None, monkeypatch: pytest.MonkeyPatch) -> None:
    event = running_event(4)
    running_round(event)

    def fails(event: Event, asked: Any) -> bytes:
        raise ValueError("no room")

    broken = Maker("results.csv", fails, 0)
    with monkeypatch.context() as context:
        context.setitem(MAKERS, "results.csv", broken)
        address = export(event, "results.csv")
        refused = made(api("olga"), address)
        to_a_stranger = api().get(f"{address}?made={Job.objects.get(kind='make_file').pk}")
    assert refused.status_code == 409 and "no room" in refused.content.decode()
    assert to_a_stranger.status_code == 409 and "no room" not in to_a_stranger.content.decode()
    assert made(api("olga"), export(event, "results.csv")).status_code == 200


def test_of_a_process_that_was_killed_another_takes_it_over(large: None) -> None:
    event = running_event(4)
    running_round(event)
    asked = api("olga").get(export(event, "results.csv"))
    lost = claim_chunk(now())
    assert lost is not None and claim_chunk(now()) is None
    later = now() + LONG_LEASE
    again = claim_chunk(later)
    assert again is not None and work_chunk(again, lambda: later)
    body = MadeFile.objects.get().body
    assert not work_chunk(lost, lambda: later), "who wakes up late writes nothing"
    assert MadeFile.objects.get().body == body
    assert api("olga").get(asked["Location"]).status_code == 200


def test_it_goes_after_a_day_and_with_who_leaves(large: None) -> None:
    event = running_event(4)
    running_round(event)
    made(api("olga"), export(event, "results.csv"))
    assert forget_old_files(now() + KEPT - timedelta(seconds=9)) == 0
    assert forget_old_files(now() + KEPT + timedelta(seconds=9)) == 1
    made(api("olga"), export(event, "results.csv"))
    delete_account(by=actor("player1"), now=now())
    assert not MadeFile.objects.exists()


def test_numbers_that_are_none(large: None) -> None:
    event = running_event(4)
    running_round(event)
    for number in ("0", "-1", "x", "9" * 18, "9" * 500, "٣"):
        asked = api("olga").get(export(event, "results.csv"), {"made": number})
        assert asked.status_code == 202 and f"made={Job.objects.get().pk}" in asked["Location"]


@pytest.mark.django_db(transaction=True)
def test_asked_for_and_done_by_several_at_once_it_is_made_once(large: None) -> None:
    event = running_event(4)
    running_round(event)
    wanted = Wanted(MAKERS["results.csv"], {"for": ""}, "/")
    moment = now()
    olga = actor("olga")
    ask = [lambda: ask_for_file(event, wanted, by=olga, now=moment).pk] * 2
    nobody = [lambda: ask_for_file(event, wanted, by=Actor.anonymous(), now=moment).pk] * 2
    answers = together(*ask, *nobody)
    assert answers == [("done", Job.objects.get().pk)] * 4
    done = together(*[lambda: work_for()] * 3)
    assert sum(count for _state, count in done) == 1 and MadeFile.objects.get().of_job == Job.objects.get().pk
    # and once more, where its row is there already
    MadeFile.objects.update(mark="of before")
    first = Job.objects.get().pk
    answers = together(*ask, *ask)
    assert len({number for _state, number in answers}) == 1 and answers[0][1] > first
    assert Job.objects.count() == 2
