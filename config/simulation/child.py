"""A day in a process of its own, in an environment of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec

from config.simulation.ground import ground

ROOT = Path(__file__).resolve().parent.parent.parent


class NotPlayed(Exception):
    """The day broke off by a fault of the simulator; what it wrote on standard error says which."""


def play(plan: dict[str, Any], database: str, *, traceback: bool = False) -> dict[str, Any]:
    """The report of a day. Raises NoGround, NotPlayed."""
    with ground(database) as environ:
        done = subprocess.run(
            [sys.executable, "-m", "config.simulation", *(["--traceback"] if traceback else [])],
            input=msgspec.json.encode(plan),
            stdout=subprocess.PIPE,
            env=os.environ | environ,
            cwd=ROOT,
            check=False,
        )
    if done.returncode not in (0, 1) or not done.stdout:
        raise NotPlayed
    found: dict[str, Any] = msgspec.json.decode(done.stdout)
    return found
