"""A report of many logs: in parts, each with a name, and with what can be done with it."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from referee.models.records import Record
from referee.models.rejudging import Rejudged
from referee.rejudging.adopting import WORDS, Adoption, adoption_of
from referee.rejudging.of_event import REJUDGE, begin_rejudging
from tests.referee.conftest import Who, table
from tests.referee.rejudging.many import A_WINS, B_WINS, copied_games, differs, stored
from tests.tournaments.factories import actor, at, seated
from tournaments.access import Actor
from tournaments.jobs.changes import begin_job
from tournaments.jobs.tasks import work_due
from tournaments.models.events import Event, State
from tournaments.models.jobs import Job, JobFailure
from tournaments.results.queries import result_of

pytestmark = pytest.mark.django_db
JSON = "application/json"


def work() -> None:
    while work_due(at(30)):
        pass


@pytest.fixture
def long_report(event: Event) -> Job:
    """205 logs that differ; the last of them alone is that of a game which the match has."""
    first = stored(table(event, 0))
    copies = copied_games(first, range(2, 206))
    last = stored(table(event, 1), B_WINS)
    job = begin_job(REJUDGE, [last.pk], event=event, arguments={"rules": ""}, by=actor("jude"), now=at(20))
    differs(job, copies)
    work()
    return job


def test_each_log_of_a_long_report_can_be_adopted(long_report: Job, event: Event, who: Who) -> None:
    page = reverse("referee:rejudge", args=[event.slug])
    row = Rejudged.objects.latest("pk")
    adopt = reverse("referee:rejudge_adopt", args=[event.slug, row.pk])
    for number in range(1, 6):
        text = who("jude").get(f"{page}?page={number}").content.decode()
        assert (adopt in text) == (number == 5)
        assert text.count(" would be another.") == (50 if number < 5 else 5)
    last = f"{page}?page=5"
    answer = who("jude").post(adopt, {"reason": "New rules.", "next": last})
    assert (answer.status_code, answer["Location"]) == (303, last)
    result = result_of(table(event, 1))
    assert result is not None and result.outcome["winner"] == "A"
    assert str(WORDS[Adoption.ADOPTED]) in who("jude").get(last).content.decode()


def test_over_the_api_in_parts(long_report: Job, event: Event, who: Who) -> None:
    door = f"/api/v1/events/{event.slug}/rejudge/"
    told = who("jude").get(door).json()
    assert (len(told["differ"]), told["differ_in_all"]) == (50, 205)
    rest = who("jude").get(f"{door}?limit=100&offset=150&job={long_report.pk}").json()["differ"]
    row = rest[-1]
    assert len(rest) == 55 and row["adoption"] == "possible"
    assert row["record"] == Record.objects.latest("pk").pk and row["outcome_now"] == A_WINS
    for wrong in ("x", "0", "9" * 30, str(long_report.pk + 1)):
        assert who("jude").get(f"{door}?job={wrong}").status_code == 404
    adopt = f"{door}{row['id']}/adopt/"
    assert who("sam").post(adopt, {"reason": "x"}, JSON).status_code == 403
    assert who("jude").post(adopt, {"reason": ""}, JSON).status_code == 400
    assert who("jude").post(f"{door}{10**12}/adopt/", {"reason": "x"}, JSON).status_code == 404
    answer = who("jude").post(adopt, {"reason": "New rules."}, JSON)
    assert (answer.status_code, answer.json()["adoption"]) == (200, "adopted")
    assert Record.objects.latest("pk").adopted_outcome == A_WINS


def found(event: Event, place: int, seat: str = "", **more: Any) -> Rejudged:
    """A row about a log at this table."""
    record = stored(table(event, place), seat=seat)
    Record.objects.filter(pk=record.pk).update(outcome=B_WINS, adopted_at=None, adopted_outcome=None)
    job = Job.objects.first() or begin_job(REJUDGE, [], event=event, by=actor("jude"), now=at(20))
    values = {"outcome_before": B_WINS, "outcome_now": A_WINS, **more}
    return Rejudged.objects.create(job=job, record=record, differs=True, **values)


def test_what_can_be_adopted_and_why_the_others_cannot(event: Event) -> None:
    job = begin_job(REJUDGE, [], event=event, by=actor("jude"), now=at(20))
    other_rules = begin_job(REJUDGE, [], event=event, arguments={"rules": "1"}, by=actor("jude"), now=at(20))
    row = found(event, 0)

    def said(about: Event = event, of: Job = job) -> str:
        return adoption_of(Rejudged.objects.select_related("record").get(pk=row.pk), of, about).value

    assert said() == "possible" and said(of=other_rules) == "what_if"
    for state in (State.FINISHED, State.CANCELLED):
        assert said(about=Event(game="toy", state=state)) == "not_running"
    Record.objects.update(outcome=A_WINS, adopted_outcome=A_WINS, adopted_at=at(40))
    assert said() == "adopted"
    Rejudged.objects.update(outcome_now=None)
    assert said() == "no_outcome"
    Rejudged.objects.update(outcome_now=B_WINS, entries=[{"n": 3, "before": "legal", "now": "illegal"}])
    assert said() == "verdicts"
    Record.objects.update(replaced_at=at(50))
    assert said() == "replaced"
    assert set(WORDS) == set(Adoption)


def test_by_other_rules_it_is_said_to_be_only_what_if(event: Event, who: Who) -> None:
    stored(table(event, 1), B_WINS)
    page, door = reverse("referee:rejudge", args=[event.slug]), f"/api/v1/events/{event.slug}/rejudge/"
    begin_rejudging(event, by=actor("jude"), now=at(20))
    work()
    text = who("jude").get(page).content.decode()
    assert "nly what if" not in text and "Use the new outcome as the result" in text
    assert who("jude").get(door).json()["places"]["what_if"] is False
    begin_rejudging(event, by=actor("jude"), now=at(25), rules="1")
    work()
    text = who("jude").get(page).content.decode()
    assert "all of this is only what if" in text and "Only what if: by other rules than the logs name" in text
    assert "Use the new outcome as the result" not in text
    told = who("jude").get(door).json()
    assert told["places"]["what_if"] is True and [row["adoption"] for row in told["differ"]] == ["what_if"]
    refused = who("jude").post(f"{door}{told['differ'][0]['id']}/adopt/", {"reason": "x"}, JSON)
    assert refused.status_code == 409 and "other rules" in refused.json()["message"]


def test_another_judge_may_begin_one_by_other_rules(event: Event) -> None:
    stored(table(event, 0))
    begin_rejudging(event, by=actor("jude"), now=at(20), rules="1")
    for by, rules in (("jude", ""), ("jude", "1"), ("hedda", "1")):
        with pytest.raises(Exception, match="already"):
            begin_rejudging(event, by=actor(by), now=at(21), rules=rules)
    begin_rejudging(event, by=actor("hedda"), now=at(21))
    work()
    assert Rejudged.objects.count() == 2


def test_what_could_not_be_judged_has_a_name(event: Event, who: Who) -> None:
    """As a person looks for it: round and table, who plays, whose log it is."""
    own, staffs = stored(table(event, 0), seat="B"), stored(table(event, 1))
    job = begin_rejudging(event, by=actor("jude"), now=at(20))
    site = begin_job("rejudge_site", [1], arguments={"game": "toy"}, by=Actor.system(), now=at(20))
    for number in (own.pk, staffs.pk, 10**9):
        for each in (job, site):
            JobFailure.objects.create(job=each, item=number, message="No.", at=at(30))

    def names(place: int) -> str:
        match = table(event, place)
        return f"Round 1, Table {match.table} · " + " – ".join(seated(match, each).name for each in "AB")

    text = who("jude").get(f"/jobs/{job.pk}/").content.decode()
    expected = [
        f"{names(0)} · Kept by {seated(table(event, 0), 'B').name}",
        f"{names(1)} · Kept by the staff",
        "A log that is gone",
    ]
    for name in expected:
        assert name in text
    assert reverse("referee:record_page", args=[own.pk]) in text and f">{own.pk}<" not in text
    told = who("jude").get(f"/api/v1/jobs/{job.pk}/").json()["failures"]
    assert [one["name"] for one in told] == expected and [one["message"] for one in told] == ["No."] * 3
    Event.objects.filter(pk=event.pk).update(games_per_match=3)
    told = who("jude").get(f"/api/v1/jobs/{job.pk}/").json()["failures"]
    assert told[1]["name"] == f"{names(1)} · Game 1 · Kept by the staff"
    chief = actor("chief").user
    assert chief is not None
    type(chief).objects.filter(pk=chief.pk).update(is_superuser=True, is_staff=True)
    assert f"{event.name} · {names(1)}" in who("chief").get(f"/jobs/{site.pk}/").content.decode()
