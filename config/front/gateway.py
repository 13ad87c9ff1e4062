"""Whole requests to the WSGI application, on a few threads, and its answers back."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from http import HTTPStatus
from io import BytesIO
from typing import Any

Application = Callable[[dict[str, Any], Any], Iterable[Any]]
Headers = list[tuple[str, str]]

#: Set in the environ of a request whose body was not taken: the status that its page has to say.
REFUSED = "first_blood.refused"

_ALWAYS = {
    "SCRIPT_NAME": "",
    "GATEWAY_INTERFACE": "CGI/1.1",
    "wsgi.version": (1, 0),
    "wsgi.multithread": True,
    "wsgi.multiprocess": True,
    "wsgi.run_once": False,
}
_PLAIN = {"content-type": "CONTENT_TYPE", "content-length": "CONTENT_LENGTH"}


@dataclass
class Answer:
    """The status and headers with which the application answered."""

    status: int = 500
    headers: Headers = field(default_factory=list)
    body: bytes = b""

    def start(self, status: str, headers: Headers, exc_info: object = None) -> None:
        """WSGI's start_response."""
        self.status = int(status.split(" ", 1)[0])
        self.headers = headers


def environ_of(scope: Any, body: bytes) -> dict[str, Any]:
    """A request as WSGI has it: PEP 3333, with header fields sent several times joined."""
    host, _, port = scope.server.rpartition(":")
    environ: dict[str, Any] = {
        **_ALWAYS,
        "REQUEST_METHOD": scope.method,
        "PATH_INFO": scope.path.encode("utf-8", "surrogateescape").decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_NAME": host,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": address_of(scope),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
    }
    for name, value in scope.headers.items():
        # X_Forwarded_For would look like X-Forwarded-For.
        if "_" in name:
            continue
        key = _PLAIN.get(name) or "HTTP_" + name.upper().replace("-", "_")
        if key in environ:
            value = f"{environ[key]}{'; ' if name == 'cookie' else ','}{value}"
        environ[key] = value
    if scope.authority and "HTTP_HOST" not in environ:
        environ["HTTP_HOST"] = scope.authority
    return environ


def address_of(scope: Any) -> str:
    """Who is connected, without the port."""
    host: str = scope.client.rpartition(":")[0]
    return host.strip("[]")


def call(application: Application, environ: dict[str, Any]) -> Answer:
    """Runs the application to its end; what it leaves open is closed."""
    answer = Answer()
    parts = application(environ, answer.start)
    try:
        answer.body = b"".join(parts)
    finally:
        close = getattr(parts, "close", None)
        if close is not None:
            close()
    return answer


#: On an answer that Django did not make: nothing in it is run, framed or taken for anything else.
GUARDED = [
    ("x-content-type-options", "nosniff"),
    ("content-security-policy", "default-src 'none'; frame-ancestors 'none'"),
    ("referrer-policy", "no-referrer"),
]


def plain(status: int, headers: Headers | None = None) -> Answer:
    """A short answer in plain text, without the application."""
    text = "ok" if status == 200 else f"{HTTPStatus(status).phrase}."
    always = [("content-type", "text/plain; charset=utf-8"), ("cache-control", "no-store")]
    return Answer(status, [*always, *GUARDED, *(headers or [])], text.encode() + b"\n")
