"""Near the total of connections those that were idle longest give way, and nobody who waits for an answer."""

from __future__ import annotations

import contextlib
import errno
import http.client
import os
import socket
import sys
import time
from collections.abc import Callable, Iterator

import pytest

from config.front.connections import Connections
from tests.ground.narrow import MAX_CONNECTIONS
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
        # As every event loop has one: sockets without a port.
        for one in socket.socketpair():
            made.stack.enter_context(one)
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


@pytest.mark.parametrize("free", [0, 1])
def test_with_hardly_a_file_left_who_was_idle_longest_still_gives_way(hall: Hall, free: int) -> None:
    import resource

    # As the front has it: it began to look before so many came.
    connections = Connections(9)
    assert connections.make_room() == 3
    hall.come()
    hall.come()
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    others: list[int] = []
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (len(os.listdir("/proc/self/fd")) + 40, limits[1]))
        with pytest.raises(OSError, match="Too many open files"):
            while True:
                others.append(os.open(os.devnull, os.O_RDONLY))
        for _ in range(free):
            os.close(others.pop())
        # Nine are there, for eight there is room, and one more leaves.
        assert connections.make_room() == 2
    finally:
        for one in others:
            os.close(one)
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    assert hall.left() == [0, 1, 2, 3, 4]


class Clock:
    """Stands for the loop and its threads: keeps what is to be called, and calls it when the test says so."""

    def __init__(self) -> None:
        self.later: list[Callable[[], object]] = []

    def call_later(self, delay: float, call: Callable[..., object], *given: object) -> None:
        self.later.append(lambda: call(*given))

    def run_in_executor(self, threads: object, call: Callable[[], object]) -> None:
        call()

    def tick(self) -> None:
        for call in [self.later.pop() for _ in range(len(self.later))]:
            with contextlib.suppress(Full):  # the loop only says so in the log
                call()


class Full(RuntimeError):
    """As if no thread could be started, or something nobody thought of."""


def looking(most: int = 9) -> tuple[Connections, Clock]:
    connections, clock = Connections(most), Clock()
    connections.watch(clock, None)  # type: ignore[arg-type]
    return connections, clock


def test_an_error_inside_a_look_does_not_end_the_looking(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    connections, clock = looking()
    for name in ("run_in_executor", "_many_files", "make_room"):
        with monkeypatch.context() as broken:
            broken.setattr(clock if hasattr(clock, name) else connections, name, fail)
            clock.tick()
        assert hall.left() == []
        assert len(clock.later) == 1
    clock.tick()
    assert hall.left() == [0, 1, 2]


def fail(*given: object) -> None:
    raise Full


def test_a_look_for_which_no_file_is_left_takes_them_for_many(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, clock = looking()

    def none_left(path: object) -> list[str]:
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(os, "listdir", none_left)
    clock.tick()
    assert hall.left() == [0, 1, 2]


def test_the_log_says_so_once_in_a_while(hall: Hall, caplog: pytest.LogCaptureFixture) -> None:
    connections = Connections(9)
    connections.make_room()
    hall.come()
    hall.come()
    connections.make_room()
    assert [one.getMessage() for one in caplog.records] == [
        "10 connections: the 3 that were idle longest gave way"
    ]


def test_a_number_that_became_anothers_is_left_alone(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    connections = Connections(9)
    busy_ports = connections._busy_ports

    def meanwhile() -> set[int]:
        # The server closes who was idle longest, and its number goes to who came last.
        os.dup2(hall.taken[9].fileno(), hall.taken[0].fileno())
        return busy_ports()

    monkeypatch.setattr(connections, "_busy_ports", meanwhile)
    connections.make_room()
    assert hall.left() == [0, 1, 2]


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
    words += ["--backpressure", str(MAX_CONNECTIONS), "tests.ground.narrow:application"]
    with running(words, plain_environ()), contextlib.ExitStack() as held:
        assert wait_until(lambda: answers(f"http://127.0.0.1:{port}/healthz"))
        at_work = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        at_work.request("GET", "/?2")
        for n in range(5 * MAX_CONNECTIONS):
            idle = held.enter_context(socket.create_connection(("127.0.0.1", port), timeout=30))
            idle.sendall(b"" if n % 2 else b"GET / HTTP/1.1\r\nHost: 12")
        # The server by itself would take nobody for 30 seconds now.
        asking = http.client.HTTPConnection("127.0.0.1", port, timeout=15)
        asking.request("GET", "/")
        assert asking.getresponse().read() == b"answered"
        assert at_work.getresponse().read() == b"answered"
