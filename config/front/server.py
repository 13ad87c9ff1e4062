"""The RSGI application that the pages' server runs: limits first, then Django on its threads."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from config.front.bodies import Bodies, Refused
from config.front.connections import Connections
from config.front.files import Files
from config.front.gateway import REFUSED, Answer, Application, Headers, address_of, call, environ_of, plain
from config.heartbeat import HEARTBEAT_SECONDS

log = logging.getLogger(__name__)

#: Whether this process is alive, answered beside whatever its threads do; and whether it can do its work, asked of
#: Django on a thread of its own, so that the answer waits behind nobody.
ALIVE = "/healthz"
READY = "/readyz"
#: What the site is asked by. TRACE, which would say back what was sent, is not among it.
METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})
CLOSE = ("connection", "close")


class Front:
    """Answers requests: reads each whole, within limits, and has the WSGI application answer on one of ``threads``.

    ``beat`` is called every few seconds with the seconds that the longest running call has taken so far. ``files`` are
    answered here, without a thread. ``also`` gives what the front's own answer to a request says beside the usual.
    ``begun`` is called once, when the server begins.
    """

    def __init__(
        self,
        application: Application,
        threads: int = 2,
        bodies: Bodies | None = None,
        beat: Callable[[float], None] | None = None,
        connections: Connections | None = None,
        files: Files | None = None,
        also: Callable[[Any], Headers] | None = None,
        begun: Callable[[], object] | None = None,
    ) -> None:
        self.application = application
        self._files = files
        self._also = also
        self._begun = begun
        self.bodies = bodies or Bodies()
        self.connections = connections or Connections()
        self._threads = ThreadPoolExecutor(threads, "pages")
        # Apart, so that neither waits for the other: a database that hangs holds the signs of life up.
        self._aside = ThreadPoolExecutor(1, "aside")
        self._beats = ThreadPoolExecutor(1, "beats")
        self._door = ThreadPoolExecutor(1, "door")
        self._beating = False
        self._beat = beat
        self._running: dict[int, float] = {}

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Called by the server before the first request."""
        self.connections.watch(loop, self._door)
        if self._beat is not None:
            loop.call_later(0.1, self._beat_again, loop)
        if self._begun is not None:
            self._begun()

    def _beat_again(self, loop: asyncio.AbstractEventLoop) -> None:
        if not self._beating:
            self._beating = True
            loop.run_in_executor(self._beats, self._beat_now)
        loop.call_later(HEARTBEAT_SECONDS, self._beat_again, loop)

    def _beat_now(self) -> None:
        now = time.monotonic()
        try:
            assert self._beat is not None
            self._beat(max((now - begun for begun in list(self._running.values())), default=0.0))
        except Exception as error:
            log.warning("no sign of life could be written: %s", error)
        finally:
            self._beating = False

    async def __rsgi__(self, scope: Any, protocol: Any) -> None:
        """Answers one request."""
        if scope.path == ALIVE and scope.method in ("GET", "HEAD"):
            send(scope, protocol, self._plain(scope, 200))
            return
        if scope.method not in METHODS:
            send(scope, protocol, self._plain(scope, 405, [CLOSE]))
            return
        client = scope.client
        self.connections.begin(client)
        try:
            file = None if self._files is None else self._files.answer(scope)
            send(scope, protocol, file or await self._answer(scope, protocol))
        except Refused as refused:
            send(scope, protocol, self._plain(scope, refused.status, [CLOSE]))
        finally:
            self.connections.end(client)

    def _plain(self, scope: Any, status: int, headers: Headers | None = None) -> Answer:
        return plain(status, [*(headers or []), *(self._also(scope) if self._also is not None else [])])

    async def _answer(self, scope: Any, protocol: Any) -> Answer:
        headers = scope.headers
        length, chunked = headers.get("content-length"), "transfer-encoding" in headers
        body, refused = b"", 0
        try:
            if length is not None or chunked:
                body = await self.bodies.read(address_of(scope), length, chunked, protocol)
        except Refused as error:
            if error.status != 413:
                raise
            # Somebody chose too large a file: the page says so in the reader's language.
            refused = error.status
        environ = environ_of(scope, body)
        if refused:
            environ |= {REFUSED: refused, "CONTENT_LENGTH": "0"}
        threads = self._aside if scope.path == READY else self._threads
        answer = await asyncio.get_running_loop().run_in_executor(threads, self._call, environ, scope)
        if refused:
            # What was not read still comes: nothing can follow it on this connection.
            answer.headers = [*answer.headers, CLOSE]
        return answer

    def _call(self, environ: dict[str, Any], scope: Any) -> Answer:
        me = threading.get_ident()
        self._running[me] = time.monotonic()
        try:
            return call(self.application, environ)
        except Exception:
            # Django answers for its own faults; this is one of what stands around it.
            log.exception("the pages' application failed")
            return self._plain(scope, 500)
        finally:
            del self._running[me]


def send(scope: Any, protocol: Any, answer: Answer) -> None:
    """Sends a whole answer."""
    if scope.method == "HEAD" or not answer.body:
        protocol.response_empty(answer.status, answer.headers)
    else:
        protocol.response_bytes(answer.status, answer.headers, answer.body)
