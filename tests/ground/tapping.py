"""Parts of the site that can be killed, phones that tap until they are answered, and what must be in the log then."""

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
from typing import Any

from referee.logs.storage import body
from referee.models.live import LiveTable, Tap
from rules.kernel.chain import link
from tests.ground.places import alive, answers, descendants, running, wait_until

#: Seconds until a test gives up waiting for a thing that must come; none is waited for longer than it takes.
PATIENCE = 240.0


class Part:
    """A part of the site as a process that can be killed and started again."""

    def __init__(self, environ: dict[str, str], *arguments: str, module: str = "config.launch.child") -> None:
        self.arguments = ["-m", module, *arguments]
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
        #: set when nobody taps any more; and seconds between two taps
        self.leave = threading.Event()
        self.pause = 0.0

    def run(self, work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as error:  # told by the test's own thread
            self.failed.append(error)

    def tapping(self) -> None:
        for n, entry in enumerate(self.entries):
            if self.leave.wait(self.pause):
                return
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


def plain(entry: dict[str, Any]) -> dict[str, Any]:
    """Without what says nothing: the log leaves it out."""
    said = {key: value for key, value in entry.items() if value not in (None, "", [], (), False)}
    found: dict[str, Any] = json.loads(json.dumps(said))
    return found


def up(port: int) -> bool:
    return wait_until(lambda: answers(f"http://127.0.0.1:{port}/healthz"), PATIENCE)
