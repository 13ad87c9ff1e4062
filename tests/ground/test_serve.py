"""`run.py serve` as a person starts it: it comes up, mends itself, and leaves nothing behind."""

import contextlib
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.launch.child import MOST_PAGES, SILENCE, cores
from config.launch.ports import Ports
from config.launch.zone import machine_zone
from tests.ground.launched import Site
from tests.ground.places import (
    ROOT,
    alive,
    answers,
    command_of,
    descendants,
    free_port,
    plain_environ,
    wait_until,
)

pytestmark = [pytest.mark.serve, pytest.mark.timeout(900)]

# Launcher, runner, two servers; one process that answers for the stream, and those that answer for the pages.
PARTS = 5 + min(MOST_PAGES, cores())


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site that has been started once, so that its database and demo exist."""
    site = Site(tmp_path_factory.mktemp("site") / "data", free_port())
    assert site.up(), site.said()
    yield site
    site.end()


@pytest.fixture
def site(prepared: Site) -> Site:
    """The site, running."""
    if prepared.process.poll() is not None:
        prepared.process = prepared.launch()
        assert prepared.up(), prepared.said()
    return prepared


def gone(pids: set[int]) -> bool:
    """Whether none of these processes runs any more."""
    return not any(alive(pid) for pid in pids)


def test_the_first_start_serves_the_demo(prepared: Site) -> None:
    print(f"first start, environment made: {prepared.took:.1f} s")
    words = prepared.said()
    assert f"First Blood is running at {prepared.address}/" in words
    assert "could not be built" not in words
    assert "Traceback" not in words
    assert (prepared.data / "demo-accounts.txt").read_text().strip() in words
    status, page = prepared.get("/")
    assert status == 200
    assert "<html" in page
    assert "/events/" in prepared.get("/events/")[1]


def test_the_parts_run(site: Site) -> None:
    assert wait_until(lambda: len(site.parts()) == PARTS), site.processes()
    assert site.get("/healthz") == (200, "ok\n")


def test_a_hall_of_phones_may_keep_its_connections_open(site: Site) -> None:
    # A browser keeps a connection for minutes after an answer. Who comes then is answered all the same.
    kept = []
    try:
        for _ in range(300):
            phone = http.client.HTTPConnection("127.0.0.1", site.port, timeout=60)
            kept.append(phone)
            phone.request("GET", "/healthz")
            answer = phone.getresponse()
            assert (answer.status, answer.read()) == (200, b"ok\n")
    finally:
        for phone in kept:
            phone.close()


def test_a_part_that_dies_is_started_again(site: Site) -> None:
    before = site.processes()
    for pid in before - {site.process.pid}:
        if alive(pid):
            os.kill(pid, signal.SIGKILL)
    assert wait_until(lambda: gone(before - {site.process.pid}))
    assert wait_until(lambda: answers(site.address + "/healthz"))
    assert wait_until(lambda: len(site.parts()) == PARTS), site.said()
    assert "starting it again" in site.said()


def test_ctrl_c_ends_it_all(site: Site) -> None:
    assert wait_until(lambda: len(site.parts()) == PARTS)
    pids = site.processes()
    site.process.send_signal(signal.SIGINT)
    assert site.process.wait(60) == 0
    assert wait_until(lambda: gone(pids))


def test_a_later_start_prepares_nothing(site: Site) -> None:
    site.process.send_signal(signal.SIGTERM)
    assert site.process.wait(60) == 0
    site.process = site.launch()
    assert site.up(), site.said()
    print(f"later start to the first page: {site.took:.2f} s")
    assert "Preparing" not in site.said()


def test_a_killed_launcher_leaves_nothing(site: Site) -> None:
    assert wait_until(lambda: len(site.parts()) == PARTS)
    pids = site.processes()
    site.process.kill()
    site.process.wait()
    assert wait_until(lambda: gone(pids)), [pid for pid in pids if alive(pid)]
    assert not answers(site.address + "/healthz")


def test_a_launcher_killed_while_it_prepares_leaves_nothing(tmp_path: Path) -> None:
    site = Site(tmp_path / "data", free_port())
    try:
        assert wait_until(lambda: len(site.parts()) == 2)
        pids = site.processes()
        site.process.kill()
        site.process.wait()
        assert wait_until(lambda: gone(pids))
    finally:
        site.end()


def test_a_port_in_use_is_said(site: Site, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "config.launch.serve", "--port", str(site.port)],
        cwd=ROOT,
        env=plain_environ(DATA_DIR=str(tmp_path / "other")),
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 1
    assert f"Port {site.port} is in use" in done.stderr
    assert not (tmp_path / "other").exists()


def test_a_port_another_start_keeps_is_said_before_anything_listens_there(tmp_path: Path) -> None:
    port = free_port()
    first = Ports(tmp_path, "127.0.0.1")
    assert first.hold(port)
    done = subprocess.run(
        [sys.executable, "-m", "config.launch.serve", "--port", str(port)],
        cwd=ROOT,
        env=plain_environ(DATA_DIR=str(tmp_path)),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1
    assert f"Port {port} is in use" in done.stderr
    first.release()
    second = Ports(tmp_path, "127.0.0.1")
    assert second.hold(port)
    second.release()


def test_the_stream_takes_no_port_that_another_start_keeps(tmp_path: Path) -> None:
    first, second = Ports(tmp_path, "127.0.0.1"), Ports(tmp_path, "127.0.0.1")
    taken = [ports.hold_next(20000) for ports in (first, second)]
    assert taken[0] < taken[1]
    first.release()
    second.release()


@pytest.mark.parametrize(
    ("link", "written", "variable", "zone"),
    [
        ("Europe/Berlin", None, "", "Europe/Berlin"),
        ("Europe/Berlin", "Asia/Tokyo\n", "", "Europe/Berlin"),
        (None, "Asia/Tokyo\n", "", "Asia/Tokyo"),
        ("Europe/Berlin", None, "America/New_York", "America/New_York"),
        (None, "Mars/Base", "", None),
        (None, None, "", None),
    ],
)
def test_the_machines_time_zone(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    link: str | None,
    written: str | None,
    variable: str,
    zone: str | None,
) -> None:
    monkeypatch.setenv("TZ", variable)
    monkeypatch.setattr("config.launch.zone.LINK", tmp_path / "localtime")
    monkeypatch.setattr("config.launch.zone.NAME", tmp_path / "timezone")
    if link:
        place = tmp_path / "zoneinfo" / link
        place.parent.mkdir(parents=True)
        place.write_bytes(b"")
        (tmp_path / "localtime").symlink_to(place)
    if written is not None:
        (tmp_path / "timezone").write_text(written)
    assert machine_zone() == zone


def test_a_data_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    done = subprocess.run(
        [sys.executable, "-m", "config.launch.serve", "--port", str(free_port())],
        cwd=ROOT,
        env=plain_environ(DATA_DIR=str(tmp_path / "file" / "data")),
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 1
    assert "Name another in DATA_DIR" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("port", ["0", "65536", "-1", "http"])
def test_a_port_that_is_none_is_refused(port: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "config.launch.serve", "--port", port],
        cwd=ROOT,
        env=plain_environ(),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert "a port is a number from 1 to 65535" in done.stderr


def test_the_network_is_let_in_by_its_address(prepared: Site) -> None:
    prepared.end()
    prepared.process = prepared.launch("--lan")
    assert prepared.up(), prepared.said()
    words = prepared.said()
    address = words.split("On this network: ")[1].split()[0]
    assert "█" in words
    with urllib.request.urlopen(address + "healthz", timeout=120) as answer:
        assert answer.status == 200
    prepared.end()


def connected(site: Site, sent: bytes) -> socket.socket:
    """A connection to the pages on which this was sent."""
    made = socket.create_connection(("127.0.0.1", site.port), timeout=60)
    made.sendall(sent)
    return made


def post_of(length: int, body: bytes, path: str = "/accounts/login/") -> bytes:
    """The beginning of a form."""
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {length}\r\n"
    return f"{head}Content-Type: application/x-www-form-urlencoded\r\n\r\n".encode() + body


def test_slow_bodies_hold_nobody_up(site: Site) -> None:
    slow = [connected(site, post_of(10_000, b"login=a")) for _ in range(40)]
    try:
        assert site.get("/healthz") == (200, "ok\n")
        assert site.get("/events/")[0] == 200
        # What is slower than the least pace is answered, and its connection closed.
        answer = slow[0].recv(1000)
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b"connection: close" in answer
    finally:
        for one in slow:
            one.close()


def test_too_large_a_file_is_refused_on_a_page_before_it_is_read(site: Site) -> None:
    with connected(site, post_of(500_000_000, b"login=a")) as one:
        answer = one.recv(100_000)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"<html" in answer


def test_connections_on_which_nothing_comes_are_closed(site: Site) -> None:
    begun = time.monotonic()
    silent = [connected(site, sent) for sent in (b"", b"GET / HTTP/1.1\r\nHost: 12")]
    for one in silent:
        one.settimeout(SILENCE + 50)
        with one, contextlib.suppress(ConnectionResetError):
            assert one.recv(10) == b""
    assert time.monotonic() - begun >= SILENCE - 1


def test_what_is_being_answered_is_finished_before_the_end(site: Site) -> None:
    with connected(site, post_of(7, b"login=")) as one:
        time.sleep(0.5)
        site.process.send_signal(signal.SIGTERM)
        time.sleep(0.5)
        one.sendall(b"a")
        # No token came with the form: the answer is a refusal, but it is an answer.
        assert one.recv(1000).startswith(b"HTTP/1.1 403 ")
    assert site.process.wait(60) == 0


def test_frozen_parts_are_ended_and_started_again(prepared: Site) -> None:
    prepared.end()
    # More than twice the pace of the signs of life.
    site = Site(prepared.data, free_port(), FIRST_BLOOD_PATIENCE="12")
    try:
        assert site.up(), site.said()
        assert wait_until(lambda: len(site.parts()) == PARTS)
        children = {command_of(pid): pid for pid in sorted(site.parts(), reverse=True)}
        runner = next(pid for words, pid in children.items() if "runner" in words)
        frozen = {runner, children["first-blood stream"]}
        if min(MOST_PAGES, cores()) > 1:
            # One of those that answer for the pages: the other goes on, and tells of it.
            frozen.add(children["first-blood pages worker-1"])
        for pid in frozen | descendants(children["first-blood stream"]):
            os.kill(pid, signal.SIGSTOP)
        assert wait_until(lambda: gone(frozen), 120), site.said()
        assert wait_until(lambda: len(site.parts()) == PARTS, 60), site.said()
        assert site.get("/events/")[0] == 200
        assert "The runner was frozen (no sign of life)" in site.said()
        assert "The event stream was frozen (no answer)" in site.said()
    finally:
        site.end()
