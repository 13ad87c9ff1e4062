"""The stream through its real server: a change in one process reaches a client of another, soon."""

import json
import statistics
import time
import urllib.request
from collections.abc import Iterator
from http.client import HTTPResponse
from pathlib import Path

import pytest

from tests.ground.places import answers, free_port, running, test_database_environ, wait_until
from tournaments.live.changes import mark_changed
from tournaments.live.tokens import token_for

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def address(tmp_path: Path, transactional_db: None) -> Iterator[str]:
    """The event stream's server as `run.py serve` starts it."""
    port = free_port()
    arguments = ["-m", "config.launch.child", "stream", "127.0.0.1", str(port)]
    with running(arguments, test_database_environ(tmp_path)):
        assert wait_until(lambda: answers(f"http://127.0.0.1:{port}/healthz"))
        yield f"http://127.0.0.1:{port}/stream/"


def listen(address: str, since: str) -> HTTPResponse:
    """A client, connected."""
    answer: HTTPResponse = urllib.request.urlopen(f"{address}?token={token_for(1)}&since={since}", timeout=60)
    assert answer.status == 200
    assert answer.headers["Content-Type"].startswith("text/event-stream")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.readline().startswith(b"retry: ")
    return answer


def next_change(answer: HTTPResponse) -> dict[str, object]:
    """The next change a client is told of."""
    while True:
        line = answer.readline()
        assert line, "the stream ended"
        if line.startswith(b"data: "):
            found: dict[str, object] = json.loads(line[6:])
            return found


def test_a_change_reaches_a_connected_client_soon(address: str) -> None:
    mark_changed(1, "clock")
    with listen(address, "clock.1") as client:
        time.sleep(1.0)
        times = []
        for version in range(2, 9):
            begun = time.monotonic()
            mark_changed(1, "clock")
            assert next_change(client) == {"topic": "clock", "version": version}
            times.append(time.monotonic() - begun)
            time.sleep(0.05)
    print(
        f"change to client: median {statistics.median(times) * 1000:.0f} ms, most {max(times) * 1000:.0f} ms"
    )
    # The middle of seven, so that one hiccup of a busy machine decides nothing.
    assert statistics.median(times) < 0.5


def test_many_listen_and_each_hears_its_own_event(address: str) -> None:
    mark_changed(1, "clock")
    clients = [listen(address, "clock.1") for _ in range(50)]
    try:
        mark_changed(2, "clock")
        mark_changed(1, "results")
        assert [next_change(client) for client in clients] == [{"topic": "results", "version": 1}] * 50
    finally:
        for client in clients:
            client.close()
