"""The event stream: an ASGI application of its own, which serves nothing else.

`GET /stream/?token=…&since=…` answers with Server-Sent Events: `event: changed` and
`{"topic": …, "version": …}` whenever a topic of the token's event changes, or the live table it names
(topic `table`), or one of the jobs it names (topic `jobs`). No session, no content, and no
database connection for a client: one notifier for the whole process reads the versions.
"""

import asyncio
import json
import os
import warnings
from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from urllib.parse import parse_qs

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from config import stream_figures
from config.front import gateway
from config.metrics_token import may_read_metrics
from config.notifier import Listener, Notifier
from config.over_tls import strict_transport
from tournaments.live.tokens import jobs_of, scope_of
from tournaments.live.versions import as_mark, changed_between, from_mark

Scope = Mapping[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
#: The ids of an event, a live table and a match, 0 where there is none, and of jobs.
Opened = tuple[int, int, int, tuple[int, ...]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]

# A sign of life now and then: proxies keep the connection, a client that is gone is noticed, and a client notices a
# stream that fell silent.
HEARTBEAT = 15.0
# After this long the client connects anew, from where it was.
LONGEST = 3000.0
RETRY = 2000
MAX_LISTENERS = 5000
# Seconds after which one that was too many may ask again.
LATER = 30

GUARDED = [(name.encode(), value.encode()) for name, value in gateway.GUARDED]
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"access-control-allow-origin", b"*"),
    *GUARDED,
]

# It reads one table by hand and loads no apps, which Django takes for a query made too early.
warnings.filterwarnings("ignore", "Accessing the database during app initialization", RuntimeWarning)

notifier = Notifier()


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers one request."""
    if scope["type"] != "http":
        return
    if scope["path"] == "/healthz":
        return await answer(scope, send, 200, "ok")
    if scope["path"] == "/metrics" and may_read_metrics(field_of(scope, "authorization") or ""):
        return await answer(scope, send, 200, stream_figures.told(notifier.count))
    if scope["path"].rstrip("/") != "/stream":
        return await answer(scope, send, 404, "There is nothing here but /stream/.")
    if scope["method"] != "GET":
        return await answer(scope, send, 405, "Only GET.")
    query = parse_qs(scope["query_string"].decode("latin-1"))
    opened = opened_by(query.get("token", [""])[0])
    if opened is None:
        return await answer(scope, send, 403, "This address is not valid, or no longer. Load the page again.")
    if notifier.count >= MAX_LISTENERS:
        said = "Too many listeners; the page asks by itself instead."
        return await answer(scope, send, 503, said, again=LATER)
    await follow(opened, starting_point(scope, query), receive, send, secured(scope))


def opened_by(token: str) -> Opened | None:
    """What the token of an address opens: an event, perhaps with a table or a match of it, or else jobs."""
    scope = scope_of(token)
    if scope is not None:
        return *scope, ()
    jobs = jobs_of(token)
    return (0, 0, 0, jobs) if jobs else None


def starting_point(scope: Scope, query: Mapping[str, list[str]]) -> dict[str, int] | None:
    """The last event the client knows: its Last-Event-ID when it comes back, else the page's `since`."""
    last = field_of(scope, "last-event-id") or ""
    return from_mark(last or query.get("since", [""])[0] or "?")


def field_of(scope: Scope, name: str) -> str | None:
    """A field of the request's head."""
    header = next((value for key, value in scope["headers"] if key.lower() == name.encode()), None)
    return None if header is None else str(header, "latin-1")


def secured(scope: Scope) -> list[tuple[bytes, bytes]]:
    """The headers that only an answer over TLS has."""
    headers = strict_transport(lambda name: field_of(scope, name), scope.get("scheme", "http"))
    return [(name.encode(), value.encode()) for name, value in headers]


async def answer(scope: Scope, send: Send, status: int, text: str, again: int = 0) -> None:
    """A short plain answer; ``again``: seconds after which to ask again."""
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store"), *GUARDED]
    headers += secured(scope)
    if again:
        headers.append((b"retry-after", str(again).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text.encode() + b"\n"})


async def follow(
    opened: Opened,
    known: dict[str, int] | None,
    receive: Receive,
    send: Send,
    also: list[tuple[bytes, bytes]],
) -> None:
    """Streams until the client is gone or the time is up."""
    await send({"type": "http.response.start", "status": 200, "headers": [*HEADERS, *also]})
    await send(body(f"retry: {RETRY}\n\n"))
    listener = notifier.listen(*opened)
    tasks = [asyncio.ensure_future(_gone(receive)), asyncio.ensure_future(_tell(listener, known, send))]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        notifier.leave(listener)
        for task in tasks:
            task.cancel()
        # A client that left in the middle of a line is no error.
        await asyncio.gather(*tasks, return_exceptions=True)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _tell(listener: Listener, known: dict[str, int] | None, send: Send) -> None:
    """Writes what changes, and a heartbeat when nothing does."""
    end = asyncio.get_running_loop().time() + LONGEST
    while asyncio.get_running_loop().time() < end:
        versions = await listener.next(HEARTBEAT)
        if versions is None:
            await send(body("event: alive\ndata:\n\n"))
            continue
        since, listener.changed_at = listener.changed_at, None
        if known is None:
            known = dict(versions)
            await send(body(f"id: {as_mark(known)}\n\n"))
        for topic, version in changed_between(known, versions):
            known[topic] = version
            data = json.dumps({"topic": topic, "version": version})
            await send(body(f"id: {as_mark(known)}\nevent: changed\ndata: {data}\n\n"))
        if since is not None:
            stream_figures.lag.observe(max(0.0, asyncio.get_running_loop().time() - since))
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def body(text: str) -> dict[str, Any]:
    """A part of the answer that is not the last."""
    return {"type": "http.response.body", "body": text.encode(), "more_body": True}
