"""Which statements each test sends, and from that the list of the tests that tell PostgreSQL nothing of their own.

What others send too is run on PostgreSQL in the full tier alone (decision 75). The list is `tests/alike.txt`. To make
it anew, from what the section `services` would run on SQLite (`-m` and `--ignore` as there, without `alike`):

    STATEMENTS=/tmp/statements python -m pytest -p tests.statements -n 2 -m "database and not …" tests
    python -m tests.statements /tmp/statements/*.json > tests/alike.txt
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

LIST = Path(__file__).parent / "alike.txt"
#: A test cheaper than this, in seconds of the processor, is run anyway.
CHEAP = 0.1
#: So many tests that stay send each statement: what a test sends is less where another has built its beginning before.
STAY = 2
#: What the same statement is sent with: places for values, numbers, names of savepoints and cursors.
PLACES = re.compile(r"\((?:%s|\?)(?:, ?(?:%s|\?))*\)(?:, ?\((?:%s|\?)(?:, ?(?:%s|\?))*\))*")
PASSING = re.compile(r"\b(?:s\d+_x\d+|_django_curs_\w+)|\b(?<=LIMIT )\d+|\b(?<=OFFSET )\d+")


@dataclass
class Sent:
    """What a test came to. `commits`: it writes, locks or waits for others, where databases differ most."""

    statements: set[str] = field(default_factory=set)
    seconds: float = 0.0
    commits: bool = False

    def add(self, other: Sent) -> None:
        """The same test with other parameters."""
        self.statements |= other.statements
        self.seconds += other.seconds
        self.commits |= other.commits


def read_list() -> frozenset[str]:
    """The tests on the list, each as its file and its function (`tests/a/test_b.py::test_c`)."""
    lines = LIST.read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))


def function_of(nodeid: str) -> str:
    """A test without its parameters."""
    return nodeid.partition("[")[0]


def shape(sql: str) -> str:
    """A statement without what differs from one time to the next."""
    return PASSING.sub("_", PLACES.sub("(_)", sql))


def alike(tests: dict[str, Sent]) -> list[str]:
    """The tests of which every statement is sent by `STAY` others that stay, the dearest left out first."""
    senders = Counter(statement for sent in tests.values() for statement in sent.statements)
    out = []
    for name, sent in sorted(tests.items(), key=lambda item: (-item[1].seconds, item[0])):
        if sent.seconds < CHEAP or sent.commits or not sent.statements:
            continue
        if all(senders[statement] > STAY for statement in sent.statements):
            out.append(name)
            senders.subtract(sent.statements)
    return sorted(out)


def is_committing(item: pytest.Item) -> bool:
    """Whether a test has no transaction of its own that is undone at its end."""
    mark = item.get_closest_marker("django_db")
    names = set(getattr(item, "fixturenames", ()))
    return bool(mark and mark.kwargs.get("transaction")) or bool(names & {"transactional_db", "live_server"})


class Recorder:
    """The plugin: one file for each worker, in the folder that STATEMENTS names."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / f"{os.environ.get('PYTEST_XDIST_WORKER', 'main')}.json"
        self.tests: dict[str, Sent] = {}
        self.now = Sent()

    def look(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        self.now.statements.add(shape(str(sql)))
        return execute(sql, params, many, context)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        from django.db import connection

        self.now, began = Sent(commits=is_committing(item)), time.process_time()
        with connection.execute_wrapper(self.look):
            answer = yield
        self.now.seconds = time.process_time() - began
        self.tests.setdefault(function_of(item.nodeid), Sent()).add(self.now)
        return answer

    def pytest_sessionfinish(self) -> None:
        if self.tests:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            rows = {
                name: [sorted(sent.statements), sent.seconds, sent.commits]
                for name, sent in self.tests.items()
            }
            self.file.write_text(json.dumps(rows), encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    folder = os.environ.get("STATEMENTS")
    if folder:
        config.pluginmanager.register(Recorder(Path(folder)))


def recorded(files: Iterable[str]) -> dict[str, Sent]:
    """What the workers wrote, by test."""
    tests: dict[str, Sent] = {}
    for file in files:
        for name, (statements, seconds, commits) in json.loads(Path(file).read_text("utf-8")).items():
            tests.setdefault(name, Sent()).add(Sent(set(statements), seconds, commits))
    return tests


if __name__ == "__main__":
    print(
        "# Tests that send PostgreSQL nothing that others do not: run there in the full tier (decision 75)."
    )
    print("# Made by tests/statements.py.")
    print("\n".join(alike(recorded(sys.argv[1:]))))
