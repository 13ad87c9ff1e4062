"""The large form of the site, brought up from what deploy/ says and asked: containers as processes in a tree of what
their image holds, units in the folder that `install` laid out, side by side on one database as while one version takes
the place of another. Each container is replaced by its unit and each unit by its container, while people are there. No
container is built and no unit started: docs/operator.md."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.test import Client

from config.celery import app
from config.retention.tidying import TIDYING
from tests.ground.brought_up import BEHIND, HOST, RELEASE, TOKEN, Deployed
from tests.ground.fronted import Front, People
from tests.ground.places import wait_until
from tests.ground.test_kills import as_migrated
from tournaments.access import Actor
from tournaments.heartbeats.changes import SWEEPS
from tournaments.jobs.changes import begin_job
from tournaments.models.accounts import User
from tournaments.models.answered_requests import AnsweredRequest
from tournaments.models.events import Event
from tournaments.models.heartbeats import Heartbeat
from tournaments.models.jobs import Job, JobChunk, JobFailure
from tournaments.now import now

EXAMPLE = "/positions/highlander/?example=AB-01-scorn-at-two"
#: pages of a container and pages of a unit, and who takes the place of each
A, UNIT = "pages-a", "pages@8002.service"
NEXT_A, NEXT_UNIT = "pages@8000.service", "pages-b"
PORTS = [(A, NEXT_A), (UNIT, NEXT_UNIT), ("stream", "stream.service")]
#: What a new event is asked for, but its name.
FORM = {
    "game": "looney_tunes", "starts_at": "2026-11-21T13:00", "time_zone": "Europe/Berlin", "structure": "swiss",
    "games_per_match": "1", "first_round": "random", "missed_rounds_as": "loss", "clock_kind": "fixed",
    "plan_every": "50", "confirm_minutes": "10", "logs": "competitive", "spectators": "public", "profile": "mtr",
    "spectator_delay": "15", "points_win": "3", "points_draw": "1", "points_loss": "0", "points_bye": "3",
    "deck_lists": "none",
}  # fmt: skip
WORD = "w" * 32
#: What `check_site` may warn of: of this machine and its database, and that there is no front with a name, no mail
#: server and no backup here.
KNOWN = {"stream", "mail", "backup", "disk", "postgresql"}


@pytest.fixture
def large(tmp_path: Path, transactional_db: None) -> Iterator[Deployed]:
    """Migrated and started: pages, stream, worker and beat as containers, pages and long work as units."""
    site = Deployed(tmp_path, PORTS)
    site.lay_out()
    app.conf.broker_url = site.own["REDIS_URL"]
    app.control.purge()
    with as_migrated(), ExitStack() as stack:
        site.run("migrate")
        for part in (A, "stream", "worker", "beat"):
            site.start(stack, part)
        site.start_unit(stack, "long")
        site.start_unit(stack, "pages@", "8002")
        yield site
    connection.close()


@pytest.mark.celery
@pytest.mark.postgres
@pytest.mark.longest
@pytest.mark.timeout(400)
@pytest.mark.django_db(transaction=True)
def test_both_forms_come_up_take_each_others_place_and_refuse_nobody(large: Deployed) -> None:
    large.well(A, "stream", "worker", "beat")
    cookies = signed_in()
    for part in (A, UNIT):
        check_pages(large, part, cookies)
    check_numbers(large)
    # who calls the time does: the worker was ordered by beat
    assert wait_until(lambda: '"calls": "ok"' in large.ask(A, "/readyz")[1], 60), large.said()
    with ExitStack() as stack:
        check_replaced(large, stack, cookies)
        check_ended(large)


def signed_in() -> str:
    """The cookies of who runs the site."""
    user = User.objects.create(username="operator", is_superuser=True, is_staff=True, is_active=True)
    client = Client()
    client.force_login(user)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    return f"__Host-first_blood_session={session}; __Host-first_blood_csrf={WORD}"


def check_pages(site: Deployed, part: str, cookies: str) -> None:
    """Everything that pages read while they run is there: styles, the project's own name of the version, examples."""
    status, page = site.ask(part, "/")
    assert status == 200 and "<html" in page, site.said()
    sheet = re.findall(r'href="(/static/[^"]+\.css)"', page)[0]
    assert site.ask(part, sheet)[0] == 200 and re.search(r"\.[0-9a-f]{12}\.css", sheet)
    assert site.ask(part, "/", X_Forwarded_Proto="http")[0] == 301
    assert site.ask(part, "/", Host="elsewhere.example")[0] == 400
    release = RELEASE if part == A else site.release.name
    for path, holds in (("/", "operator"), ("/operating/", f">{release}<"), (EXAMPLE, "Scorn")):
        status, page = site.ask(part, path, Cookie=cookies)
        assert status == 200 and holds in page, (path, status, site.said())
    # collected for a version that came after this process
    later = site.data / "static" / "css" / f"later-{part}.0123456789ab.css"
    later.write_text("p { color: red }")
    status, text = site.ask(part, f"/static/css/{later.name}")
    assert (status, text) == (200, later.read_text())


def check_numbers(site: Deployed) -> None:
    """A monitor asks by another name and without TLS, and whichever process answers tells what both counted."""
    beside = {"Host": f"{A}:8000", "X_Forwarded_Proto": "http", "Authorization": f"Bearer {TOKEN}"}

    def counted() -> float:
        status, text = site.ask(A, "/metrics", **beside)
        assert status == 200 and "first_blood_chunks_waiting " in text, text
        pattern = r'^django_http_responses_total_by_status_total\{status="404"\} (\S+)$'
        return sum(map(float, re.findall(pattern, text, re.M)))

    before = counted()
    with ThreadPoolExecutor(4) as pool:
        asked = list(pool.map(lambda number: site.ask(A, f"/not/here/{number}/")[0], range(40)))
    assert asked == [404] * 40
    assert {counted() - before for _ in range(12)} == {40}
    assert site.ask(A, "/metrics", **beside | {"Authorization": "Bearer another"})[0] == 400
    assert "first_blood_stream_listeners" in site.ask("stream", "/metrics", **beside)[1]
    assert site.ask("stream", "/metrics")[0] == 404


def check_replaced(site: Deployed, stack: ExitStack, cookies: str) -> None:
    """Every part gives its place to one of the other form, in the order of an upgrade, while people look at pages and
    send forms: nobody is refused, no form is lost, and long work that was begun is done once."""
    front = Front([site.ports[A], site.ports[UNIT]], BEHIND)
    origin = {"Origin": f"https://{HOST}", "Cookie": cookies}
    people = People(front, "/", "/events/new/", _form, {**BEHIND, **origin})
    with people.at_work(), ThreadPoolExecutor(1) as beside:
        site.migrate_unit()
        check_long_work(site)
        replace(site, "worker")
        site.start_unit(stack, "worker")
        site.start(stack, "long")
        site.tell_to_end(A)
        # what rests on no pages goes meanwhile: they drain for eight seconds
        replace(site, "stream")
        replace(site, "beat")
        moment = now()
        site.start_unit(stack, "beat")
        site.start_unit(stack, "stream")
        assert site.ended(A) == 0, site.said()
        site.start_unit(stack, "pages@", "8000")
        site.tell_to_end(UNIT)
        looking = beside.submit(site.run, "manage", "check_site", "--json")
        assert site.ended(UNIT) == 0, site.said()
        site.start(stack, NEXT_UNIT)
        site.well(NEXT_UNIT)
        # each of both answered, went, and answers again
        everywhere = {(port, time_there) for port in front.ports for time_there in (1, 2)}
        assert wait_until(lambda: everywhere <= set(people.answered), 30), (people.answered, site.said())
    assert people.refused == [], site.said()
    assert set(people.statuses) == {("GET", 200), ("POST", 303)}, people.statuses
    names = Event.objects.values_list("name", flat=True)
    assert sorted(names) == sorted(people.sent) and len(names) == people.statuses["POST", 303]
    assert site.ask("stream.service", "/healthz")[0] == 200
    # whoever came in their place does what is due, and the long work
    sweeps = Heartbeat.objects.filter(part=SWEEPS, at__gt=moment)
    assert wait_until(sweeps.exists, 60), site.said()
    job = _tidying(["sessions"])
    assert wait_until(lambda: Job.objects.get(pk=job.pk).finished_at, 60), site.said()
    check_site_says(json.loads(looking.result()))


def _form(name: str) -> bytes:
    return urlencode({"csrfmiddlewaretoken": WORD, "name": name, **FORM}).encode()


def replace(site: Deployed, part: str) -> None:
    """It is told to end, and does by itself and well."""
    site.tell_to_end(part)
    assert site.ended(part) == 0, (part, site.said())


def _tidying(kinds: list[str]) -> Job:
    moment = now()
    Session.objects.bulk_create(
        Session(
            session_key=f"{moment.timestamp()} {n}", session_data="", expire_date=moment - timedelta(days=1)
        )
        for n in range(30)
    )
    return begin_job(TIDYING, kinds, by=Actor.system(), now=moment)


def check_long_work(site: Deployed) -> None:
    """Who does it is told to end in the middle of a part: that is done first, and once."""
    eight_days_ago = now() - timedelta(days=8)
    AnsweredRequest.objects.create(sender="user 1", path="/", key="1", at=eight_days_ago)
    job = _tidying(["sessions", "answers"])
    with transaction.atomic():
        # what a part deletes is counted on the job's row: who holds it holds the part up
        Job.objects.select_for_update(no_key=True).get(pk=job.pk)
        assert wait_until(lambda: JobChunk.objects.filter(job=job, attempts=1).exists(), 60), site.said()
        process = site.started["long.service"].process
        site.tell_to_end("long.service")
        time.sleep(1)
        assert process.poll() is None, "it went from its work"
    assert site.ended("long.service") == 0, site.said()
    # systemd tells every process of a unit at once unless KillMode says otherwise: work in progress would be lost
    first = JobChunk.objects.filter(job=job).order_by("pk")[0]
    assert first.done_at is not None and first.attempts == 1, site.said()
    # a part that was not begun is left for who comes next, or was done as well
    assert JobChunk.objects.filter(job=job, attempts__gt=1).count() == JobFailure.objects.count() == 0
    assert Job.objects.get(pk=job.pk).arguments["gone"]["sessions"] == 30


def check_site_says(said: list[dict[str, str]]) -> None:
    """With half of it replaced nothing is wrong but what is so on this machine."""
    told = {(one["about"], one["level"]): one["said"] for one in said}
    assert {about for about, level in told if level == "warning"} <= KNOWN, said
    assert not any(level == "wrong" for _, level in told), said
    for about in ("version", "database", "migrations", "redis", "sweeps", "workers", "static_files", "jobs"):
        assert (about, "ok") in told, said
    assert RELEASE in told["version", "ok"]
    assert told["workers", "ok"] == "Workers that answer: 2."


def check_ended(site: Deployed) -> None:
    """Told to end all at once, each does within the time that it is given, with a code that says that all is well."""
    parts = list(site.started)
    assert len(parts) == 6
    for part in parts:
        site.tell_to_end(part)
    assert {part: site.ended(part) for part in parts} == dict.fromkeys(parts, 0), site.said()
