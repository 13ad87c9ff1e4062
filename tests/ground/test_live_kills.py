"""A live table whose servers are killed while phones tap: what was acknowledged is in the log, and everything once."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from referee.live.models import LiveTable, Tap
from referee.records.storage import body
from rules.kernel.chain import link
from tests.benchmarks.live_tables import entries_of, event_of, opened_table, words_of
from tests.ground.places import (
    alive,
    answers,
    descendants,
    free_port,
    running,
    test_database_environ,
    wait_until,
)
from tournaments.clocks.models import ClockState, Deadline
from tournaments.now import now

pytestmark = [pytest.mark.serve, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

TAPS = 40
#: Seconds until a test gives up waiting for a thing that must come; none is waited for longer than it takes.
PATIENCE = 240.0


class Part:
    """A part of the site as a process that can be killed and started again."""

    def __init__(self, environ: dict[str, str], *arguments: str) -> None:
        self.arguments = ["-m", "config.launch.child", *arguments]
        self.environ = environ
        self.stack = ExitStack()
        self.start()

    def start(self) -> None:
        self.process = self.stack.enter_context(running(self.arguments, self.environ))

    def kill(self) -> None:
        """Kills it and its workers, whatever they are at."""
        workers = descendants(self.process.pid)
        # first the one that would start new workers
        self.process.kill()
        self.process.wait()
        for pid in workers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        assert wait_until(lambda: not any(alive(pid) for pid in workers), PATIENCE)


class Phone:
    """Asks, and asks the same again until it is answered."""

    def __init__(self, port: int, words: dict[str, str], table: int) -> None:
        self.port, self.words, self.path = port, words, f"/api/v1/live/{table}/"
        self.unanswered = 0

    def ask(self, who: str, method: str, path: str, sent: Any = None) -> tuple[int, dict[str, Any]]:
        """Status and answer, once there is one."""
        limit = time.monotonic() + PATIENCE
        while time.monotonic() < limit:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
            try:
                connection.request(method, self.path + path, sent and json.dumps(sent), self.headers(who))
                answer = connection.getresponse()
                text = answer.read()
                if answer.status < 500:
                    return answer.status, json.loads(text)
            except (OSError, http.client.HTTPException):
                self.unanswered += 1
            finally:
                connection.close()
            time.sleep(0.05)
        raise AssertionError("no answer")

    def headers(self, who: str) -> dict[str, str]:
        return {"Authorization": f"Seat {self.words[who]}", "Content-Type": "application/json"}

    def tap(self, entry: dict[str, Any], key: str, after: int) -> int:
        """Sends an entry until it is stored; where another came first, after that one. Gives its number."""
        who = entry["by"] if entry["by"] in self.words else "A"
        while True:
            sent = {"key": key, "after": after, "entry": entry, "anyway": True}
            status, answer = self.ask(who, "POST", "entries/", sent)
            if status == 201:
                return int(answer["n"])
            assert (status, answer["code"]) == (409, "came_first"), answer
            after = int(answer["last"])

    def send_and_leave(self, entry: dict[str, Any], key: str, after: int) -> None:
        """Sends a tap and does not wait for the answer."""
        who = entry["by"] if entry["by"] in self.words else "A"
        sent = {"key": key, "after": after, "entry": entry, "anyway": True}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request("POST", f"{self.path}entries/", json.dumps(sent), self.headers(who))


class Players:
    """One who taps entry after entry, and another phone that follows by asking what is new."""

    def __init__(self, phone: Phone, entries: list[dict[str, Any]]) -> None:
        self.phone, self.entries = phone, entries
        #: the number each entry was acknowledged under
        self.stored: list[int] = []
        #: what the other phone was shown, in the order it came
        self.seen: list[int] = []
        self.failed: list[BaseException] = []
        self.ended = threading.Event()

    def run(self, work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as error:  # told by the test's own thread
            self.failed.append(error)

    def tapping(self) -> None:
        for n, entry in enumerate(self.entries):
            self.stored.append(self.phone.tap(entry, f"tap-{n}", self.stored[-1] if self.stored else 0))

    def following(self) -> None:
        while not self.ended.is_set():
            status, state = self.phone.ask("B", "GET", f"?since={len(self.seen)}")
            assert status == 200, state
            self.seen.extend(line["n"] for line in state["entries"])
            time.sleep(0.1)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        threads = [threading.Thread(target=self.run, args=(work,)) for work in (self.tapping, self.following)]
        for thread in threads:
            thread.start()
        try:
            yield
            threads[0].join()
        finally:
            self.ended.set()
            for thread in threads:
                thread.join()
        if self.failed:
            raise self.failed[0]

    def reach(self, count: int) -> bool:
        """Waits until so many entries were acknowledged."""
        return wait_until(lambda: self.failed or len(self.stored) >= count, PATIENCE) and not self.failed


def lines_of(table: LiveTable) -> list[dict[str, Any]]:
    """The stored log: header first."""
    table.record.refresh_from_db()
    return [json.loads(line) for line in body(table.record).splitlines()]


def same(line: dict[str, Any], sent: dict[str, Any]) -> bool:
    """Whether a stored entry is the one that was sent."""
    return {key: line.get(key) for key in sent} == sent


def check_log(table: LiveTable, sent: list[dict[str, Any]], stored: list[int]) -> list[dict[str, Any]]:
    """Every entry that was sent is there once, under the number it was acknowledged with, in an unbroken chain."""
    header, *lines = lines_of(table)
    assert len(lines) == table.record.entries
    for n, entry in zip(stored, sent, strict=True):
        assert same(lines[n - 1], entry)
    assert stored == sorted(set(stored))
    taps = list(Tap.objects.filter(table=table).values_list("n", "key"))
    assert [n for n, _ in taps] == list(range(1, len(lines) + 1))
    assert len({key for _, key in taps}) == len(taps)
    previous = b""
    for line in (header, *lines):
        previous = link(previous, bytes.fromhex(line["salt"]), line)
        assert previous.hex() == line["hash"]
    assert table.record.head == previous.hex()
    return lines


@pytest.fixture
def table() -> tuple[LiveTable, list[dict[str, Any]]]:
    """A live table and the entries of a game for it."""
    log, sent = entries_of("looney_tunes", "killed")
    _, (match,) = event_of("looney_tunes", 1)
    Deadline.objects.all().delete()
    return opened_table(match, log), [plain(entry) for entry in sent]


def plain(entry: dict[str, Any]) -> dict[str, Any]:
    """Without what says nothing: the log leaves it out."""
    said = {key: value for key, value in entry.items() if value not in (None, "", [], (), False)}
    found: dict[str, Any] = json.loads(json.dumps(said))
    return found


def up(port: int) -> bool:
    return wait_until(lambda: answers(f"http://127.0.0.1:{port}/healthz"), PATIENCE)


def test_killed_in_the_midst_of_taps(table: tuple[LiveTable, list[dict[str, Any]]], tmp_path: Path) -> None:
    live, entries = table
    sent = entries[:TAPS]
    port = free_port()
    environ = test_database_environ(tmp_path) | {"ALLOWED_HOSTS": "127.0.0.1"}
    pages = Part(environ, "pages", "127.0.0.1", str(port))
    with pages.stack, ExitStack() as others:
        assert up(port)
        players = Players(Phone(port, words_of(live), live.pk), sent)
        with players.at_work():
            for count in (6, 12):
                assert players.reach(count), players.failed
                pages.kill()
                pages.start()
            assert players.reach(16), players.failed
            # time is over: the runner writes it into the log, between the players' entries, and is killed at it
            due = now() - timedelta(seconds=1)
            match = live.record.match
            Deadline.objects.create(match=match, round=match.round, state=ClockState.RUNNING, due_at=due)
            runner = Part(environ, "runner")
            others.enter_context(runner.stack)
            assert players.reach(20), players.failed
            runner.kill()
            runner.start()
            assert players.reach(24), players.failed
            runner.kill()
            runner.start()
        assert wait_until(lambda: LiveTable.objects.get(pk=live.pk).time_entry, PATIENCE)
        runner.kill()
        assert players.phone.unanswered, "nobody was interrupted"
        lines = check_log(live, sent, players.stored)
        assert [line["do"] for line in lines].count("time_called") == 1
        assert len(lines) == len(sent) + 1
        # the other phone comes back once more and has everything, each once and in order
        status, state = players.phone.ask("B", "GET", f"?since={len(players.seen)}")
        assert status == 200
        caught_up = players.seen + [line["n"] for line in state["entries"]]
        assert caught_up == list(range(1, len(lines) + 1))


def test_a_tap_without_an_answer_is_sent_again_and_stored_once(
    table: tuple[LiveTable, list[dict[str, Any]]], tmp_path: Path
) -> None:
    live, entries = table
    sent = entries[:6]
    port = free_port()
    environ = test_database_environ(tmp_path) | {"ALLOWED_HOSTS": "127.0.0.1"}
    pages = Part(environ, "pages", "127.0.0.1", str(port))
    with pages.stack:
        assert up(port)
        phone = Phone(port, words_of(live), live.pk)
        stored = [phone.tap(entry, f"tap-{n}", n) for n, entry in enumerate(sent[:2])]
        # nobody hears of this one, but it is in the log
        phone.send_and_leave(sent[2], "tap-2", 2)
        assert wait_until(lambda: len(lines_of(live)) == 4, PATIENCE)
        pages.kill()
        pages.start()
        assert up(port)
        status, answer = phone.ask(
            sent[2]["by"] if sent[2]["by"] in "AB" else "A",
            "POST",
            "entries/",
            {"key": "tap-2", "after": 2, "entry": sent[2], "anyway": True},
        )
        assert (status, answer["n"], answer["again"]) == (201, 3, True)
        stored.append(3)
        # these are cut off wherever they happen to be
        for n in (3, 4):
            phone.send_and_leave(sent[n], f"tap-{n}", n)
            pages.kill()
            pages.start()
            assert up(port)
            stored.append(phone.tap(sent[n], f"tap-{n}", n))
        stored.append(phone.tap(sent[5], "tap-5", 5))
        assert stored == [1, 2, 3, 4, 5, 6]
        assert len(check_log(live, sent, stored)) == 6
