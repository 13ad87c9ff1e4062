"""A day reads the simulator's clock everywhere, also in what the site loads only when it is first called."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from config.simulation.own_database import own_database

pytestmark = pytest.mark.anywhere

PROGRAM = """
import django, sys, time
django.setup()
from config.simulation.clock import Clock
from config.simulation.installed import OURS, REAL, installed
from config.timetable import TIMETABLE
from django.urls import get_resolver
from django.utils.module_loading import import_string
with installed(Clock(), "seed", None, None):
    assert get_resolver().url_patterns
    for line in TIMETABLE:
        import_string(line.path)
    print(*sorted(name for name, module in sys.modules.items() if name.startswith(OURS) and name != REAL
                  and getattr(module, "time", None) is time))
"""


def test_no_module_that_a_day_calls_reads_the_machines_clock() -> None:
    with own_database("") as environ:
        said = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env=os.environ | environ,
            capture_output=True,
            text=True,
            check=True,
        )
    assert said.stdout.split() == []
