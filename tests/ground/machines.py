"""Two machines for pages and two for the event stream on one database and one Redis, and a browser that a front sends
to either. Nothing else is shared: each has a data folder of its own."""

from __future__ import annotations

import http.client
import random
import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tests.ground.places import answers, free_port, running, test_database_environ, wait_until

#: The name under which people reach the site, whichever machine answers.
HOST = "cards.example.org"
#: As docs/operator.md has them.
PAGES = ["granian", "--interface", "rsgi", "--http", "1", "--workers", "1", "--backpressure", "4000"]
STREAM = ["granian", "--interface", "asginl", "--backpressure", "6000", "--workers-kill-timeout", "1"]


def somewhere() -> str:
    """An address of nobody's network, another each time: Redis remembers for a while who tried what."""
    return f"198.18.{random.randrange(256)}.{random.randrange(1, 255)}"


@dataclass(frozen=True)
class Machines:
    """The ports of the pages and of the streams."""

    pages: tuple[int, int]
    streams: tuple[int, int]


@contextmanager
def two_of_each(folder: Path) -> Iterator[Machines]:
    """All four at once, from the moment they answer."""
    ports = [free_port() for _ in range(4)]
    with ExitStack() as stack:
        for number, port in enumerate(ports):
            data = folder / f"machine-{number}"
            environ = test_database_environ(data) | {
                "DJANGO_SETTINGS_MODULE": "config.settings",
                "ALLOWED_HOSTS": HOST,
                "PROXY_COUNT": "1",
                "SAVED_ROUNDS": "0",
            }
            kind, target = (PAGES, "config.rsgi") if number < 2 else (STREAM, "config.stream")
            arguments = [*kind, "--port", str(port), f"{target}:application"]
            stack.enter_context(running(["-m", *arguments], environ))
        for port in ports:
            assert wait_until(lambda port=port: answers(f"http://127.0.0.1:{port}/healthz"), 120), port  # type: ignore[misc]
        yield Machines((ports[0], ports[1]), (ports[2], ports[3]))


@dataclass
class Answer:
    """What came back."""

    status: int
    text: str
    headers: Mapping[str, str]


@dataclass
class Browser:
    """One person's browser: its cookies, and the word against forgery of the page it saw last, are good whichever
    machine it comes to."""

    address: str = field(default_factory=somewhere)
    cookies: dict[str, str] = field(default_factory=dict)
    word: str = ""
    token: str = ""

    def ask(
        self, port: int, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] = {}
    ) -> Answer:
        """One request, as a front hands it on."""
        sent = {"Host": HOST, "X-Forwarded-For": self.address, "X-Forwarded-Proto": "http", **headers}
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if self.token:
            sent["Authorization"] = self.token
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        try:
            connection.request(method, path, body, sent)
            answer = connection.getresponse()
            text = answer.read().decode("utf-8", "replace")
        finally:
            connection.close()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                cookie, _, kept = value.partition(";")[0].partition("=")
                self.cookies[cookie] = kept
        words = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', text)
        self.word = words[0] if words else self.word
        return Answer(answer.status, text, dict(answer.getheaders()))

    def get(self, port: int, path: str) -> str:
        """A page that is there."""
        answer = self.ask(port, "GET", path)
        assert answer.status == 200, (path, answer.status, answer.text[:300])
        return answer.text

    def post(self, port: int, path: str, **fields: Any) -> Answer:
        """A form, with the word of the page seen last."""
        body = urlencode({"csrfmiddlewaretoken": self.word, **fields}).encode()
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://{HOST}"}
        return self.ask(port, "POST", path, body, headers)

    def sign_in(self, port: int, name: str, password: str) -> Answer:
        """By the page."""
        self.get(port, "/accounts/login/")
        return self.post(port, "/accounts/login/", login=name, password=password)


class Listener:
    """A phone that listens to one of the streams."""

    def __init__(self, port: int, token: str, since: str = "") -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.connection.request("GET", f"/stream/?token={token}&since={since}", headers={"Host": HOST})
        self.lines = self.connection.getresponse()
        assert self.lines.status == 200
        # who said nothing of what is known is told how it is, and only then listens for more
        assert since or self.next("id: ")

    def next(self, begins: str) -> str:
        """The rest of the next line that begins so."""
        while line := self.lines.readline().decode():
            if line.startswith(begins):
                return line.removeprefix(begins).strip()
        raise AssertionError("the stream ended")

    def hears(self, topic: str) -> None:
        """Waits for a change of this topic."""
        while f'"topic": "{topic}"' not in self.next("data: "):
            pass

    def close(self) -> None:
        self.connection.close()
