"""Live tables on the embedded server: tap to the other phone's screen, and 200 tables at one entry every two seconds.

Prints figures; decides nothing by time.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from referee.live.models import LiveTable
from referee.records.models import Record
from tests.benchmarks.live_tables import entries_of, event_of, opened_table, words_of
from tests.ground.places import answers, free_port, running, test_database_environ, wait_until
from tournaments.live.tokens import token_for

pytestmark = [pytest.mark.bench, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

TABLES = int(os.environ.get("LIVE_TABLES", "200"))
SECONDS = int(os.environ.get("LIVE_SECONDS", "20"))
EVERY = 2.0
THREADS = 8


def processor(pid: int) -> float:
    """Seconds of the processor that a process and those below it have used."""
    total = 0.0
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal():
            continue
        with contextlib.suppress(OSError, IndexError, ValueError):
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            if int(entry.name) == pid or int(fields[1]) == pid:
                total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return total


@contextmanager
def served(tmp_path: Path) -> Iterator[tuple[int, int, int]]:
    """The pages and the stream as `run.py serve` runs them, on the test's database; their ports and the pages' id."""
    pages, stream = free_port(), free_port()
    environ = test_database_environ(tmp_path) | {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "ALLOWED_HOSTS": "127.0.0.1",
        "STREAM_URL": f":{stream}",
    }
    with (
        running(["-m", "config.launch.child", "pages", "127.0.0.1", str(pages)], environ) as server,
        running(["-m", "config.launch.child", "stream", "127.0.0.1", str(stream)], environ),
    ):
        assert wait_until(lambda: answers(f"http://127.0.0.1:{pages}/healthz"), 60)
        assert wait_until(lambda: answers(f"http://127.0.0.1:{stream}/healthz"), 60)
        yield pages, stream, server.pid


class Browser:
    """One connection that is kept."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

    def ask(self, method: str, path: str, word: str, body: Any = None) -> tuple[int, Any]:
        headers = {"Authorization": f"Seat {word}", "Content-Type": "application/json"}
        text = None if body is None else json.dumps(body)
        for attempt in (1, 2):
            try:
                self.connection.request(method, path, text, headers)
                answer = self.connection.getresponse()
                return answer.status, json.loads(answer.read())
            except (http.client.HTTPException, OSError):
                self.connection.close()
                if attempt == 2:
                    raise
        raise AssertionError


def who_taps(entry: dict[str, Any]) -> tuple[str, str]:
    """Whose phone enters it, and the other."""
    who = entry["by"] if entry["by"] in ("A", "B", "judge") else "A"
    return who, "B" if who != "B" else "A"


def test_tap_to_the_other_phones_screen(tmp_path: Path) -> None:
    log, sent = entries_of("looney_tunes", "bench")
    event, (match,) = event_of("looney_tunes", 1)
    table = opened_table(match, log)
    words = words_of(table)
    fresh = threading.Event()
    with served(tmp_path) as (pages, stream, _):
        mine, theirs = Browser(pages), Browser(pages)
        follower = http.client.HTTPConnection("127.0.0.1", stream, timeout=30)
        follower.request("GET", f"/stream/?token={token_for(event.pk, table.pk)}")
        lines = follower.getresponse()

        def follow() -> None:
            with contextlib.suppress(AttributeError, OSError, ValueError):  # closed at the end
                while line := lines.readline():
                    if line.startswith(b"data:") and b'"table"' in line:
                        fresh.set()

        threading.Thread(target=follow, daemon=True).start()
        time.sleep(1)
        taken: list[float] = []
        path = f"/api/v1/live/{table.pk}/"
        for n, entry in enumerate(sent[:40]):
            who, other = who_taps(entry)
            fresh.clear()
            began = time.perf_counter()
            status, _ = mine.ask(
                "POST", path + "entries/", words[who], {"key": f"k{n}", "after": n, "entry": entry}
            )
            assert status == 201
            assert fresh.wait(10)
            status, state = theirs.ask("GET", f"{path}?since={n}", words[other])
            assert (status, state["last"]) == (200, n + 1)
            taken.append((time.perf_counter() - began) * 1000)
            time.sleep(0.05)
        follower.close()
    taken.sort()
    print(
        f"\ntap to the other phone's answer: median {statistics.median(taken):.0f} ms, "
        f"95 % under {taken[int(len(taken) * 0.95) - 1]:.0f} ms (goal: median under 200 ms)"
    )


def test_two_hundred_tables(tmp_path: Path) -> None:
    """Each table's tap is followed by the other phone's look, as the stream makes it."""
    game = "looney_tunes"
    plays = [entries_of(game, f"load:{seed}") for seed in range(4)]
    _, matches = event_of(game, TABLES)
    tables = [(opened_table(match, plays[n % 4][0]), plays[n % 4][1]) for n, match in enumerate(matches)]
    words = {table.pk: words_of(table) for table, _ in tables}
    taps: list[float] = []
    looks: list[float] = []
    wrong: list[Any] = []
    guard = threading.Lock()
    rounds = int(SECONDS / EVERY)

    with served(tmp_path) as (pages, _, pid):
        used = processor(pid)
        begins = time.perf_counter() + 1.0

        def phones(part: int) -> None:
            browser = Browser(pages)
            mine = tables[part::THREADS]
            for n in range(rounds):
                for place, (table, sent) in enumerate(mine):
                    due = begins + n * EVERY + EVERY * (place * THREADS + part) / TABLES
                    wait = due - time.perf_counter()
                    if wait > 0:
                        time.sleep(wait)
                    one(browser, table, sent, n)

        def one(browser: Browser, table: LiveTable, sent: list[dict[str, Any]], n: int) -> None:
            who, other = who_taps(sent[n])
            path = f"/api/v1/live/{table.pk}/"
            body = {"key": f"k{n}", "after": n, "entry": sent[n]}
            began = time.perf_counter()
            status, answer = browser.ask("POST", path + "entries/", words[table.pk][who], body)
            between = time.perf_counter()
            seen, state = browser.ask("GET", f"{path}?since={n}", words[table.pk][other])
            ended = time.perf_counter()
            with guard:
                taps.append((between - began) * 1000)
                looks.append((ended - between) * 1000)
                if status != 201 or seen != 200 or state["last"] != n + 1:
                    wrong.append((status, answer))

        threads = [threading.Thread(target=phones, args=(part,)) for part in range(THREADS)]
        began = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        took = time.perf_counter() - began - 1.0
        used = processor(pid) - used
    assert not wrong, wrong[:3]
    assert set(Record.objects.values_list("entries", flat=True)) == {rounds}
    taps.sort()
    looks.sort()

    def share(of: list[float], part: float) -> float:
        return of[min(len(of) - 1, int(len(of) * part))]

    print(
        f"\n{TABLES} tables, {len(taps)} taps in {took:.0f} s ({len(taps) / took:.0f} a second, wanted "
        f"{TABLES / EVERY:.0f}), no error: a tap {share(taps, 0.5):.0f} ms (median), {share(taps, 0.95):.0f} ms "
        f"(95 %, goal 150); a look {share(looks, 0.5):.0f} / {share(looks, 0.95):.0f} ms; "
        f"the pages used {used / took * 100:.0f} % of a core, {used / len(taps) * 1000:.1f} ms for a tap and a look; "
        f"load of the machine {os.getloadavg()[0]:.1f}"
    )
