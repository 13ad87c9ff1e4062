"""`run.py serve` as a person starts it: it comes up, mends itself, and leaves nothing behind."""

import http.client
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from config.backups.archive import members
from config.launch.child import FINISHING, LOADING, MAX_PAGES, cores
from config.launch.ports import Ports
from config.launch.zone import machine_zone
from tests.ground.launched import PARTS, Site, gone
from tests.ground.places import (
    ROOT,
    alive,
    answers,
    command_of,
    free_port,
    plain_environ,
    wait_until,
)

pytestmark = [pytest.mark.serve, pytest.mark.timeout(900)]


@pytest.fixture(scope="module")
def prepared(first_started: Site) -> Site:
    """Here the first start is looked at, and what comes after it."""
    return first_started


@pytest.mark.longest
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


@pytest.mark.skipif(min(MAX_PAGES, cores()) < 2, reason="one process answers for the pages")
def test_a_page_process_that_is_killed_is_replaced_and_the_others_go_on(site: Site) -> None:
    def named() -> dict[str, int]:
        """The pages' server and its processes, by name, once all are there."""
        found = {command_of(pid): pid for pid in site.parts()}
        return {name: pid for name, pid in found.items() if name.startswith("first-blood pages")}

    def whole() -> bool:
        return len(site.parts()) == PARTS and len(named()) == 1 + min(MAX_PAGES, cores())

    # One that dies before the server has seen an answer is taken for one that cannot be started: it looks for the
    # first one only now and then.
    for _ in range(3):
        assert wait_until(whole) and wait_until(lambda: answers(site.address + "/healthz")), site.said()
        time.sleep(2 * LOADING)
        before = named()
        killed = before.pop("first-blood pages worker-1")
        os.kill(killed, signal.SIGKILL)
        assert wait_until(lambda killed=killed: not alive(killed) and whole()), site.said()  # type: ignore[misc]
        after = named()
        if before.items() <= after.items():
            break
    assert before.items() <= after.items(), site.said()
    assert after["first-blood pages worker-1"] != killed
    assert wait_until(lambda: answers(site.address + "/healthz"))


@pytest.mark.long
def test_what_is_backed_up_while_it_runs_comes_back_after_it_was_killed(site: Site, tmp_path: Path) -> None:
    """Everything: the same rows, the same key; and the site that is restored shows what the other one did."""
    kept, back = tmp_path / "kept", tmp_path / "back"
    path = "/events/" + re.findall(r"/events/([\w-]+)/", site.said())[0] + "/standings/"
    shown = re.findall(r"<td.*?</td>", site.get(path)[1], re.S)
    said = manage(site.data, "backup", "--to", str(kept))
    assert "read back" in said.stdout, said.stderr
    refused = manage(site.data, "restore", str(*kept.glob("*.gz")), "--replace")
    assert refused.returncode == 64 and "running" in refused.stderr
    for pid in [site.process.pid, *sorted(site.processes() - {site.process.pid})]:
        if alive(pid):
            os.kill(pid, signal.SIGKILL)
    site.process.wait()
    assert manage(back, "restore", str(*kept.glob("*.gz"))).returncode == 0
    first = dict(members(next(kept.glob("*.gz")).open("rb")))
    saved = {name: body for name, body in first.items() if name.startswith("files/saved/")}
    assert saved == {name: (back / name.removeprefix("files/")).read_bytes() for name in saved}
    other = Site(back, free_port())
    try:
        assert other.up(), other.said()
        assert "demo" not in other.said().lower() and shown == re.findall(
            r"<td.*?</td>", other.get(path)[1], re.S
        )
        again = manage(back, "backup", "--to", str(tmp_path / "again"))
        assert again.returncode == 0, again.stderr
    finally:
        other.end()
    second = dict(members(next((tmp_path / "again").glob("*.gz")).open("rb")))
    same = {name for name in first if first[name] == second.get(name)}
    moved = {name.split("/")[1] for name in (first.keys() | second.keys()) - same - {"header.json"}}
    # a site that runs writes that it lives, what it has looked at, and the files of rounds anew
    own = {"tournaments_heartbeat", "tournaments_knownclock", "tournaments_liveversion", "saved"}
    # the first may have been backed up before its sweep had noted all logs: the second one goes on with that
    noted = {"referee_notedlog", "referee_playedcard"}
    assert moved <= own | noted, moved
    for table in noted:
        assert rows(first, table) <= rows(second, table)
    assert first["files/secret_key"] == second["files/secret_key"] and len(shown) > 8


def rows(kept: dict[str, bytes], table: str) -> set[bytes]:
    """The rows of a table in a backup, each as it is written."""
    parts = (body for name, body in kept.items() if name.startswith(f"tables/{table}/"))
    return {line for body in parts for line in body.split(b"\n")[1:]}


def manage(data: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=plain_environ(DATA_DIR=str(data)),
        capture_output=True,
        text=True,
        check=False,
    )


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


def test_told_to_end_while_its_parts_load_it_ends_at_once(site: Site) -> None:
    site.process.send_signal(signal.SIGTERM)
    assert site.process.wait(60) == 0
    site.process = site.launch()
    # The first process of the pages answers; the second and the stream are still loading.
    assert site.up(), site.said()
    told = time.monotonic()
    site.process.send_signal(signal.SIGTERM)
    assert site.process.wait(60) == 0
    # What is being answered would be waited for; nothing is.
    assert time.monotonic() - told < FINISHING / 2


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
