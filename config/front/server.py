"""The RSGI application that the pages' server runs: limits first, then Django on its threads."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from config.front.bodies import Bodies, Refused
from config.front.gateway import REFUSED, Answer, Application, address_of, call, environ_of, plain

log = logging.getLogger(__name__)

#: Whether this process is alive, answered beside whatever its threads do.
ALIVE = "/healthz"
CLOSE = ("connection", "close")


class Front:
    """Answers requests: reads each whole, within limits, and has the WSGI application answer on one of ``threads``."""

    def __init__(self, application: Application, threads: int = 2, bodies: Bodies | None = None) -> None:
        self.application = application
        self.bodies = bodies or Bodies()
        self._threads = ThreadPoolExecutor(threads, "pages")

    async def __rsgi__(self, scope: Any, protocol: Any) -> None:
        """Answers one request."""
        if scope.path == ALIVE and scope.method in ("GET", "HEAD"):
            send(scope, protocol, plain(200))
            return
        try:
            send(scope, protocol, await self._answer(scope, protocol))
        except Refused as refused:
            send(scope, protocol, plain(refused.status, [CLOSE]))

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
        answer = await asyncio.get_running_loop().run_in_executor(self._threads, self._call, environ)
        if refused:
            # What was not read still comes: nothing can follow it on this connection.
            answer.headers = [*answer.headers, CLOSE]
        return answer

    def _call(self, environ: dict[str, Any]) -> Answer:
        try:
            return call(self.application, environ)
        except Exception:
            # Django answers for its own faults; this is one of what stands around it.
            log.exception("the pages' application failed")
            return plain(500)


def send(scope: Any, protocol: Any, answer: Answer) -> None:
    """Sends a whole answer."""
    if scope.method == "HEAD" or not answer.body:
        protocol.response_empty(answer.status, answer.headers)
    else:
        protocol.response_bytes(answer.status, answer.headers, answer.body)
