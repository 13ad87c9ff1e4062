"""What the writing doors take at a site with an event of 5,000: each is asked for three times from the same rows, as by
a process that has answered about the event before. Prints figures; decides nothing by time. On SQLite, which works in
this process.

    [EVENT_PLAYERS=5000] [EVENT_SITES="running waiting"] [EVENT_DOORS=undo] [EVENT_TIMES=3] \
        .venv/bin/pytest -m bench -s tests/benchmarks/test_large_writes.py
"""

from __future__ import annotations

import gc
import os
import re
import sqlite3
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection

from config.frames import with_room
from config.launch.warming import collect_rarely
from tests.benchmarks.doors_before_start import check_in, series, waiting
from tests.benchmarks.writing_doors import Doors, running
from tournaments import memory
from tournaments.api_base import Door

pytestmark = [pytest.mark.bench, pytest.mark.django_db(transaction=True), pytest.mark.timeout(3600)]

PLAYERS = int(os.environ.get("EVENT_PLAYERS", "5000"))
#: A pattern in the names of what is asked for; empty for all.
WANTED = re.compile(os.environ.get("EVENT_DOORS", ""))
SITES = {site.__name__: site for site in (running, check_in, waiting, series)}
TIMES, SUSPICIOUS = int(os.environ.get("EVENT_TIMES", "3")), 0.4


@dataclass
class Cost:
    """Of one door: seconds of the processor, the least; statements; what it answered."""

    seconds: float
    statements: int
    status: int


class Kept:
    """The rows and the memories of a moment, to begin with once more."""

    def __init__(self) -> None:
        self.rows = sqlite3.connect(":memory:")
        connection.connection.backup(self.rows)
        self.memories = [(each, OrderedDict(each._kept), each._weight) for each in list(memory._all)]

    def again(self) -> None:
        """All is as it was."""
        self.rows.backup(connection.connection)
        memory.forget_all()
        for each, kept, weight in self.memories:
            each._kept, each._weight = OrderedDict(kept), weight


def counted(act: Callable[[], Any]) -> Cost:
    """What it takes."""
    sent = [0]

    def one_more(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        sent[0] += 1
        return execute(sql, params, many, context)

    began = time.process_time()
    with connection.execute_wrapper(one_more):
        answer = act()
    return Cost(time.process_time() - began, sent[0], answer.status_code)


def asked(doors: Doors) -> dict[str, Cost]:
    """Every door of one site."""
    costs: dict[str, Cost] = {}
    # As a process of the pages does, which has not made the site itself.
    gc.collect()
    gc.freeze()
    collect_rarely()
    kept = Kept()
    for name, door in doors.items():
        if not WANTED.search(name):
            continue
        found = []
        for _ in range(TIMES):
            kept.again()
            found.append(counted(door()))
        costs[name] = min(found, key=lambda cost: cost.seconds)
    kept.again()
    return costs


@pytest.mark.skipif(connection.vendor != "sqlite", reason="counts the processor of this process")
def test_every_writing_door_of_a_large_event(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Door, "throttle_classes", [])
    cache.clear()
    costs: dict[str, Cost] = {}
    for name in os.environ.get("EVENT_SITES", " ".join(SITES)).split():
        costs |= with_room(asked)(SITES[name](PLAYERS))
    print(f"\n{PLAYERS} players, load {os.getloadavg()[0]:.1f}; milliseconds, statements, status")
    for name, cost in sorted(costs.items(), key=lambda each: -each[1].seconds):
        print(f"{name:70} {cost.seconds * 1000:7.0f} {cost.statements:6} {cost.status}")
    slow = [name for name, cost in costs.items() if cost.seconds > SUSPICIOUS]
    print(f"{len(costs)} doors, {len(slow)} above {SUSPICIOUS * 1000:.0f} ms")
