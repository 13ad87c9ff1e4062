"""An event's stored logs judged anew as a job: each once, told to judges who do not play, and nothing changed."""

from __future__ import annotations

import pytest
from django.urls import reverse
from rest_framework.test import APIClient

from referee.models.records import Record
from referee.models.rejudging import Rejudged
from referee.records.changes import attach_log
from referee.rejudging.adopting import adopt_rejudged
from referee.rejudging.of_event import begin_rejudging
from tests.referee.conftest import Who, table
from tests.referee.logs import NAMED, WON_BY_A, log
from tests.tournaments.factories import actor, at
from tournaments.errors import Conflict, Invalid, NotAllowed
from tournaments.jobs.tasks import work_due
from tournaments.models.events import Event
from tournaments.models.jobs import Job, JobFailure

pytestmark = pytest.mark.django_db
#: as ``WON_BY_A`` ends by hand: 9 against 3
A_WINS = {"ranking": [["A"], ["B"]], "scores": {"A": 9, "B": 3}, "tiebreakers": {}}


@pytest.fixture
def stored(event: Event) -> list[Record]:
    """Three logs: the second was judged otherwise when it was stored, the third stops."""
    jude = actor("jude")
    first = attach_log(table(event, 0), 1, log(*WON_BY_A), by=jude, now=at(10))
    other = attach_log(table(event, 1), 1, log(*WON_BY_A), by=jude, now=at(11))
    Record.objects.filter(pk=other.pk).update(outcome={"ranking": [["B"], ["A"]]})
    third = attach_log(table(event, 0), 1, log(*NAMED), seat="A", by=jude, now=at(12))
    return [first, other, third]


def work() -> None:
    while work_due(at(30)):
        pass


def test_each_log_once_and_nothing_is_changed(event: Event, stored: list[Record]) -> None:
    before = list(Record.objects.order_by("pk").values())
    job = begin_rejudging(event, by=actor("jude"), now=at(20))
    with pytest.raises(Conflict, match="already"):
        begin_rejudging(event, by=actor("jude"), now=at(21))
    work()
    rows = {row.record_id: row for row in Rejudged.objects.all()}
    assert {number: row.differs for number, row in rows.items()} == {
        stored[0].pk: False, stored[1].pk: True, stored[2].pk: False,
    }  # fmt: skip
    differs = rows[stored[1].pk]
    assert (differs.outcome_before, differs.outcome_now) == ({"ranking": [["B"], ["A"]]}, A_WINS)
    assert differs.entries == [] and Job.objects.get(pk=job.pk).finished_at == at(30)
    assert list(Record.objects.order_by("pk").values()) == before
    begin_rejudging(event, by=actor("jude"), now=at(40), rules="2026-11-21")
    work()
    assert Rejudged.objects.count() == 6 and not JobFailure.objects.exists()


def test_who_may_and_by_which_rules(event: Event, stored: list[Record]) -> None:
    for name in ("sam", "player1", "stranger"):
        with pytest.raises(NotAllowed):
            begin_rejudging(event, by=actor(name), now=at(20))
    with pytest.raises(Invalid, match="unknown"):
        begin_rejudging(event, by=actor("jude"), now=at(20), rules="1999.3.10")
    Record.objects.all().delete()
    with pytest.raises(Conflict, match="no logs"):
        begin_rejudging(event, by=actor("jude"), now=at(20))


def test_a_judge_adopts_what_a_log_comes_to_now(event: Event, stored: list[Record], who: Who) -> None:
    begin_rejudging(event, by=actor("jude"), now=at(20))
    work()
    row = Rejudged.objects.get(differs=True)
    address = reverse("referee:rejudge_adopt", args=[event.slug, row.pk])
    assert who("sam").post(address, {"reason": "New rules."}).status_code == 403
    assert who("jude").post(address, {"reason": ""}).status_code == 400
    assert who("jude").post(address, {"reason": "The site's rules were mended."}).status_code == 303
    record = Record.objects.get(pk=stored[1].pk)
    assert record.outcome == A_WINS == record.adopted_outcome
    # By other rules than its own it is only told, and a log that grew since is judged anew first.
    begin_rejudging(event, by=actor("jude"), now=at(40), rules="1")
    work()
    for_other = Rejudged.objects.filter(job__arguments__rules="1").first()
    assert for_other is not None
    with pytest.raises(Conflict, match="other rules"):
        adopt_rejudged(for_other, reason="x", by=actor("jude"), now=at(50))
    Rejudged.objects.filter(pk=row.pk).update(outcome_now={"ranking": [["B"], ["A"]]})
    row.refresh_from_db()
    with pytest.raises(Conflict, match="since"):
        adopt_rejudged(row, reason="x", by=actor("jude"), now=at(50))
    Event.objects.filter(pk=event.pk).update(state="finished")
    with pytest.raises(Conflict):
        adopt_rejudged(row, reason="x", by=actor("jude"), now=at(60))


def test_page_and_api(event: Event, stored: list[Record], who: Who) -> None:
    page = reverse("referee:rejudge", args=[event.slug])
    assert who("sam").get(page).status_code == 403
    assert who("jude").post(page, {"rules": "0"}).status_code == 400
    assert who("jude").post(page, {"rules": ""}).status_code == 303
    assert "0 / 3" in who("jude").get(page).content.decode()
    work()
    text = who("jude").get(page).content.decode()
    assert "3 / 3" in text and reverse("referee:record_page", args=[stored[1].pk]) in text
    assert reverse("referee:record_page", args=[stored[0].pk]) not in text
    api, address = APIClient(), f"/api/v1/events/{event.slug}/rejudge/"
    assert api.post(address).status_code in (401, 403)
    api.force_login(actor("jude").user)
    assert [one["record"] for one in api.get(address).json()["differ"]] == [stored[1].pk]
    made = api.post(address, {"rules": "1"}, format="json")
    assert made.status_code == 201 and made.json()["items"] == 3
