"""The front of the pages: bodies within a size and a time, and requests handed over as WSGI has them."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client, override_settings

from config import stream
from config.front.bodies import MAX_BODY, Bodies, Refused
from config.front.gateway import REFUSED, environ_of
from config.front.server import Front
from config.over_tls import of_a_page
from tests.ground.places import ROOT, plain_environ

pytestmark = pytest.mark.anywhere


class Headers:
    """Header fields, several of one name among them."""

    def __init__(self, *fields: tuple[str, str]) -> None:
        self.fields = fields

    def items(self) -> list[tuple[str, str]]:
        return list(self.fields)

    def get(self, name: str) -> str | None:
        return next((value for key, value in self.fields if key == name), None)

    def __contains__(self, name: str) -> bool:
        return self.get(name) is not None


def scope(method: str = "GET", path: str = "/", *fields: tuple[str, str], **more: Any) -> Any:
    """A request as the server tells of it."""
    given = {
        "method": method,
        "path": path,
        "query_string": "",
        "server": "127.0.0.1:8000",
        "client": "10.0.0.7:51000",
        "scheme": "http",
        "http_version": "1.1",
        "authority": None,
        "headers": Headers(*fields),
    }
    return SimpleNamespace(**{**given, **more})


class Protocol:
    """The connection of one request: gives these chunks, and keeps the answer. `stay`: nothing comes after them."""

    def __init__(self, *chunks: bytes, stay: bool = False) -> None:
        self.chunks, self.stay = chunks, stay
        self.status, self.fields, self.body = 0, {}, b""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for chunk in self.chunks:
            yield chunk
        if self.stay:
            await asyncio.Event().wait()
        yield b""

    def response_bytes(self, status: int, fields: list[tuple[str, str]], body: bytes) -> None:
        self.status, self.fields, self.body = status, dict(fields), body

    def response_empty(self, status: int, fields: list[tuple[str, str]]) -> None:
        self.status, self.fields = status, dict(fields)


def echo(environ: dict[str, Any], start: Any) -> list[bytes]:
    """An application that says what it was given."""
    start("200 OK", [("Content-Type", "application/json")])
    body = environ["wsgi.input"].read().decode()
    return [json.dumps([environ["REQUEST_METHOD"], body, environ.get(REFUSED)]).encode()]


def post(protocol: Protocol, length: str | None, front: Front, *fields: tuple[str, str]) -> Protocol:
    """Sends a body through a front."""
    said = [("content-length", length)] if length is not None else []
    asyncio.run(front.__rsgi__(scope("POST", "/", *said, *fields), protocol))
    return protocol


def test_a_whole_body_reaches_the_application() -> None:
    protocol = post(Protocol(b"a=", b"1"), "3", Front(echo))
    assert (protocol.status, json.loads(protocol.body)) == (200, ["POST", "a=1", None])


def test_a_body_that_was_cut_off_reaches_nobody() -> None:
    assert post(Protocol(b"a="), "3", Front(echo)).status == 400


def test_a_body_of_no_said_length_is_refused() -> None:
    # Cut off, it would look whole.
    assert post(Protocol(b"a=1"), None, Front(echo), ("transfer-encoding", "chunked")).status == 411


@pytest.mark.parametrize("length", ["-1", "x", "1.5", "٣"])
def test_a_length_that_is_no_number_is_refused(length: str) -> None:
    assert post(Protocol(b"a=1"), length, Front(echo)).status == 400


def test_a_body_over_the_limit_is_refused_before_it_is_read() -> None:
    protocol = post(Protocol(stay=True), str(MAX_BODY + 1), Front(echo))
    assert json.loads(protocol.body) == ["POST", "", 413]
    assert protocol.fields["connection"] == "close"


def test_a_slow_body_is_given_up_and_said() -> None:
    front = Front(echo, bodies=Bodies(grace=0.05))
    protocol = post(Protocol(b"a", stay=True), "3", front)
    assert (protocol.status, protocol.fields["connection"]) == (408, "close")
    assert (front.bodies.size, front.bodies._of) == (0, {})


def test_the_oldest_unfinished_of_an_address_gives_way_and_nobody_elses() -> None:
    async def run() -> list[object]:
        bodies = Bodies(max_of_address=2, grace=0.5)
        read = [
            asyncio.ensure_future(bodies.read(address, "3", False, Protocol(b"a", stay=True)))
            for address in ("1", "2", "1")
        ]
        await asyncio.sleep(0)
        # The newest of the address is whole at once and is not held up.
        done = await bodies.read("1", "3", False, Protocol(b"abc"))
        await asyncio.sleep(0.05)
        early = [task.done() for task in read]
        slow = await asyncio.gather(*read, return_exceptions=True)
        assert bodies.size == 0
        return [done, early, [error.status for error in slow if isinstance(error, Refused)]]

    assert asyncio.run(run()) == [b"abc", [True, False, False], [408, 408, 408]]


def test_unfinished_bodies_together_take_so_much_memory_and_no_more() -> None:
    async def run() -> list[bool]:
        bodies = Bodies(max_bytes=100, grace=0.3)
        first = asyncio.ensure_future(bodies.read("1", "99", False, Protocol(b"a" * 60, stay=True)))
        await asyncio.sleep(0.01)
        second = asyncio.ensure_future(bodies.read("2", "99", False, Protocol(b"a" * 60, stay=True)))
        await asyncio.sleep(0.01)
        assert bodies.size == 60
        early = [first.done(), second.done()]
        await asyncio.gather(first, second, return_exceptions=True)
        return early

    assert asyncio.run(run()) == [True, False]


def test_being_alive_is_said_while_all_threads_are_busy() -> None:
    async def run() -> tuple[int, bytes]:
        waiting = asyncio.Event()
        loop = asyncio.get_running_loop()

        def stuck(environ: dict[str, Any], start: Any) -> list[bytes]:
            loop.call_soon_threadsafe(begun.set)
            asyncio.run_coroutine_threadsafe(waiting.wait(), loop).result(10)
            start("200 OK", [])
            return [b""]

        begun = asyncio.Event()
        front = Front(stuck, threads=1)
        busy = asyncio.ensure_future(front.__rsgi__(scope(), Protocol()))
        await begun.wait()
        asked = Protocol()
        await front.__rsgi__(scope("GET", "/healthz"), asked)
        waiting.set()
        await busy
        return asked.status, asked.body

    assert asyncio.run(run()) == (200, b"ok\n")


def test_a_request_as_wsgi_has_it() -> None:
    asked = scope(
        "POST",
        "/a b/ä/",
        ("host", "example.org"),
        ("cookie", "a=1"),
        ("cookie", "b=2"),
        ("x-forwarded-for", "1.1.1.1"),
        ("x-forwarded-for", "2.2.2.2"),
        ("x_forwarded_for", "9.9.9.9"),
        ("content-type", "text/plain"),
        ("content-length", "2"),
        query_string="x=%C3%A4",
        client="[2001:db8::1]:4000",
    )
    environ = environ_of(asked, b"ok")
    wanted = {
        "PATH_INFO": "/a b/ä/".encode().decode("latin-1"),
        "QUERY_STRING": "x=%C3%A4",
        "HTTP_HOST": "example.org",
        "HTTP_COOKIE": "a=1; b=2",
        "HTTP_X_FORWARDED_FOR": "1.1.1.1,2.2.2.2",
        "CONTENT_TYPE": "text/plain",
        "CONTENT_LENGTH": "2",
        "REMOTE_ADDR": "2001:db8::1",
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "8000",
    }
    assert {name: environ[name] for name in wanted} == wanted
    assert environ["wsgi.input"].read() == b"ok"


def test_an_application_that_fails_is_answered_for() -> None:
    def broken(environ: dict[str, Any], start: Any) -> list[bytes]:
        raise RuntimeError("with a secret")

    protocol = Protocol()
    asyncio.run(Front(broken).__rsgi__(scope(), protocol))
    assert protocol.status == 500
    assert b"secret" not in protocol.body


@pytest.mark.django_db
def test_what_was_too_large_is_said_on_a_page_and_to_programs(client: Client) -> None:
    environ = {REFUSED: 413}
    page = client.post("/accounts/login/", headers={"accept-language": "de"}, **environ)
    assert page.status_code == 413
    assert "Zu groß" in page.content.decode()
    answer = client.post("/api/v1/positions/", **environ)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_a_database_that_hangs_holds_no_question_up() -> None:
    async def run() -> tuple[int, int]:
        hanging, beats = threading.Event(), []

        def beat(busy: float) -> None:
            beats.append(busy)
            hanging.wait(10)

        front = Front(echo, beat=beat)
        loop = asyncio.get_running_loop()
        for _ in range(3):
            front._beat_again(loop)
            await asyncio.sleep(0.01)
        asked = Protocol()
        await asyncio.wait_for(front.__rsgi__(scope("GET", "/readyz"), asked), 5)
        hanging.set()
        return asked.status, len(beats)

    # One sign of life at a time, and nothing waits behind it.
    assert asyncio.run(run()) == (200, 1)


def test_what_would_say_back_what_was_sent_is_not_answered() -> None:
    protocol = Protocol()
    asyncio.run(Front(echo).__rsgi__(scope("TRACE", "/", ("cookie", "a=secret")), protocol))
    assert (protocol.status, b"secret" in protocol.body) == (405, False)


def test_an_answer_of_the_front_itself_is_guarded_too() -> None:
    protocol = Protocol()
    asyncio.run(Front(echo).__rsgi__(scope("GET", "/healthz"), protocol))
    assert protocol.fields["x-content-type-options"] == "nosniff"
    assert protocol.fields["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"


OVER_TLS = {
    "SECURE_HSTS_SECONDS": 31_536_000,
    "SECURE_HSTS_INCLUDE_SUBDOMAINS": True,
    "SECURE_HSTS_PRELOAD": True,
}
PROXY = ("HTTP_X_FORWARDED_PROTO", "https")


@pytest.mark.parametrize(
    ("told", "scheme", "said"),
    [
        ("https", "http", "max-age=31536000; includeSubDomains; preload"),
        ("http", "https", None),
        (None, "https", "max-age=31536000; includeSubDomains; preload"),
        (None, "http", None),
    ],
)
def test_what_the_front_and_the_stream_say_themselves_insists_on_tls(
    told: str | None, scheme: str, said: str | None
) -> None:
    fields = [] if told is None else [("x-forwarded-proto", told)]
    front = Front(echo, also=of_a_page)
    with override_settings(SECURE_PROXY_SSL_HEADER=PROXY, **OVER_TLS):
        for method, path in (("GET", "/healthz"), ("TRACE", "/")):
            protocol = Protocol()
            asyncio.run(front.__rsgi__(scope(method, path, *fields, scheme=scheme), protocol))
            assert protocol.fields.get("strict-transport-security") == said
        sent = {"headers": [(name.encode(), value.encode()) for name, value in fields], "scheme": scheme}
        assert dict(stream.secured(sent)).get(b"strict-transport-security") == (said and said.encode())


def test_the_application_loads_in_a_new_process() -> None:
    """As a process of the pages loads it: nothing on the way there may want applications that are not ready yet."""
    program = "import config.rsgi; print(type(config.rsgi.application).__name__)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=plain_environ(DJANGO_SETTINGS_MODULE="config.settings"),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.stdout.strip() == "Front", done.stderr
