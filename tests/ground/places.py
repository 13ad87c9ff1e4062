"""Helpers for tests that start parts of the site as processes of their own."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from django.conf import settings
from django.db import connection

ROOT = Path(__file__).resolve().parent.parent.parent
OURS = (
    "STATIC_ROOT",
    "FIRST_BLOOD_VENV",
    "DATABASE_URL",
    "REDIS_URL",
    "STREAM_URL",
    "ALLOWED_HOSTS",
    "SECRET_KEY",
    "DEBUG",
    "DATA_DIR",
    "METRICS_TOKEN",
    "PAGES_PROCESSES",
    "CI",
)


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def plain_environ(**more: str) -> dict[str, str]:
    """The environment without any of the site's variables, and with these."""
    kept = {k: v for k, v in os.environ.items() if k not in OURS and not k.startswith(("COV_", "PYTEST_"))}
    kept.pop("DJANGO_SETTINGS_MODULE", None)
    return {**kept, "PYTHONPATH": str(ROOT), **more}


def test_database_environ(data: Path) -> dict[str, str]:
    """The environment of a process that uses the very database of the running test."""
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        address = f"sqlite:///{database['NAME']}"
    else:
        host = quote(str(database["HOST"]), safe="")
        address = f"postgres://{database['USER']}@{host}:{database['PORT'] or 5432}/{database['NAME']}"
    environ = plain_environ(DATABASE_URL=address, SECRET_KEY=settings.SECRET_KEY, DATA_DIR=str(data))
    if settings.REDIS_URL:
        environ["REDIS_URL"] = settings.REDIS_URL
    return environ


test_database_environ.__test__ = False  # type: ignore[attr-defined]


@contextmanager
def running(arguments: list[str], environ: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    """Runs this Python with these arguments, and ends it."""
    process = subprocess.Popen(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=environ,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        for pipe in (process.stdout, process.stderr):
            if pipe:
                pipe.close()


def wait_until(fact: Callable[[], object], seconds: float = 30.0) -> bool:
    """Waits until the fact is true; False when it never was."""
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        if fact():
            return True
        time.sleep(0.05)
    return False


def answers(address: str) -> bool:
    """Whether a server answers there, with any status."""
    try:
        urllib.request.urlopen(address, timeout=5).close()
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True


def alive(pid: int) -> bool:
    """Whether the process runs; one that has ended and was not yet collected does not."""
    shown = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True)
    return bool(shown.stdout.strip()) and not shown.stdout.strip().startswith("Z")


def command_of(pid: int) -> str:
    """The command line of a process; empty when it is gone."""
    shown = subprocess.run(["ps", "-ww", "-o", "args=", "-p", str(pid)], capture_output=True, text=True)
    return shown.stdout.strip()


def descendants(pid: int) -> set[int]:
    """Every process below this one."""
    shown = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True)
    pairs = [tuple(map(int, line.split())) for line in shown.stdout.splitlines()]
    found, before = {pid}, -1
    while len(found) != before:
        before = len(found)
        found |= {child for child, parent in pairs if parent in found}
    return found - {pid}
