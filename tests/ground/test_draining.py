"""A server that is told to end says first that it drains."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.test import Client

from config.launch.draining import FILE, main
from tests.ground.places import ROOT, plain_environ

#: Says that it is up; told to end, whether it drains by then, and ends with a code of its own.
SERVER = f"""
import os, signal, sys
file = os.environ["{FILE}"]
def end(*_):
    print("told", os.path.exists(file), flush=True)
    sys.exit(7)
signal.signal(signal.SIGTERM, end)
print("up", os.path.exists(file), flush=True)
while True: signal.pause()
"""


@contextmanager
def draining(seconds: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "config.launch.draining", seconds, sys.executable, "-c", SERVER]
    process = subprocess.Popen(command, cwd=ROOT, env=plain_environ(), stdout=subprocess.PIPE, text=True)
    with process:
        assert process.stdout is not None and process.stdout.readline() == "up False\n"
        yield process


def test_the_server_is_told_when_it_drains_and_its_code_is_given_on() -> None:
    with draining("1") as process:
        process.send_signal(signal.SIGTERM)
        assert process.communicate(timeout=60)[0] == "told True\n"
        assert process.returncode == 7


def test_told_again_it_ends_at_once() -> None:
    with draining("3600") as process:
        process.send_signal(signal.SIGTERM)
        # one that comes while the first is being handled is the same one
        for _ in range(100):
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(0.2)
            except subprocess.TimeoutExpired:
                continue
            break
        assert process.wait(60) == 7


def test_a_server_that_ends_by_itself_ends_this() -> None:
    assert (
        subprocess.run([sys.executable, "-m", "config.launch.draining", "9", "false"], cwd=ROOT).returncode
        == 1
    )
    assert main(["soon", "true"]) == main(["9"]) == 64


@pytest.mark.django_db
def test_whoever_drains_is_not_ready_for_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "draining"
    monkeypatch.setenv(FILE, str(file))
    assert Client().get("/readyz").status_code == 200
    file.touch()
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.json()) == (503, {"ready": False, "draining": True})
    assert Client().get("/healthz").status_code == 200
