"""Asking the site as browsers, phones and programs do, and reading what it answers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.test import Client

if TYPE_CHECKING:
    from config.simulation.day import Day
    from config.simulation.expected import Table

API = "/api/v1/"
ABOUT = re.compile(r"(matches|live|records|entrants|rounds)/[^/]+/")
#: What a request may be answered when nothing is wrong with the site.
UNDERSTOOD = frozenset({200, 201, 202, 204, 302, 303, 400, 401, 403, 404, 409})
#: A form of a page, sent by a browser.
FORM = "form"


@dataclass(eq=False)
class Person:
    """Somebody who asks: with a token, a claim link, a seat's word, or with nothing."""

    name: str
    roles: frozenset[str]
    authorization: str = ""
    code: str = ""
    #: Where he has looked at a page.
    browser: Client | None = None

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Answer:
    """The answer to a request."""

    status: int
    data: Any
    text: str

    @property
    def done(self) -> bool:
        return self.status < 400


def _nothing(answer: Answer) -> None:
    """Nothing follows."""


@dataclass(eq=False)
class Ask:
    """A request with what follows from its answer.

    `key`: it counts once, however often it comes. `done`: what is true once it was answered with yes. `may`: whether
    its sender may do this at all; None where that is not known. `sure`: it must be answered with yes.
    """

    verb: str
    who: Person
    method: str
    path: str
    body: Any = None
    key: str = ""
    done: Callable[[Answer], None] = _nothing
    refused: Callable[[Answer], None] = _nothing
    may: bool | None = True
    sure: bool = False
    #: Whether the change, the key and the answer are one transaction.
    whole: bool = True
    content_type: str = "application/json"
    #: It must be refused.
    never: bool = False
    #: But not where another request is carried out in the middle of it.
    unless_beside: bool = False
    #: What a repeat must be answered, where that is not the first answer.
    answers_again: Callable[[Answer], None] | None = None
    #: The table in which a log has its say by this request, whatever is done to its result in the same moment.
    by_log: Table | None = None
    #: The answer that was lost last.
    lost: Answer | None = field(default=None)
    #: Whether an answer to it was lost, so that a refusal may mean that it was done before.
    uncertain: bool = field(default=False)
    #: Whether a try of it has written something.
    committed: bool = field(default=False)

    def __post_init__(self) -> None:
        self.let_log_speak()

    def let_log_speak(self) -> None:
        """From now on the outcome of the table is read from the site instead of predicted."""
        if self.by_log is not None:
            self.by_log.logged = True

    @property
    def about(self) -> str:
        """The subject of the request: a table, an entrant, a round, or the event."""
        subject = ABOUT.search(self.path)
        return subject[0] if subject else ""


class SiteClient:
    """One browser, without cookies, for everybody."""

    def __init__(self, day: Day) -> None:
        self.day = day
        self.client = Client(raise_request_exception=False, SERVER_NAME="localhost")

    def send(self, ask: Ask) -> Answer:
        """Sends it once."""
        response = self._by_browser(ask) if ask.content_type == FORM else self._by_program(ask)
        text = response.content.decode(errors="replace")
        data = (
            json.loads(text)
            if text and response.headers.get("Content-Type", "").partition(";")[0] == "application/json"
            else None
        )
        answer = Answer(response.status_code, data, text)
        self.day.heard(ask, answer)
        return answer

    def _by_browser(self, ask: Ask) -> Any:
        browser = ask.who.browser
        assert browser is not None
        return browser.get(ask.path) if ask.method == "GET" else browser.post(ask.path, ask.body)

    def _by_program(self, ask: Ask) -> Any:
        headers = {}
        if ask.who.authorization:
            headers["Authorization"] = ask.who.authorization
        if ask.key and ask.path.startswith(API):
            headers["Idempotency-Key"] = ask.key
        body = ask.body
        if ask.content_type == "application/json":
            body = json.dumps(body if body is not None else {})
        if ask.method == "GET":
            return self.client.get(ask.path, headers=headers)
        return self.client.generic(ask.method, ask.path, body, content_type=ask.content_type, headers=headers)

    def read(self, who: Person, path: str) -> Answer:
        """Reads an address of the API, without any fault."""
        return self.send(Ask("read", who, "GET", API + path))

    def see(self, who: Person, path: str) -> Answer:
        """Looks at a page in his browser, without any fault."""
        return self.send(Ask("see", who, "GET", path, content_type=FORM))
