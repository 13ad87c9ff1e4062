"""Both large forms brought up as processes, side by side on the database and Redis of a test: a container in a tree of
what its image holds, a unit in the folder that `install` laid out, each told to end as its machine would tell it."""

from __future__ import annotations

import http.client
import os
import signal
import subprocess
import time
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

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
    unit,
    variables_of,
    words_of,
)
from tests.ground.places import descendants, free_port, test_database_environ, wait_until

TOKEN = "numbers-for-a-monitor"
HOST = example()["SITE_HOST"]
BEHIND = {"Host": HOST, "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}
#: what the image is told that it is; a unit knows it by its folder
RELEASE = "0.1.0-12-g0123456789ab"


@dataclass
class Part:
    """A part that was started."""

    process: subprocess.Popen[bytes]
    environ: dict[str, str]
    #: seconds that it is given when it is told to end, and whether its first process alone is told
    grace: int
    first_alone: bool


class Deployed:
    """Containers by the names that compose has for them, units by theirs; each part that listens has a port, which two
    of them may share where one takes the place of the other."""

    def __init__(self, folder: Path, ports: list[tuple[str, ...]]) -> None:
        self.folder, self.data = folder, folder / "data"
        self.image, self.home = folder / "image", folder / "root" / "srv" / "firstblood"
        kept = test_database_environ(self.data)
        self.own = {name: kept[name] for name in ("DATABASE_URL", "REDIS_URL", "SECRET_KEY")}
        self.told = example(BACKUPS="0", METRICS_TOKEN=TOKEN, **self.own)
        self.composed = services(**self.told)
        found = [(parts, str(free_port())) for parts in ports]
        self.ports = {part: port for parts, port in found for part in parts}
        self.started: dict[str, Part] = {}

    def lay_out(self) -> None:
        """The image's tree, and a release as the second call of `install` lays it out."""
        for name in ("data", "run"):
            (self.folder / name).mkdir(mode=0o700)
        lay_out_image(self.image)
        install(self.folder / "root")
        install(self.folder / "root")

    @property
    def release(self) -> Path:
        """The folder that units run in."""
        return (self.home / "current").resolve()

    def places(self, part: str) -> dict[str, str]:
        """Where a part finds what its files name."""
        own = self.folder / f"tmp-{part}"
        own.mkdir(exist_ok=True)
        return {
            "/var/lib/firstblood": str(self.data),
            "/srv/firstblood/current/.venv/bin/python": "python",
            f"/srv/firstblood/releases/{self.release.name}/.venv/bin/python": "python",
            "/run/": f"{own}/",
            "/tmp/alive": f"{own}/alive",
        }

    def container(self, part: str) -> tuple[list[str], dict[str, str]]:
        """Its command and its environment: the image's, over which go the file's, over which go its own."""
        told = self.composed[part]
        environ = image_environ(SITE_RELEASE=RELEASE) | self.told | told["environment"] | self.own
        del environ["PGPASSWORD"]
        places = self.places(part) | {"/srv/firstblood": str(self.image)}
        environ = {name: moved(value, places) for name, value in environ.items() if name != "PATH"}
        port = self.ports.get(part, "")
        words = [port if word in ("8000", "8001") else moved(word, places) for word in told["command"]]
        return words, own_environ(**environ)

    def run_unit(self, name: str, key: str, instance: str = "") -> tuple[list[list[str]], dict[str, str]]:
        """The same of a unit; one process for its pages, so that there are not more than the machine has cores for."""
        told = self.told | {"PAGES_PROCESSES": "1"}
        part = f"{name}{instance}.service"
        places = self.places(part)
        port = self.ports.get(part, instance)
        # a unit's port is its instance, or written there
        commands = [
            [port if word == "8001" and "stream" in name else moved(word, places) for word in words]
            for words in words_of(name, key, told, port)
        ]
        environ = {
            each: moved(value, places).replace("%i", port) for each, value in variables_of(name, told).items()
        }
        return commands, own_environ(**environ)

    def start(self, stack: ExitStack, part: str) -> None:
        """Starts a container."""
        words, environ = self.container(part)
        grace = int(self.composed[part]["stop_grace_period"].removesuffix("s"))
        self._start(stack, part, words, environ, self.image, grace, True)

    def start_unit(self, stack: ExitStack, name: str, instance: str = "") -> None:
        """Starts a unit; systemd calls it started once what comes after the start is done."""
        (words,), environ = self.run_unit(name, "ExecStart", instance)
        said = unit(name)
        first_alone = said.get("KillMode") == ["mixed"]
        part, grace = f"{name}{instance}.service", int(said["TimeoutStopSec"][0])
        self._start(stack, part, words, environ, self.release, grace, first_alone)
        if "ExecStartPost" in said:
            (words,), _ = self.run_unit(name, "ExecStartPost", instance)
            done = subprocess.run(
                program(words), cwd=self.release, env=environ, capture_output=True, check=False
            )
            assert done.returncode == 0, (part, done.stderr, self.said())

    def _start(
        self,
        stack: ExitStack,
        part: str,
        words: list[str],
        environ: dict[str, str],
        folder: Path,
        grace: int,
        first_alone: bool,
    ) -> None:
        """The folder for what it counts is there, as the machine would have made it."""
        if "PROMETHEUS_MULTIPROC_DIR" in environ:
            Path(environ["PROMETHEUS_MULTIPROC_DIR"]).mkdir()
        process = stack.enter_context(begun(words, environ, folder, self.folder / f"{part}.txt"))
        self.started[part] = Part(process, environ, grace, first_alone)

    def migrate_unit(self) -> None:
        """Runs the unit that `install` begins for a release beside those that run."""
        commands, environ = self.run_unit("migrate@", "ExecStart", self.release.name)
        for words in commands:
            subprocess.run(program(words), cwd=self.release, env=environ, check=True)

    def run(self, part: str, *more: str) -> str:
        """What a container says that is run to its end."""
        words, environ = self.container(part)
        words = [*self.composed[part].get("entrypoint", []), *(more or words)]
        done = subprocess.run(
            program(words), cwd=self.image, env=environ, stdout=subprocess.PIPE, text=True, check=not more
        )
        return done.stdout

    def tell_to_end(self, part: str) -> None:
        """As its machine does: a container's first process, of a unit every process unless it says otherwise."""
        one = self.started[part]
        others = set() if one.first_alone else descendants(one.process.pid)
        for pid in (one.process.pid, *others):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)

    def ended(self, part: str) -> int:
        """Its exit code; within the time that it is given, or it would be killed."""
        one = self.started.pop(part)
        return one.process.wait(one.grace)

    def healthy(self, part: str) -> bool:
        """What the container's own health check says."""
        test = self.composed[part]["healthcheck"]["test"][1:]
        port = self.ports.get(part, "")
        words = [port if word in ("8000", "8001") else moved(word, self.places(part)) for word in test]
        time.sleep(0.5)  # each look starts a program
        done = subprocess.run(
            program(words), cwd=self.image, env=self.started[part].environ, capture_output=True, check=False
        )
        return done.returncode == 0

    def well(self, *parts: str) -> None:
        """Waits until they are."""
        for part in parts:
            assert wait_until(lambda part=part: self.healthy(part), 120), (part, self.said())  # type: ignore[misc]

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
