"""The connections of the pages' server: near the total, those that were idle longest give way to new ones.

The server shows the front nothing of a connection before a whole request has come on it. The system knows: each
connection is an open file of this process, and Linux says of each when something last went over it. An idle one is shut
down from here, and the server sees it end. Decision 43 says what else was tried.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
import struct
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path

log = logging.getLogger(__name__)

#: Connections that one process of the server holds at once, at work or not: one more is not taken before another
#: closes.
MOST_CONNECTIONS = 4000
#: Files that a process has open beside its connections.
OTHER_FILES = 200
#: Seconds between two looks, and for which a connection counts as at work after its answer: it is on its way.
PACE = 0.1
ON_ITS_WAY = 2.0
#: Seconds between two lines in the log while connections give way.
SAID_EVERY = 60.0

FILES = Path("/proc/self/fd")
#: Linux's `struct tcp_info`: its state, and milliseconds since the last data that was sent, and received; since the
#: connection began where there was none.
_STATE, _LAST_SENT, _LAST_RECEIVED = 0, 44, 52
_ESTABLISHED = 1


class Connections:
    """Who is connected to this process, and who of them waits for an answer."""

    def __init__(self, most: int = MOST_CONNECTIONS) -> None:
        #: as many as may stay, and so many that may come between two looks
        allowed = _allowed(most)
        self.room = max(1, allowed // 10)
        self.most = allowed - self.room
        self._at_work: set[str] = set()
        self._answered: deque[tuple[float, str]] = deque()
        self._looking = False
        self._said = -SAID_EVERY

    def begin(self, client: str) -> None:
        """A request of this client (`address:port`) has come."""
        self._at_work.add(client)

    def end(self, client: str) -> None:
        """Its answer is on its way."""
        self._at_work.discard(client)
        self._answered.append((time.monotonic(), client))

    def watch(self, loop: asyncio.AbstractEventLoop, threads: Executor) -> None:
        """Looks again and again from now on, where the system says enough of its connections."""
        if FILES.is_dir() and hasattr(socket, "TCP_INFO"):
            loop.call_later(PACE, self._look, loop, threads)

    def _look(self, loop: asyncio.AbstractEventLoop, threads: Executor) -> None:
        while self._answered and self._answered[0][0] < time.monotonic() - ON_ITS_WAY:
            self._answered.popleft()
        if not self._looking and len(os.listdir(FILES)) > self.most:
            self._looking = True
            loop.run_in_executor(threads, self._make_room)
        loop.call_later(PACE, self._look, loop, threads)

    def _make_room(self) -> None:
        try:
            self.make_room()
        except OSError as error:  # looked at again at once
            log.warning("no connection could be closed: %s", error)
        finally:
            self._looking = False

    def make_room(self) -> int:
        """Shuts down those that were idle longest where there are too many, and some more, so that not every new one
        is looked for. Gives how many."""
        with contextlib.ExitStack() as held:
            ports: set[int] = set()
            found: list[tuple[int, int, socket.socket]] = []
            for one in _open_sockets():
                held.callback(one.close)
                if one.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                    ports.add(one.getsockname()[1])
                    continue
                with contextlib.suppress(OSError):  # it ended meanwhile, or is none of TCP's
                    found.append((_idle(one), one.getpeername()[1], one))
            ours = [each for each in found if _of(each[2], ports)]
            if len(ours) <= self.most:
                return 0
            busy = self._busy_ports()
            idle = sorted((each for each in ours if each[1] not in busy), key=lambda each: -each[0])
            leaving = idle[: len(ours) - self.most + self.room]
            for _, _, one in leaving:
                with contextlib.suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)
        self._say(len(ours), len(leaving))
        return len(leaving)

    def _busy_ports(self) -> set[int]:
        """The clients' ports alone: another host's of the same number stays, too, and no spelling of an address
        matters."""
        clients = [*tuple(self._at_work), *(client for _, client in tuple(self._answered))]
        return {int(client.rpartition(":")[2]) for client in clients}

    def _say(self, count: int, leaving: int) -> None:
        if time.monotonic() - self._said >= SAID_EVERY:
            self._said = time.monotonic()
            log.warning("%d connections: the %d that were idle longest gave way", count, leaving)


def _allowed(most: int) -> int:
    """As many connections as this process may have files for."""
    try:
        import resource
    except ImportError:
        return most  # Windows counts none
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return most if files == resource.RLIM_INFINITY else max(1, min(most, files - OTHER_FILES))


def _open_sockets() -> Iterator[socket.socket]:
    """Every socket of this process, held by a number of its own: the server may close its own and give it away
    meanwhile."""
    for name in os.listdir(FILES):
        try:
            if not os.readlink(FILES / name).startswith("socket:"):
                continue
            held = os.dup(int(name))
        except OSError:
            continue
        # Told the family, it asks nothing; the larger one has room for addresses of both.
        yield socket.socket(socket.AF_INET6, socket.SOCK_STREAM, 0, held)


def _idle(one: socket.socket) -> int:
    """Milliseconds since anything went over an open connection."""
    told = one.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 104)
    if told[_STATE] != _ESTABLISHED:
        raise OSError("not open")
    (sent,), (received,) = (
        struct.unpack_from("I", told, _LAST_SENT),
        struct.unpack_from("I", told, _LAST_RECEIVED),
    )
    return int(min(sent, received))


def _of(one: socket.socket, ports: set[int]) -> bool:
    """Whether somebody came to one of these ports: no connection that this process made itself."""
    try:
        return one.getsockname()[1] in ports
    except OSError:
        return False
