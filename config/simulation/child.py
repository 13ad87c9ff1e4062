"""Days in a process of their own, in an environment of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from config.simulation.own_database import own_database

ROOT = Path(__file__).resolve().parent.parent.parent


class NotPlayed(Exception):
    """The day broke off by a fault of the simulator; what it wrote on standard error says which."""


class Child:
    """A process that plays one day after the other. A day is the same, whichever were played before it."""

    def __init__(self, environ: dict[str, str], *, traceback: bool = False) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "config.simulation", *(["--traceback"] if traceback else [])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | environ,
            cwd=ROOT,
        )
        #: Seconds of processor that the last day took.
        self.processor = 0.0

    def play(self, plan: dict[str, Any], *, branches: bool = True) -> dict[str, Any]:
        """The report of a day; without ``branches`` it is much cheaper. Raises NotPlayed."""
        asked, told = self._process.stdin, self._process.stdout
        assert asked is not None and told is not None
        try:
            asked.write(msgspec.json.encode({"plan": plan, "branches": branches}) + b"\n")
            asked.flush()
        except BrokenPipeError:
            raise NotPlayed from None
        line = told.readline()
        if not line.endswith(b"\n"):
            raise NotPlayed
        answer: dict[str, Any] = msgspec.json.decode(line)
        self.processor = answer["processor"]
        report: dict[str, Any] = answer["report"]
        return report

    def end(self) -> None:
        """No day follows."""
        assert self._process.stdin is not None and self._process.stdout is not None
        with suppress(BrokenPipeError):  # it broke off: there is nobody to be told
            self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()


@contextmanager
def child(database: str, *, traceback: bool = False) -> Iterator[Child]:
    """A process on a database of its own, for as long as it is wanted. Raises NoDatabase."""
    with own_database(database) as environ:
        made = Child(environ, traceback=traceback)
        try:
            yield made
        finally:
            made.end()


def play(plan: dict[str, Any], database: str, *, traceback: bool = False) -> dict[str, Any]:
    """The report of one day alone. Raises NoDatabase, NotPlayed."""
    with child(database, traceback=traceback) as process:
        return process.play(plan)
