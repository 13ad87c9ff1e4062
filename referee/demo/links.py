"""The demo's own links, by which one click makes somebody one of its people. Standard library alone: the launcher
writes them. What they are signed with lies in a file of the data folder, beside the database and not in it: a backup
of a demo opens nothing elsewhere."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import re
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

FILE = "demo-links.json"
#: Seconds a link is good for.
LIFETIME = 24 * 60 * 60
SIGNATURE = re.compile(r"(\d{1,12})-([0-9a-f]{40})", re.ASCII)


class Person(NamedTuple):
    """Somebody of the demo. ``mark``: of the account as the demo made it; ``path``: where to look first."""

    username: str
    name: str
    role: str
    account: int
    mark: str
    path: str


class Links(NamedTuple):
    """What the file holds. ``event``: the page of the running event."""

    key: str
    people: tuple[Person, ...]
    event: str

    def person(self, username: str) -> Person | None:
        """The one of that name."""
        return next((person for person in self.people if person.username == username), None)

    def address(self, person: Person, now: float) -> str:
        """The link of one of them, good from now on for a day."""
        until = int(now) + LIFETIME
        return f"/demo/{person.username}/{until}-{self._signature(person.username, until)}/"

    def until(self, username: str, word: str) -> int | None:
        """Until when the word of a link is good; None where nobody here has written it."""
        read = SIGNATURE.fullmatch(word)
        if read is None:
            return None
        until = int(read[1])
        good = hmac.compare_digest(read[2], self._signature(username, until))
        return until if good else None

    def mark_of(self, account: int, username: str, password: str) -> str:
        """The mark of an account with what is stored of its password."""
        return self._signed(f"account {account} {username} {password}")

    def _signature(self, username: str, until: int) -> str:
        return self._signed(f"link {username} {until}")

    def _signed(self, text: str) -> str:
        return hmac.new(bytes.fromhex(self.key), text.encode(), hashlib.sha256).hexdigest()[:40]


def read_links(data: Path) -> Links | None:
    """The links of a data folder; None where there are none, or none that can be read."""
    try:
        held = json.loads((data / FILE).read_text(encoding="utf-8"))
        people = tuple(Person(**person) for person in held["people"])
        links = Links(str(held["key"]), people, str(held["event"]))
        return links if len(bytes.fromhex(links.key)) >= 16 else None
    except (OSError, ValueError, TypeError, KeyError):
        return None


def write_links(data: Path, people: Sequence[tuple[Person, str]], event: str) -> None:
    """Keeps the people, each with what is stored of his password, under a key that is drawn now. For the site alone."""
    links = Links(secrets.token_hex(32), (), event)
    marked = [
        person._replace(mark=links.mark_of(person.account, person.username, password))._asdict()
        for person, password in people
    ]
    handle = os.open(data / FILE, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump({"key": links.key, "people": marked, "event": links.event}, file)
