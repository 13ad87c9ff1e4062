"""The files of deploy/: what they say is run as they say it, as far as processes go."""

from __future__ import annotations

import http.client
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.db import connection

from tests.ground.places import ROOT, free_port, plain_environ, running, test_database_environ, wait_until
from tests.ground.test_kills import as_migrated

DEPLOY = ROOT / "deploy"
PARTS = ("pages", "stream", "worker", "long", "beat")


def services() -> dict[str, Any]:
    composed: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    return composed


def unit(name: str) -> dict[str, list[str]]:
    """What a unit says under [Service]; a name may come more than once."""
    text = (DEPLOY / "systemd" / f"firstblood-{name}.service").read_text()
    said: dict[str, list[str]] = {}
    for line in text.partition("[Service]")[2].partition("[Install]")[0].splitlines():
        key, _, value = line.partition("=")
        if value:
            said.setdefault(key, []).append(value)
    return said


def words_of(told: str) -> list[str]:
    """A unit's command; a percent sign is written twice there."""
    return shlex.split(told.removeprefix("/srv/firstblood/.venv/bin/").replace("%%", "%"))


def example(**more: str) -> dict[str, str]:
    """The variables of the example, with others in the place of some."""
    lines = (DEPLOY / "env.example").read_text().splitlines()
    told = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    return told | more


@pytest.mark.anywhere
@pytest.mark.parametrize("part", PARTS)
def test_a_container_and_a_unit_run_the_same(part: str) -> None:
    command = services()[part]["command"]
    (told,) = unit(part)["ExecStart"]
    said = words_of(told)
    # a container is reached from others, a unit from the front on its own machine
    assert [word.replace("0.0.0.0", "127.0.0.1") for word in command] == said
    assert unit(part)["User"] == ["firstblood"] and unit(part)["NoNewPrivileges"] == ["true"]


@pytest.mark.anywhere
def test_each_queue_is_heard_by_one_kind_of_worker() -> None:
    commands = [
        service["command"] for service in services().values() if "worker" in service.get("command", ())
    ]
    heard = [command[command.index("--queues") + 1] for command in commands]
    assert sorted(heard) == sorted(queue.name for queue in settings.CELERY_TASK_QUEUES)
    assert (
        len(
            {
                tuple(command[command.index("--hostname") :][:2]) if "--hostname" in command else ()
                for command in commands
            }
        )
        == 2
    )


@pytest.mark.anywhere
def test_every_container_of_ours_is_confined_and_waits_for_the_migrations() -> None:
    for name, service in services().items():
        if service["image"] != "firstblood":
            continue
        assert service["read_only"] and service["cap_drop"] == ["ALL"], name
        if name != "migrate":
            assert service["depends_on"]["migrate"]["condition"] == "service_completed_successfully", name
    front = (DEPLOY / "Caddyfile").read_text()
    assert re.findall(r"reverse_proxy (\w+):(\d+)", front) == [("stream", "8001"), ("pages", "8000")]
    assert "flush_interval -1" in front
    assert "Host {$SITE_HOST}" in front, (
        "the pages answer nobody who asks by another name, the health check neither"
    )


@pytest.mark.anywhere
def test_the_image_is_built_from_what_there_is() -> None:
    text = (DEPLOY / "Dockerfile").read_text()
    copied = [
        words for line in re.findall(r"^COPY (?!--from)(.+)$", text, re.M) for words in line.split()[:-1]
    ]
    assert "requirements/runtime.txt" in copied and all((ROOT / name).exists() for name in copied)
    left_out = (ROOT / ".dockerignore").read_text().splitlines()
    assert not set(copied) & set(left_out) and ".git" in left_out and "deploy/.env" in left_out
    assert "--require-hashes" in text and "\nUSER 10001\n" in text
    packages = {path.parent.name for path in ROOT.glob("*/apps.py")} | {"rules"}
    assert packages <= set(copied)
    last = text.strip().splitlines()[-1]
    assert last == "CMD " + str(services()["pages"]["command"]).replace("'", '"')


@pytest.mark.anywhere
def test_the_example_passes_the_checks_of_a_deployment(tmp_path: Path) -> None:
    told = example(DATA_DIR=str(tmp_path), STATIC_ROOT=str(tmp_path / "static"))
    environ = plain_environ(**told, DJANGO_SETTINGS_MODULE="config.settings")
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT, env=environ, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    known = (ROOT / "docs" / "operator.md").read_text()
    ours = set(told) - {"SITE_HOST", "POSTGRES_PASSWORD"}
    assert {name for name in ours if f"`{name}`" not in known} == set()


@pytest.mark.anywhere
def test_the_installer_lays_out_everything_and_keeps_what_was_set(tmp_path: Path) -> None:
    def install() -> str:
        environ = {**os.environ, "DESTDIR": str(tmp_path)}
        script = str(DEPLOY / "systemd" / "install")
        return subprocess.run(["sh", script], env=environ, check=True, capture_output=True, text=True).stdout

    assert "Set the host and the database" in install()
    env = tmp_path / "etc" / "firstblood.env"
    key = re.findall(r"^SECRET_KEY=(.+)$", env.read_text(), re.M)[0]
    assert len(key) > 60 and key != example()["SECRET_KEY"] and env.stat().st_mode & 0o777 == 0o600
    env.write_text("SECRET_KEY=mine\n")
    (tmp_path / "srv/firstblood/rules/gone.py").touch()
    install()
    assert env.read_text() == "SECRET_KEY=mine\n" and not (tmp_path / "srv/firstblood/rules/gone.py").exists()
    units = {path.name for path in (tmp_path / "etc/systemd/system").iterdir()}
    wanted = (DEPLOY / "systemd" / "firstblood.target").read_text()
    assert set(re.findall(r"firstblood-\w+\.service", wanted)) <= units and "firstblood.target" in units
    assert (tmp_path / "srv/firstblood/config/rsgi.py").exists()


@pytest.fixture
def large(tmp_path: Path, transactional_db: None) -> Iterator[tuple[dict[str, int], dict[str, Any]]]:
    """The processes of the units on the test's own database and Redis, each on a port of its own."""
    kept = test_database_environ(tmp_path)
    told = example(STATIC_ROOT=str(tmp_path / "static"), BACKUPS="0")
    told |= {name: kept[name] for name in ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DATA_DIR")}
    environ = plain_environ(**told, DJANGO_SETTINGS_MODULE="config.settings")
    ports = {"pages": free_port(), "stream": free_port()}
    with as_migrated(), ExitStack() as stack:
        for command in unit("migrate")["ExecStart"]:
            words = shlex.split(command.removeprefix("/srv/firstblood/.venv/bin/python "))
            subprocess.run([sys.executable, *words], cwd=ROOT, env=environ, check=True)
        started = {}
        for part in PARTS:
            words = words_of(unit(part)["ExecStart"][0])
            words = [str(ports.get(part)) if word in ("8000", "8001") else word for word in words]
            words = [word.replace("/var/lib/firstblood", str(tmp_path)) for word in words]
            started[part] = stack.enter_context(running(["-m", *words], environ))
        yield ports, started
    connection.close()


@pytest.mark.long
@pytest.mark.celery
@pytest.mark.timeout(300)
@pytest.mark.django_db(transaction=True)
def test_the_units_bring_a_whole_site_up_and_end_in_time(
    large: tuple[dict[str, int], dict[str, subprocess.Popen[str]]],
) -> None:
    ports, started = large

    def healthy(part: str) -> bool:
        asked = services()[part]["healthcheck"]["test"]
        words = [str(ports[part]) if word in ("8000", "8001") else word for word in asked[2:]]
        environ = {**os.environ, "ALLOWED_HOSTS": example()["ALLOWED_HOSTS"]}
        done = subprocess.run(
            [sys.executable, *words], cwd=ROOT, env=environ, capture_output=True, check=False
        )
        return done.returncode == 0

    for part in ports:
        assert wait_until(lambda part=part: healthy(part), 120), part  # type: ignore[misc]
    assert healthy_by("127.0.0.1", ports["pages"]) == 1, "asked by a name that is not the site's"
    behind = {"Host": example()["SITE_HOST"], "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}
    status, page = get(ports["pages"], "/", behind)
    assert status == 200 and "<html" in page
    sheet = re.findall(r'href="(/static/[^"]+\.css)"', page)[0]
    assert get(ports["pages"], sheet, behind)[0] == 200 and re.search(r"\.[0-9a-f]{12}\.css", sheet)
    assert get(ports["pages"], "/", {**behind, "X-Forwarded-Proto": "http"})[0] == 301
    assert get(ports["pages"], "/", {**behind, "Host": "elsewhere.example"})[0] == 400
    # who calls the time does: the worker was ordered by beat
    assert wait_until(
        lambda: '"calls":"ok"' in get(ports["pages"], "/readyz", behind)[1].replace(" ", ""), 120
    )
    told = time.monotonic()
    for process in started.values():
        process.send_signal(signal.SIGTERM)
    grace = int(services()["pages"]["stop_grace_period"].removesuffix("s"))
    for part, process in started.items():
        assert process.wait(grace) in (0, -signal.SIGTERM), part
    assert time.monotonic() - told < grace
    assert settings.REDIS_URL


def healthy_by(name: str, port: int) -> int:
    environ = {**os.environ, "ALLOWED_HOSTS": name}
    words = [sys.executable, "-m", "config.launch.healthy", str(port), "/readyz"]
    return subprocess.run(words, cwd=ROOT, env=environ, capture_output=True, check=False).returncode


def get(port: int, path: str, headers: dict[str, str]) -> tuple[int, str]:
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    asked.request("GET", path, headers=headers)
    answer = asked.getresponse()
    text = answer.read().decode("utf-8", "replace")
    asked.close()
    return answer.status, text
