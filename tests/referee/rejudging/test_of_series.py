"""The logs of a series judged anew as one job: of the events whose logs each may read, and told to nobody else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from referee.models.records import Record
from referee.models.rejudging import Rejudged
from referee.records.changes import attach_log
from referee.rejudging import views
from referee.rejudging.of_series import begin_rejudging_series, events_seen, jobs_of_series
from tests.referee.conftest import Who, table, toy_event
from tests.referee.logs import WON_BY_A, log
from tests.referee.running import run
from tests.tournaments.factories import actor, at, running_event, running_round, seated, tables, win
from tests.tournaments.kept import kept
from tournaments.access import Actor
from tournaments.errors import Conflict, Invalid, NotAllowed
from tournaments.events.life import finish_event
from tournaments.events.staff import grant_role, revoke_role
from tournaments.jobs.changes import cancel_job, resume_job
from tournaments.jobs.queries import job_of, progress_of
from tournaments.jobs.tasks import work_due
from tournaments.models.events import Event, StaffRole
from tournaments.models.jobs import Job, JobChunk, JobFailure
from tournaments.models.series import Series
from tournaments.results.changes import enter_result
from tournaments.results.queries import result_of
from tournaments.rounds.changes import finish_round
from tournaments.series.changes import make_series, set_series

pytestmark = pytest.mark.django_db
B_WINS = {"ranking": [["B"], ["A"]]}


def work() -> None:
    while work_due(at(30)):
        pass


@pytest.fixture
def events(db: None) -> list[Event]:
    """Two events of the series: Olga's with Jude and Hedda as judges, and another whose judge is Jill alone; each with
    two logs of which the second was stored with another outcome."""
    return list(_series_of_two().events.order_by("pk"))


@kept
def _series_of_two() -> Series:
    series = make_series({"name": "League"}, by=actor("olga"), now=at(0))
    event, other = toy_event(), _another()
    for each in (event, other):
        set_series(each, series, by=actor("olga"), now=at(1))
        for place in (0, 1):
            attach_log(table(each, place), 1, log(*WON_BY_A), by=actor("olga"), now=at(10))
        wrong = Record.objects.filter(match__round__event=each).latest("pk")
        Record.objects.filter(pk=wrong.pk).update(outcome=B_WINS)
        enter_result(wrong.match, win("B"), by=actor("sam"), now=at(11), reason="By the rules of then.")
    return series


def _another(name: str = "Spring") -> Event:
    """Another event: of the same organiser, judged by Jill."""
    made = running_event(4, name=name)
    Event.objects.filter(pk=made.pk).update(game="toy")
    made.refresh_from_db()
    running_round(made)
    for judge in ("jude", "hedda"):
        for held in StaffRole.objects.filter(event=made, user=actor(judge).user, revoked_at=None):
            revoke_role(held, by=actor("olga"), now=at(0))
    actor("jill")
    grant_role(made, "jill", "judge", by=actor("olga"), now=at(0))
    return made


@pytest.fixture
def series(events: list[Event]) -> Series:
    return Series.objects.get()


def records(event: Event) -> list[int]:
    return list(Record.objects.filter(match__round__event=event).order_by("pk").values_list("pk", flat=True))


def test_one_job_over_the_events_each_log_once_and_nothing_changed(
    events: list[Event], series: Series
) -> None:
    before = list(Record.objects.order_by("pk").values())
    job = begin_rejudging_series(series, by=actor("olga"), now=at(20))
    assert (job.event, job.items) == (None, 4)
    with pytest.raises(Conflict, match="already"):
        begin_rejudging_series(series, by=actor("olga"), now=at(21))
    work()
    rows = Rejudged.objects.filter(job=job)
    assert sorted(rows.values_list("record", flat=True)) == sorted(records(events[0]) + records(events[1]))
    assert {row.record_id for row in rows if row.differs} == {records(events[0])[1], records(events[1])[1]}
    assert list(Record.objects.order_by("pk").values()) == before
    assert begin_rejudging_series(series, by=actor("olga"), now=at(40), rules="2026-11-21").items == 4


def test_left_cancelled_and_resumed_none_is_judged_twice(events: list[Event], series: Series) -> None:
    job = begin_rejudging_series(series, by=actor("olga"), now=at(20))
    one_log_a_chunk(job)
    assert work_due(at(21)) and Rejudged.objects.count() == 1
    job = cancel_job(job, by=actor("olga"), now=at(22))
    assert not work_due(at(23)) and progress_of(job, actor("olga"), at(23)).state == "cancelled"
    resume_job(job, by=actor("olga"), now=at(24))
    work()
    assert Rejudged.objects.count() == 4 and Job.objects.get().finished_at == at(30)


def test_only_events_whose_logs_one_may_read(events: list[Event], series: Series) -> None:
    """Jude judges the first event alone, Jill the second; who plays, keeps scores or owns no more than the series reads
    no log."""
    for name in ("sam", "player1", "stranger"):
        with pytest.raises(NotAllowed):
            begin_rejudging_series(series, by=actor(name), now=at(20))
    with pytest.raises(NotAllowed):
        begin_rejudging_series(series, by=Actor.anonymous(), now=at(20))
    Series.objects.update(owner=actor("owner").user)
    with pytest.raises(NotAllowed):
        begin_rejudging_series(series, by=actor("owner"), now=at(20))
    job = begin_rejudging_series(series, by=actor("jude"), now=at(20))
    assert job.arguments["events"] == [events[0].pk] and job.items == 2
    assert jobs_of_series(series, actor("jill")) == [] == events_seen(job, actor("jill"))
    # another's job holds up nobody: neither who may see nothing of it, nor who judges more events
    assert begin_rejudging_series(series, by=actor("jill"), now=at(21)).items == 2
    assert begin_rejudging_series(series, by=actor("olga"), now=at(22)).items == 4
    assert begin_rejudging_series(series, by=actor("hedda"), now=at(23)).items == 2


def test_each_is_told_of_the_own_events_alone(events: list[Event], series: Series, who: Who) -> None:
    job = begin_rejudging_series(series, by=actor("olga"), now=at(20))
    work()
    for event in events:
        JobFailure.objects.create(job=job, item=[event.pk, 1], message=f"Secret of {event.slug}.", at=at(30))
    page, door = f"/series/{series.slug}/rejudge/", f"/api/v1/series/{series.slug}/rejudge/"
    seen = {"olga": events, "jude": events[:1], "hedda": events[:1], "jill": events[1:]}
    for name, own in seen.items():
        text = who(name).get(page).content.decode()
        told = who(name).get(door).json()["events"]
        at_job = who(name).get(f"/jobs/{job.pk}/").content.decode()
        failures = who(name).get(f"/api/v1/jobs/{job.pk}/").json()["failures"]
        for event in events:
            links = f"{reverse('referee:rejudge', args=[event.slug])}?job={job.pk}"
            assert (links in text) == (event in own)
            assert (event.slug in [one["event"] for one in told]) == (event in own)
            assert (f"Secret of {event.slug}." in at_job) == (event in own)
            assert who(name).get(links).status_code == (200 if event in own else 403)
        assert [one["message"] for one in failures] == [f"Secret of {event.slug}." for event in own]
        for one in told:
            event = next(each for each in events if each.slug == one["event"])
            assert [row["record"] for row in one["differ"]] == records(event)[1:] and one["judged"] == 2
            assert one["places"]["moved"] != []
        # it is for who began it, or reads all of it, to end
        assert progress_of(Job.objects.get(), actor(name), at(40)).state == "done"
    for client in (who("sam"), who("player1"), who("stranger"), Client()):
        for address in (page, door, f"/jobs/{job.pk}/"):
            assert client.get(address).status_code in (302, 401, 403, 404)


def one_log_a_chunk(job: Job) -> None:
    """As though there were many."""
    items = [item for chunk in job.chunks.all() for item in chunk.items]
    JobChunk.objects.filter(job=job).delete()
    JobChunk.objects.bulk_create(JobChunk(job=job, items=[item], size=1) for item in items)


def test_the_numbers_are_those_of_the_own_events(events: list[Event], series: Series, who: Who) -> None:
    """Four logs: the first event's two are judged first; who judges the other event alone reads of none of them, at no
    door."""
    job = begin_rejudging_series(series, by=actor("olga"), now=at(20))
    one_log_a_chunk(job)
    page, door = f"/series/{series.slug}/rejudge/", f"/api/v1/series/{series.slug}/rejudge/"
    seen = {
        "olga": (events[0], 4, [1, 2, 3]),
        "jude": (events[0], 2, [1, 2, 2]),
        "jill": (events[1], 2, [0, 0, 1]),
    }
    for step in range(3):
        assert work_due(at(21 + step))
        for name, (event, items, done) in seen.items():
            told = [
                who(name).get(door).json()["job"],
                who(name).get(f"/api/v1/jobs/{job.pk}/").json(),
                who(name).get(f"/api/v1/events/{event.slug}/rejudge/?job={job.pk}").json()["job"],
            ]
            assert {(one["items"], one["done"]) for one in told} == {(items, done[step])}
            of_event = f"{reverse('referee:rejudge', args=[event.slug])}?job={job.pk}"
            for address in (page, f"{page}?job={job.pk}", f"/jobs/{job.pk}/", of_event):
                text = who(name).get(address).content.decode()
                assert f"{done[step]} / {items}" in text and f'<progress max="{items}"' in text
                assert f"{100 * done[step] // items} %" in text
                assert items == 4 or " / 4" not in text
    (listed,) = who("olga").get("/api/v1/jobs/").json()
    assert (listed["items"], listed["done"]) == (4, 3)


def test_of_an_event_that_is_gone_its_logs_are_left_out_and_it_is_said(
    events: list[Event], series: Series, who: Who
) -> None:
    """Hedda reads the first event, Olga the third, too: all that is left can be ended by whoever reads all of it."""
    third = _another("Summer")
    set_series(third, series, by=actor("olga"), now=at(1))
    attach_log(table(third, 0), 1, log(*WON_BY_A), by=actor("olga"), now=at(10))
    job = begin_rejudging_series(series, by=actor("olga"), now=at(20))
    assert job.items == 5
    said = "One of its events was deleted since; its logs are left out."
    events[1].delete()
    assert not progress_of(job, actor("hedda"), at(21)).may_end  # there is still the third
    for name, note, items in (("olga", said, 3), ("hedda", None, 2), ("jill", None, 1)):
        progress = progress_of(job, actor(name), at(21))
        assert (progress.note, progress.items) == (note, items)
    grant_role(third, "hedda", "judge", by=actor("olga"), now=at(21))
    progress = progress_of(job, actor("hedda"), at(22))
    assert (progress.note, progress.items, progress.may_end) == (said, 3, True)
    cancel_job(job, by=actor("hedda"), now=at(23))
    resume_job(job, by=actor("hedda"), now=at(24))
    work()
    assert not JobFailure.objects.exists() and Rejudged.objects.count() == 3
    for address in (f"/series/{series.slug}/rejudge/", f"/jobs/{job.pk}/"):
        text = who("olga").get(address).content.decode()
        assert said in text and "3 / 3" in text
    assert who("olga").get(f"/api/v1/series/{series.slug}/rejudge/").json()["job"]["note"] == said
    third.delete()
    assert progress_of(job, actor("hedda"), at(40)).note == (
        "2 of its events were deleted since; their logs are left out."
    )


def test_events_in_parts(
    events: list[Event], series: Series, who: Who, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = begin_rejudging_series(series, by=actor("olga"), now=at(20))
    work()
    door, page = f"/api/v1/series/{series.slug}/rejudge/", f"/series/{series.slug}/rejudge/"
    both = who("olga").get(door).json()
    assert both["events_in_all"] == 2 and len(both["events"]) == 2
    parts = [who("olga").get(f"{door}?limit=1&offset={n}&job={job.pk}").json()["events"] for n in range(2)]
    assert [part[0]["event"] for part in parts] == [one["event"] for one in both["events"]]
    assert [one["differ_in_all"] for one in both["events"]] == [1, 1]
    assert who("olga").get(f"{door}?job=x").status_code == 404
    monkeypatch.setattr(views, "PAGE", 1)
    for n, event in enumerate(events, start=1):
        text = who("olga").get(f"{page}?page={n}").content.decode()
        assert f"/events/{event.slug}/rejudge/?job={job.pk}" in text and f"Page {n} of 2" in text


def test_ten_jobs_ask_as_little_as_one(events: list[Event], series: Series, who: Who) -> None:
    """What the page asks of the events is asked once, however many jobs were over them."""
    asked = []
    for count in (1, 10):
        while len(jobs_of_series(series, actor("olga"))) < count:
            begin_rejudging_series(series, by=actor("olga"), now=at(20))
            work()
        client = who("olga")
        client.get(f"/series/{series.slug}/rejudge/")
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"/series/{series.slug}/rejudge/").status_code == 200
        asked.append(len(queries))
    assert asked[0] == asked[1]


def test_who_may_end_it(events: list[Event], series: Series) -> None:
    job = begin_rejudging_series(series, by=actor("olga"), now=at(20))
    for name in ("jude", "jill"):
        assert not progress_of(job_of(job.pk, actor(name)), actor(name), at(21)).may_end
        with pytest.raises(NotAllowed):
            cancel_job(job, by=actor(name), now=at(21))
    grant_role(events[1], "hedda", "judge", by=actor("olga"), now=at(21))
    assert progress_of(job, actor("hedda"), at(21)).may_end  # reads the logs of both


def test_an_outcome_is_adopted_on_its_events_page(events: list[Event], series: Series, who: Who) -> None:
    job = begin_rejudging_series(series, by=actor("olga"), now=at(20))
    work()
    row = Rejudged.objects.get(differs=True, record__match__round__event=events[0])
    page = f"{reverse('referee:rejudge', args=[events[0].slug])}?job={job.pk}"
    adopt = reverse("referee:rejudge_adopt", args=[events[0].slug, row.pk])
    elsewhere = reverse("referee:rejudge_adopt", args=[events[1].slug, row.pk])
    assert adopt in who("jude").get(page).content.decode()
    assert who("jill").post(elsewhere, {"reason": "x"}).status_code == 404
    assert who("jill").post(adopt, {"reason": "x"}).status_code == 403
    answer = who("jude").post(adopt, {"reason": "The rules were mended.", "next": page})
    assert (answer.status_code, answer["Location"]) == (303, page)
    result = result_of(table(events[0], 1))
    assert result is not None and result.outcome["winner"] == "A"
    played_round_of(events[1])
    row = Rejudged.objects.get(differs=True, record__match__round__event=events[1])
    finish_event(events[1], by=actor("olga"), now=at(60), reason="It is late.")
    adopt = reverse("referee:rejudge_adopt", args=[events[1].slug, row.pk])
    assert who("jill").post(adopt, {"reason": "x"}).status_code == 409
    told = (
        who("jill").get(f"{reverse('referee:rejudge', args=[events[1].slug])}?job={job.pk}").content.decode()
    )
    assert adopt not in told and "go on with the event on its desk first" in told


def played_round_of(event: Event) -> None:
    """All tables of its round decided, and the round finished."""
    round = event.rounds.get()
    for match in tables(round):
        enter_result(match, win("A"), by=actor("sam"), now=at(50), reason="x")
    finish_round(round, by=actor("olga"), now=at(55))


def test_rules_that_make_no_sense_and_nothing_to_judge(events: list[Event], series: Series, who: Who) -> None:
    page, door = f"/series/{series.slug}/rejudge/", f"/api/v1/series/{series.slug}/rejudge/"
    for rules in ("1999.3.10", "x" * 41, "9" * 30, "<b>", "\x00"):
        with_page = who("jude").post(page, {"rules": rules})
        assert with_page.status_code == 400
        assert who("jude").post(door, {"rules": rules}, "application/json").status_code == 400
    with pytest.raises(Invalid, match=r"Toy: .*unknown"):
        begin_rejudging_series(series, by=actor("jude"), now=at(20), rules="0")
    for job in ("x", "0", "9" * 30):
        assert who("jude").get(f"{page}?job={job}").status_code == 404
    assert who("jude").get(door).status_code == 404  # none was begun yet
    for wrong in ([], {"rules": []}, {"rules": {}}):
        assert who("jude").post(door, wrong, "application/json").status_code == 400
    Record.objects.all().delete()
    with pytest.raises(Conflict, match="no logs"):
        begin_rejudging_series(series, by=actor("jude"), now=at(20))


def test_page_and_api_begin_it(events: list[Event], series: Series, who: Who) -> None:
    page, door = f"/series/{series.slug}/rejudge/", f"/api/v1/series/{series.slug}/rejudge/"
    assert page in who("jude").get(f"/series/{series.slug}/").content.decode()
    assert page not in who("sam").get(f"/series/{series.slug}/").content.decode()
    assert who("olga").post(page, {"rules": ""}).status_code == 303
    assert "0 / 4" in who("olga").get(page).content.decode()
    assert who("olga").post(page, {"rules": ""}).status_code == 409
    work()
    made: Any = who("jill").post(door, {"rules": "1"}, "application/json")
    assert made.status_code == 201 and (made.json()["items"], made.json()["event"]) == (2, None)
    assert made.json()["title"] == "League: logs judged anew by 1"
    listed = who("jill").get("/jobs/").content.decode()
    assert "League: logs judged anew by 1" in listed


def test_the_command_takes_several_events(events: list[Event]) -> None:
    code, out, _err = run(
        "rejudge", events[0].slug, events[1].slug, events[0].slug, "--json", "--processes", "1"
    )
    told = json.loads(out)
    assert (code, told["logs"], len(told["differ"])) == (1, 4, 2)
    assert [one["event"] for one in told["places"]] == [event.slug for event in events]
    for one, event in zip(told["places"], events, strict=True):
        assert {each["entrant"] for each in one["moved"]} >= {seated(table(event, 1), "A").code}
