"""Near the total of connections those that were idle longest give way, and nobody who waits for an answer."""

from __future__ import annotations

import contextlib
import http.client
import socket
import sys
import time
from collections.abc import Iterator

import pytest

from config.front.connections import Connections
from tests.ground.narrow import MOST
from tests.ground.places import answers, free_port, plain_environ, running, wait_until

pytestmark = [
    pytest.mark.anywhere,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks Linux of connections"),
]


class Hall:
    """A server's socket and those who came, all in this process."""

    def __init__(self, family: int) -> None:
        self.stack = contextlib.ExitStack()
        host = "::1" if family == socket.AF_INET6 else "127.0.0.1"
        self.listening = self.stack.enter_context(socket.socket(family))
        self.listening.bind((host, 0))
        self.listening.listen(100)
        self.clients: list[socket.socket] = []
        self.taken: list[socket.socket] = []

    def come(self) -> socket.socket:
        """One who connects, and the server's end of it. Each is older than the next."""
        client = self.stack.enter_context(socket.socket(self.listening.family))
        client.connect(self.listening.getsockname())
        self.clients.append(client)
        self.taken.append(self.stack.enter_context(self.listening.accept()[0]))
        time.sleep(0.02)
        return client

    def left(self) -> list[int]:
        """Who was closed, by the order they came in."""
        found = []
        for n, client in enumerate(self.clients):
            client.settimeout(0)
            with contextlib.suppress(BlockingIOError):
                assert client.recv(1) == b""
                found.append(n)
        return found


@pytest.fixture(params=[socket.AF_INET, socket.AF_INET6], ids=["IPv4", "IPv6"])
def hall(request: pytest.FixtureRequest) -> Iterator[Hall]:
    """Ten who came one after the other."""
    try:
        made = Hall(request.param)
    except OSError:
        pytest.skip("no such addresses on this machine")
    with made.stack:
        for _ in range(10):
            made.come()
        yield made


def named(client: socket.socket) -> str:
    """As the server tells the front of a client."""
    host, port = client.getsockname()[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def test_those_idle_longest_give_way_and_nobody_at_work(hall: Hall) -> None:
    # Room for eight, and one more leaves, so that the next who comes finds a place.
    connections = Connections(9)
    assert (connections.most, connections.room) == (8, 1)
    connections.begin(named(hall.clients[0]))
    connections.begin(named(hall.clients[1]))
    connections.end(named(hall.clients[1]))
    # The third was heard of last.
    hall.clients[2].sendall(b"GET / HT")
    assert wait_until(lambda: hall.taken[2].recv(8, socket.MSG_PEEK) == b"GET / HT")
    assert connections.make_room() == 3
    assert hall.left() == [3, 4, 5]
    # Both ends of all these are this process's: the clients' own are none of the server's.
    assert connections.make_room() == 0


def test_while_there_is_room_nobody_leaves(hall: Hall) -> None:
    assert Connections(12).make_room() == 0
    assert hall.left() == []


def test_a_process_with_few_files_has_less_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("resource.getrlimit", lambda kind: (1024, 4096))
    few = Connections()
    # 200 are for other files, a tenth of the rest is kept free.
    assert (few.most, few.room) == (742, 82)


@pytest.mark.serve
@pytest.mark.timeout(120)
def test_a_served_front_has_room_beside_idle_connections() -> None:
    port = free_port()
    words = ["-m", "granian", "--interface", "rsgi", "--http", "1", "--port", str(port), "--no-ws"]
    words += ["--backpressure", str(MOST), "tests.ground.narrow:application"]
    with running(words, plain_environ()), contextlib.ExitStack() as held:
        assert wait_until(lambda: answers(f"http://127.0.0.1:{port}/healthz"))
        at_work = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        at_work.request("GET", "/?2")
        for n in range(5 * MOST):
            idle = held.enter_context(socket.create_connection(("127.0.0.1", port), timeout=30))
            idle.sendall(b"" if n % 2 else b"GET / HTTP/1.1\r\nHost: 12")
        # The server by itself would take nobody for 30 seconds now.
        asking = http.client.HTTPConnection("127.0.0.1", port, timeout=15)
        asking.request("GET", "/")
        assert asking.getresponse().read() == b"answered"
        assert at_work.getresponse().read() == b"answered"
