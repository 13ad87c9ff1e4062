"""`check_site` finds what is made wrong on purpose, says what to do, and prints no secret."""

from __future__ import annotations

import io
import json
import os
import re
import socket
import tempfile
import threading
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from functools import cache
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from socketserver import StreamRequestHandler, ThreadingTCPServer
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.checks.registry import registry
from django.core.management import call_command
from django.db import OperationalError, connection
from drf_spectacular.checks import schema_check

from config.site_checks import configured, folders, known, looking, parts, stores
from config.site_checks.remarks import Remark
from tests.ground.places import ROOT
from tests.tournaments.factories import running_event as make_running
from tests.tournaments.factories import running_round, tables
from tournaments.heartbeats.changes import SWEEPS, beat
from tournaments.models.clocks import ClockState, Deadline
from tournaments.models.jobs import Job, JobChunk
from tournaments.now import now

pytestmark = pytest.mark.django_db
#: what the machine and the settings of the tests decide: they do not wait for the disk
NOT_HERE = ("django", "disk", "sqlite", "postgresql", "clock")
GOOD_KEY = "Zq3-vT8_mK1xW6yR0pL9sD4fG7hJ2cB5nA-uE_iO3tY6kM8wQ1zX4"


@pytest.fixture(scope="module", autouse=True)
def described_for_checks() -> Iterator[None]:
    """Django's checks draw the description of the API, which takes half a second and rests on the program: once."""
    remarks = cache(lambda: schema_check(None))

    def check(app_configs: Any, **kwargs: Any) -> Any:
        return remarks()

    checks = registry.deployment_checks
    assert schema_check in checks
    vars(check).update(vars(schema_check))
    checks.remove(schema_check)
    checks.add(check)
    yield
    checks.remove(check)
    checks.add(schema_check)


@pytest.fixture(autouse=True)
def well(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A site as `run.py serve` keeps it, at work, with a backup of a moment ago. The tests' tables are made without
    migrations."""
    monkeypatch.setattr(stores, "waiting_migrations", list)
    monkeypatch.setenv("FIRST_BLOOD_STREAM_PORT", "")
    data = tmp_path / "data"
    (data / "backups").mkdir(parents=True)
    data.chmod(0o700)
    (data / "backups" / "first-blood-20261126-093000.tar.gz").touch()
    settings.DATA_DIR, settings.MEDIA_ROOT = data, data / "media"
    settings.BACKUP_FOLDER, settings.BACKUPS = data / "backups", 7
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = GOOD_KEY, []
    settings.DEBUG, settings.EMBEDDED, settings.HTTPS, settings.PROXY_COUNT = False, True, False, 0
    settings.ALLOWED_HOSTS, settings.STREAM_URL, settings.REDIS_URL = ["localhost"], "", ""
    settings.EMAIL_CONFIG, settings.WEB_PUSH_KEY, settings.COLLECTED = {}, "", False
    beat(SWEEPS, now=now())
    return data


def _well_set(query: str) -> Any:
    """As a database answers that is set as it should be."""
    said = {
        "journal_mode": "wal",
        "synchronous": 1,
        "max_connections": "100",
        "count(": 9,
        "server_encoding": "UTF8",
    }
    if "clock_timestamp" in query:
        return now()
    return next((value for word, value in said.items() if word in query), "on")


def told(about: str, *, at: datetime | None = None) -> Remark:
    """The worst that is said of it."""
    order = ("ok", "warning", "wrong")
    remarks = [one for one in looking.remarks_on_site(at or now()) if one.about == about]
    return max(remarks, key=lambda one: order.index(one.level))


def command(*words: str) -> tuple[int, str]:
    out = io.StringIO()
    try:
        call_command("check_site", *words, stdout=out)
    except SystemExit as end:
        return int(end.code or 0), out.getvalue()
    return 0, out.getvalue()


def test_a_site_that_is_well_has_nothing_wrong_and_the_exit_code_says_so(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    remarks = looking.remarks_on_site(now())
    assert [one for one in remarks if one.level != "ok" and one.about not in NOT_HERE] == []
    monkeypatch.setattr(stores, "_asked", _well_set)
    code, text = command()
    assert code == 0 and "ok       database: " in text
    settings.DEBUG = True
    code, text = command("--json")
    said = {one["about"]: one for one in json.loads(text)}
    assert code == 1 and said["debug"]["level"] == "wrong" and "false" in said["debug"]["todo"]
    code, text = command("--quiet")
    assert code == 1 and "wrong    debug: " in text and "\nok " not in text


@pytest.mark.parametrize(
    ("about", "level", "changes"),
    [
        ("secret_key", "wrong", {"SECRET_KEY": "short"}),
        ("secret_key", "wrong", {"SECRET_KEY": "ab" * 40}),
        ("secret_key", "wrong", {"SECRET_KEY": f"put-{GOOD_KEY}"}),
        ("secret_key", "wrong", {"SECRET_KEY_FALLBACKS": ["of-before", f"put-{GOOD_KEY}"]}),
        ("metrics_token", "wrong", {"METRICS_TOKEN": "put-a-token-of-your-own-here"}),
        ("old_keys", "warning", {"SECRET_KEY_FALLBACKS": ["of-before"]}),
        ("hosts", "wrong", {"ALLOWED_HOSTS": ["*"]}),
        ("hosts", "warning", {"EMBEDDED": False}),
        ("tls", "warning", {"ALLOWED_HOSTS": ["cards.example.org"]}),
        ("tls", "wrong", {"ALLOWED_HOSTS": ["cards.example.org"], "EMBEDDED": False}),
        ("tls", "warning", {"HTTPS": True, "SECURE_SSL_REDIRECT": True}),
        ("tls", "ok", {"HTTPS": True, "SECURE_SSL_REDIRECT": True, "PROXY_COUNT": 1}),
        ("mail", "warning", {"EMBEDDED": False}),
        ("mail", "warning", {"EMAIL_CONFIG": {"x": 1}, "DEFAULT_FROM_EMAIL": "Site <site@localhost>"}),
        (
            "mail",
            "warning",
            {"EMAIL_CONFIG": {"x": 1}, "DEFAULT_FROM_EMAIL": "a@b.org", "EMAIL_HOST": "mail.b.org"},
        ),
        (
            "mail",
            "ok",
            {
                "EMAIL_CONFIG": {"x": 1},
                "DEFAULT_FROM_EMAIL": "a@b.org",
                "EMAIL_HOST": "mail.b.org",
                "EMAIL_USE_TLS": True,
            },
        ),
        ("phones", "warning", {"WEB_PUSH_KEY": "a-key"}),
        ("redis", "wrong", {"REDIS_URL": "redis://:pass-word@127.0.0.1:9/0"}),
    ],
)
def test_what_is_set_wrong_is_said(settings: Any, about: str, level: str, changes: dict[str, Any]) -> None:
    for name, value in changes.items():
        setattr(settings, name, value)
    remark = told(about)
    assert remark.level == level, remark
    assert (remark.todo is None) == (level == "ok")


def printed(pattern: str) -> set[str]:
    """What the guides and the files of deploy/ print in such a place, and not as a word for something else."""
    folders_of = (ROOT / "docs", ROOT / "deploy")
    files = [*ROOT.glob("*.md"), *(path for folder in folders_of for path in folder.rglob("*"))]
    texts = [
        path.read_text("utf-8") for path in files if path.is_file() and path.suffix not in (".png", ".svg")
    ]
    found = {value for text in texts for value in re.findall(pattern, text)}
    return {value for value in found if value != "…"}


def test_what_is_printed_anywhere_is_called_wrong(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who left an example's key as it is would have sessions that any reader can make."""
    keys = printed(r"SECRET_KEY=([\w-]+)(?=\s)") | {
        # of before
        "put-sixty-or-more-random-characters-of-your-own-here-0123456789",
    }
    assert len(keys) == 2, "the image's, while it is built"
    for key in keys:
        settings.SECRET_KEY = key
        assert told("secret_key").level == "wrong", key
    passwords = printed(r"postgres://\w+:([^@\s{]+)@") | printed(r"PASSWORD=([\w-]+)(?=\s)")
    passwords.add("put-a-password-here")
    assert len(passwords) >= 3
    assert told("database_password").level == "ok"
    for name in passwords:
        monkeypatch.setenv("POSTGRES_PASSWORD", name)
        assert told("database_password").level == "wrong", name
        monkeypatch.delenv("POSTGRES_PASSWORD")
    monkeypatch.setenv("PGPASSWORD", "its-password")
    assert told("database_password").level == "wrong"
    monkeypatch.delenv("PGPASSWORD")
    monkeypatch.setitem(settings.DATABASES["default"], "PASSWORD", "its-password")
    (remark,) = known.passwords(now())
    assert remark.level == "wrong" and "its-password" not in f"{remark.said} {remark.todo}"


def test_two_builds_of_one_version_are_told_apart(settings: Any) -> None:
    settings.SITE_RELEASE = ""
    assert str(told("version").said) == "This is version 0.1.0."
    settings.SITE_RELEASE = "0.1.0-12-g0123456789ab"
    _, text = command()
    assert "version: This is version 0.1.0, release 0.1.0-12-g0123456789ab." in text


def test_no_secret_is_printed(settings: Any) -> None:
    settings.SECRET_KEY = "sec-ret" * 3
    settings.SECRET_KEY_FALLBACKS = ["old-sec-ret"]
    settings.REDIS_URL = "redis://:pass-word@127.0.0.1:9/0"
    settings.WEB_PUSH_KEY, settings.METRICS_TOKEN = "push-word", "metrics-word"
    settings.EMAIL_CONFIG, settings.EMAIL_HOST_PASSWORD = {"x": 1}, "mail-word"
    for text in (command()[1], command("--json")[1]):
        for word in ("sec-ret", "pass-word", "push-word", "metrics-word", "mail-word"):
            assert word not in text


def test_who_does_what_is_due_is_missed_after_twenty_seconds() -> None:
    later = now() + timedelta(seconds=30)
    assert told("sweeps").level == "ok"
    remark = told("sweeps", at=later)
    assert remark.level == "wrong" and "run_runner" in str(remark.todo)


def test_with_a_queue_it_is_said_whether_beat_or_the_workers_are_missing(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:9/0"
    for number, word in ((0, "worker"), (2, "beat")):
        monkeypatch.setattr(parts, "_workers", lambda number=number: number)
        (remark,) = parts.sweeps(now() + timedelta(seconds=30), parts.PATIENCE)
        assert f"celery -A config {word}" in str(remark.todo)
    heard = {"one@here": [{"name": "first-blood"}], "two@here": [{"name": "long"}]}
    inspected = SimpleNamespace(active_queues=lambda: heard)
    monkeypatch.setattr("celery.app.control.Control.inspect", lambda self, timeout: inspected)
    assert [remark.level for remark in parts.workers(now())] == ["ok"]
    heard.pop("two@here")
    remarks = list(parts.workers(now()))
    assert [(one.about, one.level) for one in remarks] == [("workers", "ok"), ("long work", "wrong")]
    assert "--queues long" in str(remarks[1].todo)


def test_time_that_nobody_calls_and_work_that_nobody_does() -> None:
    event = make_running(4)
    table = tables(running_round(event))[0]
    moment = now()
    Deadline.objects.update_or_create(
        match=table,
        defaults={"round": table.round, "state": ClockState.RUNNING, "due_at": moment - timedelta(seconds=9)},
    )
    Deadline.objects.exclude(match=table).update(due_at=moment + timedelta(hours=9))
    assert told("deadlines", at=moment).level == "ok"
    remark = told("deadlines", at=moment + timedelta(seconds=2))
    assert remark.level == "wrong" and "tables: 1, the first 11 seconds" in str(remark.said)

    job = Job.objects.create(kind="rejudge", event=event, items=2, at=moment, by="olga")
    JobChunk.objects.create(job=job, items=[1], size=1)
    assert told("jobs", at=moment + timedelta(seconds=299)).level == "ok"
    assert told("jobs", at=moment + timedelta(seconds=301)).level == "warning"
    # of a job of many parts, one was just done
    JobChunk.objects.create(job=job, items=[2], size=1, done_at=moment + timedelta(seconds=290))
    assert told("jobs", at=moment + timedelta(seconds=301)).level == "ok"


def test_the_databases_state(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "waiting_migrations", lambda: ["tournaments.0099_more"])
    remark = told("migrations")
    assert remark.level == "wrong" and "tournaments.0099_more" in str(remark.said)
    # nothing else is asked of it
    assert "deadlines" not in {one.about for one in looking.remarks_on_site(now())}
    if connection.vendor == "sqlite":
        monkeypatch.setattr(stores, "_asked", lambda query: {"PRAGMA journal_mode": "delete"}.get(query, 1))
        assert next(stores._sqlite()).level == "wrong"
    else:
        asked = stores._asked
        monkeypatch.setattr(stores, "_asked", lambda query: "off" if query == "SHOW fsync" else asked(query))
        assert next(stores._postgresql()).level == "warning"


def test_a_database_that_is_away_is_one_line_without_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*more: object) -> None:
        raise OperationalError("postgres://firstblood:pass-word@database")

    monkeypatch.setattr(connection, "cursor", away)
    (remark,) = stores.database(now())
    assert remark.level == "wrong" and "pass-word" not in remark.said


@pytest.mark.parametrize(
    ("seconds", "level"), [(0.4, "ok"), (-1.9, "ok"), (2.5, "warning"), (-3600.0, "warning")]
)
def test_clocks_that_differ(seconds: float, level: str) -> None:
    assert stores.clock_apart(seconds).level == level


@pytest.mark.parametrize(
    ("told_of_itself", "level"),
    [
        ({}, "ok"),
        ({"maxmemory_policy": "noeviction", "maxmemory": 100, "used_memory": 80}, "ok"),
        ({"maxmemory_policy": "allkeys-lru"}, "warning"),
        ({"maxmemory": 100, "used_memory": 81}, "warning"),
        ({"rdb_last_bgsave_status": "err"}, "wrong"),
    ],
)
def test_what_redis_says_of_itself(told_of_itself: dict[str, Any], level: str) -> None:
    (remark,) = stores.redis_told(told_of_itself)
    assert remark.level == level


@pytest.mark.parametrize(
    ("megabytes", "level"), [(199, "wrong"), (200, "warning"), (999, "warning"), (1000, "ok")]
)
def test_room_on_the_disk(megabytes: int, level: str) -> None:
    assert folders.room_said(megabytes).level == level


def test_backups_grow_old(well: Path) -> None:
    (kept,) = (well / "backups").iterdir()
    assert told("backup").level == "ok"
    old = now().timestamp() - 49 * 3600
    os.utime(kept, (old, old))
    assert told("backup").level == "warning"
    kept.unlink()
    assert "no backup" in told("backup").said


def test_static_files_that_were_not_collected(settings: Any, well: Path) -> None:
    settings.COLLECTED, settings.STATIC_ROOT = True, well / "static"
    assert told("static_files").level == "wrong"
    settings.STATIC_ROOT.mkdir()
    kept = settings.STATIC_ROOT / "staticfiles.json"
    kept.touch()
    assert told("static_files").level == "ok"
    os.utime(kept, (1, 1))
    assert told("static_files").level == "warning"


@pytest.mark.skipif(os.name != "posix", reason="files have no such rights here")
def test_secrets_that_others_can_read(well: Path) -> None:
    key = well / "secret_key"
    key.touch()
    key.chmod(0o644)
    # the folder is closed
    assert told("secrets").level == "ok"
    well.chmod(0o755)
    remark = told("secrets")
    assert remark.level == "wrong" and f"chmod go= {well}" in str(remark.todo)


def test_a_folder_that_takes_nothing(well: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(**more: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    assert told("uploads").level == "wrong" and "No space left" in told("data_folder").said


class Answers(BaseHTTPRequestHandler):
    """As the event stream without a token, and as a proxy with nothing behind it."""

    def do_GET(self) -> None:
        self.send_response(502 if self.path == "/stream/" else 200)
        self.end_headers()

    def log_message(self, *more: object) -> None:
        """Says nothing."""


def test_the_event_stream_is_asked(settings: Any) -> None:
    server = HTTPServer(("127.0.0.1", 0), Answers)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    port = server.server_port
    try:
        settings.STREAM_URL = f":{port}"
        assert told("stream").level == "ok"
        settings.STREAM_URL = f"http://127.0.0.1:{port}/stream/"
        assert told("stream").level == "warning" and "502" in told("stream").said
    finally:
        server.shutdown()
        server.server_close()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        settings.STREAM_URL = f":{free.getsockname()[1]}"
        assert told("stream").level == "warning"


class Drips(StreamRequestHandler):
    """An answer of which a letter comes now and then: each in time, the whole never."""

    def handle(self) -> None:
        with suppress(OSError):
            while True:
                self.wfile.write(b"H")
                self.server.dripped.wait(0.02)  # type: ignore[attr-defined]


def test_a_stream_that_never_ends_its_answer_is_not_waited_for(settings: Any) -> None:
    server = ThreadingTCPServer(("127.0.0.1", 0), Drips)
    server.dripped, server.daemon_threads = threading.Event(), True  # type: ignore[attr-defined]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    settings.STREAM_URL = f":{server.server_address[1]}"
    try:
        said = {one.about: one for one in looking.remarks_on_site(now(), slow=False)}["stream"]
    finally:
        server.shutdown()
        server.server_close()
    assert said.level == "warning" and "(no answer within 0.3 seconds)" in said.said


def test_a_page_gives_each_program_a_moment_and_the_command_seconds(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[float] = []
    settings.STREAM_URL, settings.REDIS_URL, settings.EMBEDDED = ":9", "redis://localhost:9/0", False
    monkeypatch.setattr(parts, "within", lambda seconds, ask: given.append(seconds) or 200)
    monkeypatch.setattr(stores, "within", lambda seconds, ask: given.append(seconds) or {})
    monkeypatch.setattr(stores, "redis_told", lambda told: iter(()))
    monkeypatch.setattr(parts, "_workers", lambda: given.append(-1.0) or 0)
    late = now() + timedelta(hours=1)
    remarks = {one.about: one for one in looking.remarks_on_site(late, slow=False)}
    assert given == [0.3, 0.3], "and no worker is asked"
    assert remarks["sweeps"].level == "wrong" and "check_site" in remarks["sweeps"].todo
    given.clear()
    remarks = {one.about: one for one in looking.remarks_on_site(late)}
    assert given == [3, 3, -1, -1] and "No worker answers" in remarks["sweeps"].todo


def test_a_path_of_the_stream_is_asked_by_the_sites_own_name(settings: Any) -> None:
    settings.STREAM_URL, settings.ALLOWED_HOSTS, settings.HTTPS = "/stream/", [".cards.example.org"], True
    assert parts.stream_address() == "https://cards.example.org/stream/"


def test_what_cannot_be_looked_at_is_a_remark_without_its_details(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(now: datetime) -> Any:
        raise ValueError("pass-word")

    monkeypatch.setattr(looking, "WITHOUT", (broken, configured.debug))
    first, second = looking.remarks_on_site(now())[:2]
    assert (first.level, first.about) == ("wrong", "broken") and "pass-word" not in first.said
    assert second.about == "debug"
