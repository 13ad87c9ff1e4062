"""`run.py serve` under slow, silent and greedy clients, told to end in the midst of an answer, with frozen parts."""

import contextlib
import json
import os
import re
import signal
import socket
import time
from typing import Any

import pytest

from config.launch.child import MAX_PAGES, SILENCE, cores
from tests.ground.headers import (
    DJANGO,
    FILE,
    FRAMED,
    FRONT,
    NEVER_HERE,
    PRIVATE,
    STREAM,
    ask,
    rows,
    wrong_with,
)
from tests.ground.launched import PARTS, Site, gone
from tests.ground.places import answers, command_of, descendants, free_port, wait_until

pytestmark = [pytest.mark.serve, pytest.mark.timeout(900)]


def connected(site: Site, sent: bytes) -> socket.socket:
    """A connection to the pages on which this was sent."""
    made = socket.create_connection(("127.0.0.1", site.port), timeout=60)
    made.sendall(sent)
    return made


def post_of(length: int, body: bytes, path: str = "/accounts/login/") -> bytes:
    """The beginning of a form."""
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {length}\r\n"
    return f"{head}Content-Type: application/x-www-form-urlencoded\r\n\r\n".encode() + body


def test_slow_and_silent_connections_hold_nobody_up_and_are_closed(site: Site) -> None:
    begun = time.monotonic()
    silent = [connected(site, sent) for sent in (b"", b"GET / HTTP/1.1\r\nHost: 12")]
    slow = [connected(site, post_of(10_000, b"login=a")) for _ in range(40)]
    try:
        assert site.get("/healthz") == (200, "ok\n")
        assert site.get("/events/")[0] == 200
        # What is slower than the least pace is answered, and its connection closed.
        answer = slow[0].recv(1000)
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b"connection: close" in answer
        for one in silent:
            one.settimeout(SILENCE + 50)
            with contextlib.suppress(ConnectionResetError):
                assert one.recv(10) == b""
        assert time.monotonic() - begun >= SILENCE - 1
    finally:
        for one in slow + silent:
            one.close()


def test_too_large_a_file_is_refused_on_a_page_before_it_is_read(site: Site) -> None:
    with connected(site, post_of(500_000_000, b"login=a")) as one:
        answer = one.recv(100_000)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"<html" in answer


def test_every_kind_of_answer_carries_what_the_table_says(site: Site) -> None:
    slug = re.findall(r"/events/([\w-]+)/", site.said())[0]
    name, password = re.findall(r"rganiser: (\S+), password (\S+)", site.said())[0]
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    as_json = {"Content-Type": "application/json"}
    word = json.dumps({"username": name, "password": password}).encode()
    given = ask(site.port, "POST", "/api/v1/token/", as_json, word)
    token = {"Authorization": f"Token {json.loads(given.body)['token']}"}
    page = ask(site.port, "GET", f"/events/{slug}/").body.decode()
    file = re.findall(r'href="(/static/[^"]+\.css)"', page)[0]
    # It is started after the pages.
    stream = site.stream()
    opened = re.findall(r"token=([\w.:=%-]+)", page)
    wrong: list[str] = []

    def look(
        port: int, kind: dict[str, str], status: int, method: str, path: str, *sent: Any, **more: Any
    ) -> None:
        told = ask(port, method, path, *sent, **more)
        said = [f"status {told.status}"] * (told.status != status) + wrong_with(told, kind)
        wrong.extend(f"{method} {path}: {each}" for each in said)

    known, short = DJANGO | PRIVATE, site.port
    look(short, DJANGO, 200, "GET", f"/events/{slug}/")
    look(short, DJANGO, 200, "HEAD", "/api/v1/events/")
    look(short, known, 200, "GET", "/accounts/login/")
    look(short, known, 302, "GET", f"/events/{slug}/desk/")
    look(short, DJANGO, 301, "GET", "/events")
    look(short, DJANGO, 404, "GET", "/nothing/")
    look(short, DJANGO, 405, "GET", f"/events/{slug}/staff/grant/")
    look(short, DJANGO, 403, "POST", "/settings/", form, b"theme=dark")
    look(short, DJANGO, 400, "GET", "/events/", {"Host": "elsewhere.example"})
    look(short, DJANGO, 413, "POST", "/accounts/login/", form | {"Content-Length": "99000000"})
    look(short, DJANGO, 413, "POST", "/api/v1/token/", as_json | {"Content-Length": "99000000"})
    look(short, DJANGO, 200, "GET", "/api/v1/events/")
    look(short, known, 200, "GET", "/api/v1/me/", token)
    look(short, known, 401, "GET", "/api/v1/me/", {"Authorization": "Token x"})
    look(short, DJANGO, 400, "POST", "/api/v1/token/", as_json, b"{")
    look(short, known, 400, "POST", "/api/v1/events/", token | as_json, b"[]")
    look(short, DJANGO, 404, "GET", "/api/v1/events/nothing/")
    look(short, known, 200, "GET", f"/api/v1/events/{slug}/export/event.json", token)
    look(short, DJANGO, 200, "GET", f"/api/v1/events/{slug}/export/standings.csv")
    look(short, known, 415, "POST", "/api/v1/matches/1/records/", token | form, b"file=x")
    look(short, FRAMED, 200, "GET", f"/embed/{slug}/standings/")
    look(short, DJANGO, 404, "GET", f"/embed/{slug}/nothing/")
    look(short, DJANGO, 200, "GET", "/worker.js")
    look(short, DJANGO, 200, "GET", "/offline/")
    look(short, DJANGO, 200, "GET", "/rules/highlander/?kept=1")
    look(short, DJANGO, 200, "GET", f"/events/{slug}/standings.pdf")
    look(short, FILE, 200, "GET", file)
    look(short, DJANGO, 404, "GET", "/static/nothing.css")
    look(short, FRONT, 200, "GET", "/healthz")
    look(short, DJANGO, 200, "GET", "/readyz")
    look(short, FRONT, 405, "TRACE", "/")
    look(short, FRONT, 411, "POST", "/settings/", form | {"Transfer-Encoding": "chunked"}, b"0\r\n\r\n")
    look(stream, FRONT, 200, "GET", "/healthz")
    look(stream, FRONT, 404, "GET", "/")
    look(stream, FRONT, 403, "GET", "/stream/?token=x")
    look(stream, STREAM, 200, "GET", f"/stream/?token={opened[0]}")
    assert not wrong, "\n".join(wrong)
    # The table names these headers and no others.
    names = {row[0].lower() for row in rows("Headers") if row[0]}
    assert names == {*DJANGO, *FILE, *STREAM, *PRIVATE, NEVER_HERE}


def test_what_is_being_answered_is_finished_before_the_end(site: Site) -> None:
    with connected(site, post_of(7, b"login=")) as one:
        time.sleep(0.5)
        site.process.send_signal(signal.SIGTERM)
        time.sleep(0.5)
        one.sendall(b"a")
        # No token came with the form: the answer is a refusal, but it is an answer.
        assert one.recv(1000).startswith(b"HTTP/1.1 403 ")
    assert site.process.wait(60) == 0


@pytest.mark.long
def test_frozen_parts_are_ended_and_started_again(prepared: Site) -> None:
    prepared.end()
    site = Site(prepared.data, free_port(), FIRST_BLOOD_PATIENCE="3")
    try:
        assert site.up(), site.said()
        # The stream is started after the pages, and has its name once it answers.
        site.stream()
        assert wait_until(lambda: len(site.parts()) == PARTS, 120), (site.shown(), site.said())
        children = {command_of(pid): pid for pid in sorted(site.parts(), reverse=True)}
        runner = next(pid for words, pid in children.items() if "runner" in words)
        frozen = {runner, children["first-blood stream"]}
        if min(MAX_PAGES, cores()) > 1:
            # One of those that answer for the pages: the other goes on, and tells of it.
            frozen.add(children["first-blood pages worker-1"])
        for pid in frozen | descendants(children["first-blood stream"]):
            os.kill(pid, signal.SIGSTOP)
        assert wait_until(lambda: gone(frozen), 120), site.said()
        # A process of the pages is there before it takes requests.
        begun = lambda: len(site.parts()) == PARTS and answers(f"{site.address}/events/")  # noqa: E731
        assert wait_until(begun, 120), site.said()
        assert site.get("/events/")[0] == 200
        assert "The runner was frozen (no sign of life)" in site.said()
        assert "The event stream was frozen (no answer)" in site.said()
    finally:
        site.end()
