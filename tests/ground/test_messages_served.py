"""Requests whose end two readers could see in two places, to a real server: none is answered as two."""

import socket
from collections.abc import Iterator

import pytest

from tests.ground.places import answers, free_port, plain_environ, running, wait_until

pytestmark = [pytest.mark.anywhere, pytest.mark.serve, pytest.mark.timeout(120)]

HIDDEN = b"GET /?0 HTTP/1.1\r\nHost: hidden\r\n\r\n"


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """A served front."""
    found = free_port()
    words = ["-m", "granian", "--interface", "rsgi", "--http", "1", "--port", str(found), "--no-ws"]
    with running([*words, "tests.ground.narrow:application"], plain_environ()):
        assert wait_until(lambda: answers(f"http://127.0.0.1:{found}/healthz"))
        yield found


@pytest.mark.parametrize(
    "head",
    [
        f"Content-Length: {len(HIDDEN)}\r\nTransfer-Encoding: chunked",
        f"Transfer-Encoding: chunked\r\nContent-Length: {len(HIDDEN)}",
        f"Content-Length: 0\r\nContent-Length: {len(HIDDEN)}",
        f"Content-Length: +{len(HIDDEN)}",
        "Transfer-Encoding: xchunked",
        "Transfer-Encoding : chunked",
    ],
)
def test_a_request_of_two_ends_is_not_two_requests(port: int, head: str) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as one:
        one.sendall(f"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n{head}\r\n\r\n".encode() + HIDDEN)
        one.shutdown(socket.SHUT_WR)
        said = b""
        while part := one.recv(10_000):
            said += part
    assert said.count(b"HTTP/1.1 ") <= 1
    assert b"HTTP/1.1 200" not in said
