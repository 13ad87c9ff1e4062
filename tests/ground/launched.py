"""The site as `run.py serve` starts it: the launcher and what it starts, with a data folder of its own."""

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from config.launch.child import MAX_PAGES, cores
from tests.ground.places import ROOT, alive, answers, command_of, descendants, plain_environ, wait_until

# Launcher, runner, two servers; one process that answers for the stream, and those that answer for the pages.
PARTS = 5 + min(MAX_PAGES, cores())


class Site:
    """A launched site with a data folder of its own."""

    def __init__(self, data: Path, port: int, **environ: str) -> None:
        self.data, self.port, self.environ = data, port, environ
        self.address = f"http://127.0.0.1:{port}"
        self.words = data.parent / f"words-{port}.txt"
        self.process = self.launch()

    def launch(self, *arguments: str) -> "subprocess.Popen[bytes]":
        """Starts the launcher; its words go into a file."""
        self.started = time.monotonic()
        with self.words.open("wb") as file:
            return subprocess.Popen(
                [sys.executable, "-m", "config.launch.serve", "--port", str(self.port), *arguments],
                cwd=ROOT,
                env=plain_environ(DATA_DIR=str(self.data), **self.environ),
                stdout=file,
                stderr=subprocess.STDOUT,
            )

    def up(self, seconds: float = 120) -> bool:
        """Waits for the first page; False when it does not come."""
        found = wait_until(lambda: "is running at" in self.said(), seconds)
        self.took = time.monotonic() - self.started
        return found

    def said(self) -> str:
        """What the launcher and its children wrote so far."""
        return self.words.read_text(encoding="utf-8", errors="replace")

    def processes(self) -> set[int]:
        """The launcher and everything below it."""
        return {self.process.pid} | descendants(self.process.pid)

    def parts(self) -> set[int]:
        """Those of them that the site starts: without the one by which Python 3.14 keeps count of what it shares."""
        return {pid for pid in self.processes() if "multiprocessing.resource_tracker" not in command_of(pid)}

    def stream(self, slug: str = "", seconds: float = 120) -> int:
        """The port of the event stream, once it answers: the next free one after the pages', so not always the next."""
        # The event the launcher names: the demo, on a new site.
        slug = slug or re.findall(r"/events/([\w-]+)/", self.said())[0]
        port = stream_port(self.address, slug)
        found = wait_until(lambda: answers(f"http://127.0.0.1:{port}/healthz"), seconds)
        assert found, f"no stream at {port}; these run: {self.shown()}\n{self.said()}"
        return port

    def shown(self) -> list[str]:
        """What runs, for the words of a failure."""
        return sorted(command_of(pid) for pid in self.parts())

    def get(self, path: str) -> tuple[int, str]:
        """Status and text of a page."""
        with urllib.request.urlopen(self.address + path, timeout=30) as answer:
            return answer.status, answer.read().decode()

    def end(self) -> None:
        """Ends it whatever state it is in."""
        left = self.processes() if self.process.poll() is None else set()
        self.process.terminate()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        for pid in left:
            if alive(pid):
                os.kill(pid, signal.SIGKILL)


def stream_port(address: str, slug: str) -> int:
    """The port of the event stream, as the event's page names it to browsers."""
    with urllib.request.urlopen(f"{address}/events/{slug}/", timeout=30) as page:
        return int(re.findall(r":(\d+)/stream/\?", page.read().decode())[0])


def gone(pids: set[int]) -> bool:
    """Whether none of these processes runs any more."""
    return not any(alive(pid) for pid in pids)
