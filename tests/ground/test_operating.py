"""The page of whoever runs the site: for nobody else, with what is so, in a fixed number of statements."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from config.site_checks import stores
from referee.alignments.long_pairs import LAID
from referee.alignments.merging import MERGE
from tests.tournaments.factories import actor, open_event, running_event, running_round, tables
from tournaments.access import Actor
from tournaments.jobs.changes import begin_job
from tournaments.made_files.work import MAKE
from tournaments.models.accounts import User
from tournaments.models.clocks import ClockState, Deadline
from tournaments.models.jobs import Job
from tournaments.now import now

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def here(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(stores, "waiting_migrations", list)
    monkeypatch.setenv("FIRST_BLOOD_STREAM_PORT", "")
    settings.DATA_DIR, settings.BACKUP_FOLDER, settings.BACKUPS = tmp_path, tmp_path / "backups", 7
    settings.REDIS_URL, settings.STREAM_URL = "", ""
    return tmp_path


@pytest.fixture
def operator() -> Client:
    User.objects.create_superuser("root", password="a long way round")
    client = Client()
    client.force_login(User.objects.get(username="root"))
    return client


def test_for_nobody_but_who_runs_the_site(operator: Client) -> None:
    olga = Client()
    olga.force_login(User.objects.get(pk=actor("olga").user.pk))  # type: ignore[union-attr]
    assert [client.get("/operating/").status_code for client in (Client(), olga, operator)] == [404, 404, 200]
    assert operator.post("/operating/").status_code == 405


def test_it_does_not_tell_that_a_judge_looks_at_two_logs(operator: Client) -> None:
    """Whoever runs the site may be one of the two who play."""
    event = open_event()
    made = {
        "file": LAID.name,
        "asked": {"logs": "71-72", "of": ""},
        "key": "k",
        "address": "/records/71/beside/72/",
    }
    begin_job(MAKE, ["k"], event=event, arguments=made, by=actor("jude"), now=now())
    said = {"match": 1, "logs": [71, 72], "heads": ["", ""]}
    begin_job(MERGE, ["logs"], event=event, arguments=said, by=actor("jude"), now=now())
    page = operator.get("/operating/").content.decode()
    assert "A large file, Autumn Open" in page and "Long work of an event, Autumn Open" in page
    for table in ("job", "jobchunk"):
        page += operator.get(f"/admin/tournaments/{table}/").content.decode()
        for number in Job.objects.values_list("pk", flat=True):
            page += operator.get(f"/admin/tournaments/{table}/{number}/change/", follow=True).content.decode()
    for word in ("two long logs", "logs-beside", "/beside/", "71-72", "[71", "/records/7"):
        assert word not in page.casefold(), word


def test_it_says_what_is_so(operator: Client, here: Path) -> None:
    text = operator.get("/operating/").content.decode()
    assert "None yet" in text and "Nothing was there to delete yet" in text and "0.1.0" in text
    assert "There is no backup in" in text
    (here / "backups").mkdir()
    (here / "backups" / "first-blood-20261126-093000.tar.gz").write_bytes(b"x" * 3_000_000)
    Session.objects.create(session_key="k", session_data="", expire_date=now() - timedelta(days=1))
    call_command("tidy_site", stdout=StringIO())
    job = begin_job("tidy_site", ["sessions"], by=Actor.system(), now=now() - timedelta(hours=5))
    match = tables(running_round(running_event(4)))[0]
    Deadline.objects.filter(match=match).update(
        due_at=now() - timedelta(seconds=90), state=ClockState.RUNNING
    )
    text = operator.get("/operating/").content.decode()
    assert "3 MB" in text and "read back when it was made" in text and "None yet" not in text
    assert "Sessions that have run out" in text and f"/jobs/{job.pk}/" in text
    assert "Time is over and not called at tables" in text


def test_it_names_the_build_where_that_is_known(operator: Client, settings: Any) -> None:
    for release in ("", "0.1.0-12-g0123456789ab"):
        settings.SITE_RELEASE = release
        text = operator.get("/operating/").content.decode()
        assert ("<dt>Release</dt>" in text) == bool(release) and release in text


def test_the_number_of_statements_is_fixed_and_german_is_spoken(operator: Client) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert operator.get("/operating/").status_code == 200
        return len(queries)

    asked()
    before = asked()
    for n in range(8):
        begin_job("tidy_site", ["sessions", "answers"], by=Actor.system(), now=now())
        open_event(2, name=f"Event {n}")
    assert asked() == before
    text = operator.get("/operating/", headers={"accept-language": "de"}).content.decode()
    assert "Wie es der Seite geht" in text and "Es gibt keine Sicherung in" in text
    assert "There is no" not in text and "as they should be" not in text
