"""Servers of the pages as people reach them: by a front that asks each whether it is ready, and people who look at a
page and send a form all the time."""

from __future__ import annotations

import http.client
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

#: As deploy/front/Caddyfile has them: how often a server is asked, for how long, and how long a request waits for one.
EVERY, PATIENCE, WAITS = 1.0, 3.0, 15.0
#: Seconds between two things that somebody does.
PAUSE = 0.5


class Front:
    """Sends nothing to a server from the moment that it answers /readyz otherwise than with 200. Unlike the real one it
    tries nothing a second time: what one server does not answer is refused."""

    def __init__(self, ports: list[str], headers: Mapping[str, str]) -> None:
        self.ports, self.headers = ports, headers
        #: the servers that are sent something, and which time that is of each
        self.ready: dict[str, int] = {}
        self.times: Counter[str] = Counter()
        self.ended = threading.Event()

    def look(self, port: str) -> None:
        """Asks one server."""
        asked = http.client.HTTPConnection("127.0.0.1", int(port), timeout=PATIENCE)
        status = 0
        with suppress(OSError, http.client.HTTPException):
            asked.request("GET", "/readyz", headers=dict(self.headers))
            status = asked.getresponse().status
        asked.close()
        if status != 200:
            self.ready.pop(port, None)
        elif port not in self.ready:
            self.times[port] += 1
            self.ready[port] = self.times[port]

    def keep_looking(self, port: str) -> None:
        while not self.ended.wait(EVERY):
            self.look(port)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Knows of each server how it is, and goes on looking."""
        threads = [threading.Thread(target=self.keep_looking, args=(port,)) for port in self.ports]
        for port in self.ports:
            self.look(port)
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self.ended.set()
            for thread in threads:
                thread.join()

    def chosen(self, turn: int) -> tuple[str, int] | None:
        """The server whose turn it is, and which time it is there; None where there was none for too long."""
        limit = time.monotonic() + WAITS
        while time.monotonic() < limit:
            if there := sorted(self.ready.items()):
                return there[turn % len(there)]
            time.sleep(0.1)
        return None


@dataclass
class People:
    """They ask for two pages and send a form by turns, over connections that stay; a form has a name of its own."""

    front: Front
    page: str
    form: str
    body: Callable[[str], bytes]
    headers: Mapping[str, str]
    number: int = 4
    #: how often each server answered, by its port and which time it was there
    answered: Counter[tuple[str, int]] = field(default_factory=Counter)
    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    sent: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """All of them, until the end of the block; what one has begun is waited for."""
        ended = threading.Event()
        with self.front.at_work(), ThreadPoolExecutor(self.number) as pool:
            working = [pool.submit(self._work, number, ended) for number in range(self.number)]
            try:
                yield
            finally:
                ended.set()
            for one in working:
                one.result()

    def _work(self, number: int, ended: threading.Event) -> None:
        kept: dict[str, tuple[int, http.client.HTTPConnection]] = {}
        turn = number
        while not ended.wait(PAUSE):
            turn += 1
            chosen = self.front.chosen(turn)
            if chosen is None:
                self.refused.append("there was no server")
                continue
            port, time_there = chosen
            # a front keeps no connection to a server that it took out
            if port not in kept or kept[port][0] != time_there:
                kept[port] = time_there, http.client.HTTPConnection("127.0.0.1", int(port), timeout=60)
            method, name = ("GET", "") if turn % 3 else ("POST", f"Form {number}-{turn}")
            try:
                status = self._ask(kept[port][1], method, name)
            except (OSError, http.client.HTTPException) as error:
                self.refused.append(f"{method} to {port}, there for the {time_there}. time: {error!r}")
                del kept[port]
                continue
            self.answered[chosen] += 1
            self.statuses[method, status] += 1
            if method == "POST":
                self.sent.append(name)
        for _, connection in kept.values():
            connection.close()

    def _ask(self, connection: http.client.HTTPConnection, method: str, name: str) -> int:
        if method == "GET":
            connection.request("GET", self.page, headers=dict(self.headers))
        else:
            more = {"Content-Type": "application/x-www-form-urlencoded"}
            connection.request("POST", self.form, self.body(name), {**self.headers, **more})
        answer = connection.getresponse()
        answer.read()
        return answer.status
