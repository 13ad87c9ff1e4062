"""After an upgrade all logs are judged anew by themselves, once, and who runs the site is told."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from referee.models.records import Record
from referee.models.rejudging import Rejudged, SeenRuleset
from referee.records.changes import attach_log
from referee.rejudging import of_site, report, views
from referee.rejudging.of_site import UPGRADE, judge_after_upgrade
from rules.registry import games
from tests.referee.conftest import Who, table
from tests.referee.logs import WON_BY_A, log
from tests.referee.running import run
from tests.tournaments.factories import UserFactory, actor, at, win
from tournaments.jobs.tasks import work_due
from tournaments.models.events import Event
from tournaments.models.jobs import Job
from tournaments.results.changes import enter_result
from tournaments.rounds.changes import finish_round

pytestmark = pytest.mark.django_db
#: as ``WON_BY_A`` ends by hand: 9 against 3
A_WINS = {"ranking": [["A"], ["B"]], "scores": {"A": 9, "B": 3}, "tiebreakers": {}}


@pytest.fixture
def stored(event: Event) -> list[Record]:
    """Two logs; of the second another outcome is kept than the rules give."""
    jude = actor("jude")
    first = attach_log(table(event, 0), 1, log(*WON_BY_A), by=jude, now=at(10))
    other = attach_log(table(event, 1), 1, log(*WON_BY_A), by=jude, now=at(11))
    Record.objects.filter(pk=other.pk).update(outcome={"ranking": [["B"], ["A"]]})
    return [first, other]


def sweep(minute: float) -> None:
    judge_after_upgrade(at(minute))
    while work_due(at(minute)):
        pass


def test_the_first_rules_are_noted_and_others_judge_all_logs_once(
    stored: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    sweep(20)
    assert SeenRuleset.objects.count() == len(games()) and not Job.objects.filter(kind=UPGRADE).exists()
    real = of_site.ruleset_hash
    monkeypatch.setattr(
        of_site,
        "ruleset_hash",
        lambda package: "f" * 64 if package == "rules.kernel" else real(package),
    )
    before = list(Record.objects.order_by("pk").values())
    for minute in (30, 31, 32):
        sweep(minute)
    job = Job.objects.get(kind=UPGRADE)
    assert job.event is None and job.finished_at is not None and job.arguments["game"] == "toy"
    assert {row.record_id: row.differs for row in Rejudged.objects.filter(job=job)} == {
        stored[0].pk: False, stored[1].pk: True,
    }  # fmt: skip
    assert list(Record.objects.order_by("pk").values()) == before
    monkeypatch.undo()


def test_only_who_runs_the_site_reads_it(
    stored: list[Record], who: Who, monkeypatch: pytest.MonkeyPatch
) -> None:
    sweep(20)
    SeenRuleset.objects.filter(game="toy").update(ruleset="0" * 64)
    sweep(30)
    address = reverse("referee:upgrades")
    for name in ("jude", "olga", "stranger", "player1"):
        assert who(name).get(address).status_code == 404
    assert who("").get(address).status_code == 302
    UserFactory.create(username="chief", is_staff=True, is_superuser=True)
    text = who("chief").get(address).content.decode()
    assert f"/records/{stored[1].pk}/" in text and f"/records/{stored[0].pk}/" not in text
    assert "Its outcome would be another." in text and "2 / 2" in text
    job = Job.objects.get(kind=UPGRADE)
    assert who("chief").get(reverse("tournaments:job", args=[job.pk])).status_code == 200
    assert who("jude").get(reverse("tournaments:job", args=[job.pk])).status_code == 404


def test_all_upgrades_are_told_with_their_places_and_every_log(
    event: Event, stored: list[Record], who: Who, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two upgrades in which both logs differ: each with its places, on pages; one log of each is one link away."""
    Record.objects.filter(pk=stored[0].pk).update(outcome={"ranking": [["B"], ["A"]]})
    for match in (table(event, 0), table(event, 1)):
        enter_result(match, win("B"), by=actor("sam"), now=at(12), reason="By the rules of then.")
    finish_round(event.rounds.get(), by=actor("olga"), now=at(15))
    sweep(20)
    for minute in (30, 40):
        newest = SeenRuleset.objects.filter(game="toy").latest("pk")
        SeenRuleset.objects.filter(pk=newest.pk).update(ruleset=f"{minute}" * 32)
        sweep(minute)
    older, newer = Job.objects.filter(kind=UPGRADE).order_by("pk")
    UserFactory.create(username="chief", is_staff=True, is_superuser=True)
    chief, address = who("chief"), reverse("referee:upgrades")
    # A and B of both tables change places: 1 and 3 for each
    assert chief.get(address).content.decode().count("4 places would change") == 2
    monkeypatch.setattr(of_site, "FIRST", 1)
    monkeypatch.setattr(views, "PAGE", 1)
    for page, job in ((1, newer), (2, older)):
        text = chief.get(f"{address}?page={page}").content.decode()
        link = f"{address}?job={job.pk}&amp;event={event.pk}"
        assert link in text and "All 2 logs, and the places" in text and f"Page {page} of 2" in text
        assert f"/records/{stored[0].pk}/" in text and f"/records/{stored[1].pk}/" not in text
    monkeypatch.setattr(views, "OTHERS", 1)
    assert "And 1 earlier one." in chief.get(address).content.decode()
    monkeypatch.setattr(report, "SHOWN", 1)
    for page in (1, 2):
        text = chief.get(f"{address}?job={older.pk}&event={event.pk}&page={page}").content.decode()
        assert f"/records/{stored[page - 1].pk}/" in text and "Places after round 1" in text
    assert f"?job={newer.pk}" not in chief.get(f"{address}?job={older.pk}").content.decode()
    for wrong in ("x", "0", "9" * 30, str(newer.pk + 1)):
        assert chief.get(address, {"job": wrong}).status_code == 404
        assert chief.get(address, {"job": newer.pk, "event": wrong}).status_code in (200, 404)


def test_the_command_takes_an_event_by_the_word_of_its_address(event: Event, stored: list[Record]) -> None:
    code, out, _err = run("rejudge", event.slug, "--json")
    told = json.loads(out)
    assert (code, told["logs"], told["failed"]) == (1, 2, [])
    (differs,) = told["differ"]
    assert differs["log"] == f"{event.slug}: round 1, table {stored[1].match.table}, game 1"
    assert differs["outcome"] == {"before": {"ranking": [["B"], ["A"]]}, "now": A_WINS}
    assert run("rejudge", event.slug, "--json", "--processes", 2)[0] == 1
    Record.objects.filter(pk=stored[1].pk).update(outcome=A_WINS)
    assert run("rejudge", event.slug)[0] == 0
    assert run("rejudge", "no-such-event")[0] == 64


def test_the_rulebook_names_its_editions(who: Who) -> None:
    text = who("").get("/rules/highlander/").content.decode()
    assert "1999.3.10" in text and "in force since March 10, 1999" in text
