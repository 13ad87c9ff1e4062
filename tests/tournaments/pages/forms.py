"""The forms of pages, read from the pages themselves, and what is sent in them that nobody means."""

from __future__ import annotations

import random
from collections import Counter
from html.parser import HTMLParser
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from tests.hostile.values import WRONG
from tests.tournaments.access.doors import is_refusal, label_of
from tests.tournaments.factories import actor
from tournaments.access.doors import ANYONE, PAGES

#: in every field at once: nothing, what no database keeps, too large a number, markup, too much
NONSENSE = ["", "\x00", "9" * 30, "<b>{{ 7 }}%s", "x" * 6000]
#: what a database of the stricter kind may choke on; the rest is told by the forms themselves
FOR_DATABASES = ["9" * 30, "\x00"]
#: and one of these in each field, by chance, beside what stands there
WORDS = [text for text in WRONG if isinstance(text, str) and text != "\ud800"]
WORDS += [
    "",
    "x" * 6000,
    "9" * 30,
    "-1",
    "1e999",
    "2026-02-30",
    "25:61",
    "on",
    "[]",
    '{"a": [1',
    "a" * 40 + "\n" * 40,
]
ANSWERS = (200, 302, 303, 400, 403, 404, 409, 413, 429)
Form = tuple[str, dict[str, str]]


class Forms(HTMLParser):
    """The forms of a page: their address, and the names of what they send."""

    def __init__(self, at: str) -> None:
        super().__init__()
        self.at, self.inside = at, False
        self.found: list[tuple[str, dict[str, str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = told.get("method", "get").lower() == "post"
            if self.inside:
                self.found.append((told.get("action") or self.at, {}))
        elif self.inside and tag in ("input", "select", "textarea", "button") and told.get("name"):
            kind = "button" if tag == "button" else told.get("type", "text")
            self.found[-1][1].setdefault(told["name"], f"{kind}:{told.get('value', '')}")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False


def filled(fields: dict[str, str], text: str) -> dict[str, Any]:
    """What the form sends with this in every field; buttons as they are, but for one that is nonsense too."""
    sent: dict[str, Any] = {}
    for name, what in fields.items():
        kind, _, value = what.partition(":")
        if name == "csrfmiddlewaretoken":
            continue
        sent[name] = SimpleUploadedFile("x.jsonl", text.encode() or b"{}") if kind == "file" else text
        if kind == "button" and text != "A":
            sent[name] = value
    return sent


def mixed(fields: dict[str, str], chance: random.Random) -> dict[str, Any]:
    """What the form sends with a word of its own in each field, or what stands there already."""
    sent = {}
    for name, what in fields.items():
        kind, _, value = what.partition(":")
        text = value if kind in ("button", "hidden") or chance.random() < 0.4 else chance.choice(WORDS)
        if name != "csrfmiddlewaretoken":
            sent[name] = SimpleUploadedFile("x.jsonl", text.encode() or b"{}") if kind == "file" else text
    return sent


class Nonsense:
    """Forms that were met, by the names of their doors, and what was wrong with the answers to nonsense."""

    def __init__(self, amount: int) -> None:
        self.amount = amount
        self.seen: set[str] = set()
        self.labels: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.visitor, self.other = Client(), Client()
        self.other.force_login(actor("nobody").user)  # type: ignore[arg-type]

    def pages(self, client: Client, pages: list[str]) -> None:
        """Sends nonsense in every form of these pages; in the short run in the first two of each door."""
        for page in pages:
            answer = client.get(page)
            assert answer.status_code == 200, (page, answer.status_code)
            forms = Forms(page)
            forms.feed(answer.content.decode())
            for address, fields in forms.found:
                mark = f"{address} {sorted(fields)}"
                if mark in self.seen or address == reverse("account_logout"):
                    continue
                if self.amount > 1 or self.labels[label_of(address)] < 2:
                    self.form(client, (address, fields), page)

    def form(self, client: Client, form: Form, page: str = "") -> None:
        """Sends nonsense by one who may, and by two who may not, who are refused whatever it is."""
        address, fields = form
        mark, label = f"{address} {sorted(fields)}", label_of(address)
        self.seen.add(mark)
        self.labels[label] += 1
        chance = random.Random(mark)
        words = NONSENSE if connection.vendor == "sqlite" else FOR_DATABASES
        sent = [filled(fields, text) for text in words]
        for each in [*sent, *(mixed(fields, chance) for _ in range(self.amount))]:
            self.send(client, address, each, page)
        if PAGES.get(label, ANYONE) != ANYONE:
            for who in (self.visitor, self.other)[: 1 if label == "register" else 2]:
                self.send(who, address, mixed(fields, chance), f"{page}, who may not", refused=True)

    def send(
        self, client: Client, address: str, sent: dict[str, Any], page: str, *, refused: bool = False
    ) -> None:
        told = f"{page} → {address} with { {name: str(text)[:20] for name, text in sent.items()} }"
        try:
            with transaction.atomic():
                answer = client.post(address, sent)
                transaction.set_rollback(True)
        except Exception as error:
            self.wrong.append(f"{told}: {error!r}")
            return
        if answer.status_code not in ANSWERS or (refused and not is_refusal(answer)):
            self.wrong.append(f"{told}: {answer.status_code}")
