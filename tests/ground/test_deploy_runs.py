"""The large form of the site, brought up from what deploy/ says and asked: containers as processes in a tree of what
their image holds, units in the folder that `install` laid out, side by side on one database as while one version takes
the place of another. No container is built and no unit started: docs/operator.md."""

from __future__ import annotations

import http.client
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client

from config.celery import app
from tests.ground.deployed import (
    begun,
    example,
    image_environ,
    install,
    lay_out_image,
    moved,
    own_environ,
    program,
    services,
    variables_of,
    words_of,
)
from tests.ground.places import free_port, test_database_environ, wait_until
from tests.ground.test_kills import as_migrated
from tournaments.models.accounts import User

TOKEN = "numbers-for-a-monitor"
HOST = example()["SITE_HOST"]
BEHIND = {"Host": HOST, "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}
EXAMPLE = "/positions/highlander/?example=AB-01-scorn-at-two"
#: what the image is told that it is; a unit knows it by its folder
RELEASE = "0.1.0-12-g0123456789ab"
#: pages of a container and pages of a unit
A, UNIT = "pages-a", "pages@8002"


class Deployed:
    """Both forms on the test's own database and Redis; each part that listens on a port of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.data = folder, folder / "data"
        self.image, self.home = folder / "image", folder / "root" / "srv" / "firstblood"
        kept = test_database_environ(self.data)
        self.own = {name: kept[name] for name in ("DATABASE_URL", "REDIS_URL", "SECRET_KEY")}
        self.told = example(BACKUPS="0", METRICS_TOKEN=TOKEN, **self.own)
        self.composed = services(**self.told)
        self.ports = {name: str(free_port()) for name in (A, UNIT, "stream")}
        self.started: dict[str, subprocess.Popen[bytes]] = {}
        self.environs: dict[str, dict[str, str]] = {}

    def lay_out(self) -> None:
        """The image's tree, and a release as the second call of `install` lays it out."""
        for name in ("data", "figures", "run"):
            (self.folder / name).mkdir()
        lay_out_image(self.image)
        install(self.folder / "root")
        install(self.folder / "root")

    def places(self, part: str) -> dict[str, str]:
        """Where a part finds what its files name."""
        own = self.folder / f"tmp-{part}"
        own.mkdir(exist_ok=True)
        return {
            "/var/lib/firstblood": str(self.data),
            "/srv/firstblood/current/.venv/bin/python": "python",
            "/run/": f"{own}/",
            "/tmp/alive": f"{own}/alive",
        }

    def container(self, part: str) -> tuple[list[str], dict[str, str]]:
        """Its command and its environment: the image's, over which go the file's, over which go its own."""
        told = self.composed[part]
        environ = image_environ(SITE_RELEASE=RELEASE) | self.told | told["environment"] | self.own
        places = self.places(part) | {"/srv/firstblood": str(self.image)}
        environ = {name: moved(value, places) for name, value in environ.items() if name != "PATH"}
        port = self.ports.get(part, "")
        words = [port if word in ("8000", "8001") else moved(word, places) for word in told["command"]]
        return words, own_environ(**environ)

    def run_unit(self, name: str, key: str, instance: str = "") -> tuple[list[str], dict[str, str]]:
        """The same of a unit; one process for its pages, so that there are not more than the machine has cores for."""
        told = self.told | {"PAGES_PROCESSES": "1"}
        part = name + instance
        places = self.places(part)
        port = self.ports.get(part, "")
        ((*words,),) = words_of(name, key, told, port)
        environ = {
            each: moved(value, places).replace("%i", port) for each, value in variables_of(name, told).items()
        }
        return [moved(word, places) for word in words], own_environ(**environ)

    def start(
        self, stack: ExitStack, part: str, words: list[str], environ: dict[str, str], folder: Path
    ) -> None:
        """Starts it; the folder for what it counts is there, as the machine would have made it."""
        if "PROMETHEUS_MULTIPROC_DIR" in environ:
            Path(environ["PROMETHEUS_MULTIPROC_DIR"]).mkdir()
        self.environs[part] = environ
        said = self.folder / f"{part}.txt"
        self.started[part] = stack.enter_context(begun(words, environ, folder, said))

    def healthy(self, part: str) -> bool:
        """What the part's own health check says."""
        test = self.composed[part]["healthcheck"]["test"][1:]
        port = self.ports.get(part, "")
        words = [port if word in ("8000", "8001") else moved(word, self.places(part)) for word in test]
        time.sleep(0.5)  # each look starts a program
        done = subprocess.run(
            program(words), cwd=self.image, env=self.environs[part], capture_output=True, check=False
        )
        return done.returncode == 0

    def ask(self, part: str, path: str, **more: str) -> tuple[int, str]:
        """The answer of a part behind the front."""
        asked = http.client.HTTPConnection("127.0.0.1", int(self.ports[part]), timeout=60)
        asked.request(
            "GET", path, headers={**BEHIND, **{key.replace("_", "-"): text for key, text in more.items()}}
        )
        answer = asked.getresponse()
        text = answer.read().decode("utf-8", "replace")
        asked.close()
        return answer.status, text

    def said(self) -> str:
        """What all of them wrote."""
        return "\n".join(f"{path.name}: {path.read_text()}" for path in sorted(self.folder.glob("*.txt")))


@pytest.fixture
def large(tmp_path: Path, transactional_db: None) -> Iterator[Deployed]:
    """Migrated and started: pages, stream, worker and beat as containers, pages and long work as units."""
    site = Deployed(tmp_path)
    site.lay_out()
    app.conf.broker_url = site.own["REDIS_URL"]
    app.control.purge()
    with as_migrated(), ExitStack() as stack:
        words, environ = site.container("migrate")
        subprocess.run(program(words), cwd=site.image, env=environ, check=True)
        for part in (A, "stream", "worker", "beat"):
            site.start(stack, part, *site.container(part), site.image)
        release = site.home / "current"
        site.start(stack, UNIT, *site.run_unit("pages@", "ExecStart", "8002"), release)
        site.start(stack, "long", *site.run_unit("long", "ExecStart"), release)
        yield site
    connection.close()


@pytest.mark.celery
@pytest.mark.longest
@pytest.mark.timeout(300)
@pytest.mark.django_db(transaction=True)
def test_both_forms_come_up_answer_and_end_in_time(large: Deployed) -> None:
    for part in (A, "stream", "worker", "beat"):
        assert wait_until(lambda part=part: large.healthy(part), 120), (part, large.said())  # type: ignore[misc]
    words, environ = large.run_unit("pages@", "ExecStartPost", "8002")
    assert (
        subprocess.run(program(words), cwd=large.home / "current", env=environ, check=False).returncode == 0
    )
    for part in (A, UNIT):
        check_pages(large, part)
    check_numbers(large)
    # who calls the time does: the worker was ordered by beat
    assert wait_until(lambda: '"calls": "ok"' in large.ask(A, "/readyz")[1], 60), large.said()
    check_replaced(large)
    check_ended(large)


def check_pages(site: Deployed, part: str) -> None:
    """Everything that pages read while they run is there: styles, the project's own name of the version, examples."""
    status, page = site.ask(part, "/")
    assert status == 200 and "<html" in page, site.said()
    sheet = re.findall(r'href="(/static/[^"]+\.css)"', page)[0]
    assert site.ask(part, sheet)[0] == 200 and re.search(r"\.[0-9a-f]{12}\.css", sheet)
    assert site.ask(part, "/", X_Forwarded_Proto="http")[0] == 301
    assert site.ask(part, "/", Host="elsewhere.example")[0] == 400
    user, _ = User.objects.get_or_create(
        username="operator", is_superuser=True, is_staff=True, is_active=True
    )
    client = Client()
    client.force_login(user)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    release = RELEASE if part == A else (site.home / "current").resolve().name
    for path, holds in (("/", "operator"), ("/operating/", f">{release}<"), (EXAMPLE, "Scorn")):
        status, page = site.ask(part, path, Cookie=f"__Host-first_blood_session={session}")
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


def check_replaced(site: Deployed) -> None:
    """While the one is told to end the other answers, and what the one had begun is answered."""
    with ThreadPoolExecutor(4) as pool:
        begun = [pool.submit(site.ask, A, "/positions/highlander/") for _ in range(4)]
        time.sleep(0.05)
        site.started[A].send_signal(signal.SIGTERM)
        assert site.ask(UNIT, "/")[0] == 200
    # one that came too late was not taken: the front asks the other one
    answers = [one.result()[0] for one in begun if not isinstance(one.exception(), ConnectionError)]
    assert answers and set(answers) == {200}


def check_ended(site: Deployed) -> None:
    """Told to end, each does within the time that it is given."""
    grace = int(site.composed[A]["stop_grace_period"].removesuffix("s"))
    told = time.monotonic()
    for process in site.started.values():
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
    for part, process in site.started.items():
        assert process.wait(grace) in (0, -signal.SIGTERM), (part, site.said())
    assert time.monotonic() - told < grace
