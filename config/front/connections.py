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
import weakref
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

log = logging.getLogger(__name__)

#: Connections that one process of the server holds at once, at work or not: one more is not taken before another
#: closes.
MAX_CONNECTIONS = 4000
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

    def __init__(self, most: int = MAX_CONNECTIONS) -> None:
        #: as many as may stay, and so many that may come between two looks
        allowed = _allowed(most)
        self.room = max(1, allowed // 10)
        self.most = allowed - self.room
        self._at_work: set[str] = set()
        self._answered: deque[tuple[float, str]] = deque()
        self._looking = False
        self._said: dict[str, float] = {}
        self._hand: _Hand | None = None

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
            self._hand = self._hand or _Hand()
            loop.call_later(PACE, self._look, loop, threads)

    def _look(self, loop: asyncio.AbstractEventLoop, threads: Executor) -> None:
        # First, so that nothing that goes wrong below ends the looking.
        loop.call_later(PACE, self._look, loop, threads)
        while self._answered and self._answered[0][0] < time.monotonic() - ON_ITS_WAY:
            self._answered.popleft()
        if self._looking or not self._many_files():
            return
        self._looking = True
        try:
            loop.run_in_executor(threads, self._make_room)
        except RuntimeError:  # no thread can be started, or the server is ending
            self._looking = False

    def _many_files(self) -> bool:
        try:
            return len(os.listdir(FILES)) > self.most
        except OSError:  # none is left to list them with
            return True

    def _make_room(self) -> None:
        try:
            self.make_room()
        except Exception as error:  # looked at again at once
            self._say("no connection could be closed: %s", error)
        finally:
            self._looking = False

    def make_room(self) -> int:
        """Shuts down those that were idle longest where there are too many, and some more, so that not every new one
        is looked for. Gives how many."""
        hand = self._hand = self._hand or _Hand()
        ports: set[int] = set()
        sockets: list[_Found] = []
        for number in _numbers():
            # One that ended meanwhile, or is none of TCP's, is passed over.
            with hand.held(number) as one, contextlib.suppress(OSError):
                if one is None:
                    continue
                if one.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                    ports.add(_port(one.getsockname()))
                else:
                    sockets.append(_Found.of(number, one))
        # No connection that this process made itself: somebody came to one of these ports.
        ours = [each for each in sockets if each.port in ports]
        if len(ours) <= self.most:
            return 0
        busy = self._busy_ports()
        idle = sorted((each for each in ours if each.client not in busy), key=lambda each: -each.idle)
        leaving = idle[: len(ours) - self.most + self.room]
        for each in leaving:
            with hand.held(each.number) as one, contextlib.suppress(OSError):
                # Its number may be another's by now.
                if one is not None and _inode(one) == each.inode:
                    one.shutdown(socket.SHUT_RDWR)
        self._say("%d connections: the %d that were idle longest gave way", len(ours), len(leaving))
        return len(leaving)

    def _busy_ports(self) -> set[int]:
        """The clients' ports of the connections that wait for an answer. Only the port is compared, so that no
        spelling of an address matters; another host's connection with the same port is spared as well."""
        clients = [*tuple(self._at_work), *(client for _, client in tuple(self._answered))]
        return {int(client.rpartition(":")[2]) for client in clients}

    def _say(self, words: str, *values: object) -> None:
        """A line in the log, if there was none of these words a short time ago."""
        if time.monotonic() - self._said.get(words, -SAID_EVERY) >= SAID_EVERY:
            self._said[words] = time.monotonic()
            log.warning(words, *values)


def _allowed(most: int) -> int:
    """As many connections as this process may have files for."""
    try:
        import resource
    except ImportError:
        return most  # Windows counts none
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return most if files == resource.RLIM_INFINITY else max(1, min(most, files - OTHER_FILES))


def _numbers() -> list[int]:
    """The numbers of the open files of this process; all that it may have where none is left to list them with."""
    try:
        return [int(name) for name in os.listdir(FILES)]
    except OSError:
        import resource

        return list(range(resource.getrlimit(resource.RLIMIT_NOFILE)[0]))


class _Hand:
    """Holds one socket at a time, under a number that is kept for it: it needs no further one when none is left."""

    def __init__(self) -> None:
        self._empty = os.open(os.devnull, os.O_RDONLY)
        self._number = os.dup(self._empty)
        weakref.finalize(self, _close, self._empty, self._number)

    @contextlib.contextmanager
    def held(self, number: int) -> Iterator[socket.socket | None]:
        """The socket of this number, none if it is no socket: the server may close it and give its number away
        meanwhile."""
        try:
            # Other files are left alone: closing a second hold of one gives up locks on it.
            is_socket = os.readlink(FILES / str(number)).startswith("socket:")
            if is_socket:
                os.dup2(number, self._number, inheritable=False)
        except OSError:
            is_socket = False
        if not is_socket:
            yield None
            return
        # Told the family, it asks nothing; the larger one has room for addresses of both.
        one = socket.socket(socket.AF_INET6, socket.SOCK_STREAM, 0, self._number)
        try:
            yield one
        finally:
            one.detach()
            os.dup2(self._empty, self._number, inheritable=False)


def _close(*numbers: int) -> None:
    for number in numbers:
        os.close(number)


@dataclass(frozen=True)
class _Found:
    """An open connection: its number, which socket that was, where it ends here and at the client, and milliseconds
    since anything went over it."""

    number: int
    inode: int
    port: int
    client: int
    idle: int

    @classmethod
    def of(cls, number: int, one: socket.socket) -> _Found:
        return cls(number, _inode(one), _port(one.getsockname()), _port(one.getpeername()), _idle(one))


def _port(name: Any) -> int:
    if not isinstance(name, tuple):
        raise OSError("no address of the internet")
    return int(name[1])


def _inode(one: socket.socket) -> int:
    return os.fstat(one.fileno()).st_ino


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
