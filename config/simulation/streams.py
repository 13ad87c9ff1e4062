"""Who follows an event on its stream: each event that would be written to him, by the stream's own writer, at once."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from config import notifier, stream
from config.simulation.site_client import FORM, Answer, Ask, Person
from tournaments.live.changes import TOPICS
from tournaments.live.tokens import scope_of

if TYPE_CHECKING:
    from config.simulation.day import Day

#: So many follow at once.
MOST = 4
#: What an event may name, and nothing else: a topic has no words of its own.
NAMES = frozenset({*TOPICS, "table", "match"})


class Follower(notifier.Listener):
    """A page that was opened and has its stream: it is told what the notifier read last, and no more."""

    def __init__(self, who: Person, opened: tuple[int, int, int]) -> None:
        super().__init__(*opened)
        self.who = who
        #: What was written to him of each topic last.
        self.known: dict[str, int] = {}

    async def next(self, seconds: float) -> dict[str, int] | None:
        """The versions that are new; then nothing more comes for now."""
        if not self._fresh.is_set():
            raise asyncio.CancelledError
        self._fresh.clear()
        return self.latest


class Streams:
    """All who follow the event of the day."""

    def __init__(self, day: Day) -> None:
        self.day = day
        self.notifier = notifier.Notifier()
        self.followers: list[Follower] = []
        self.runner = asyncio.Runner()

    def forget(self) -> None:
        """Another event begins."""
        self.followers.clear()
        self.notifier.listeners.clear()

    def close(self) -> None:
        """The day is over."""
        self.runner.close()

    def add(self, who: Person, address: str) -> None:
        """By the address that a page was given."""
        opened = scope_of(parse_qs(urlsplit(address).query)["token"][0])
        self.day.check(opened is not None, "streams", f"{who} was given {address}, which opens nothing")
        assert opened is not None
        follower = Follower(who, opened)
        self.followers.append(follower)
        self.notifier.listeners[follower.event_id].add(follower)

    def hear(self) -> None:
        """All that changed since is written to everybody who follows, and looked through."""
        if not self.followers:
            return
        matches = notifier.read_matches(sorted({one.match for one in self.followers if one.match}))
        self.notifier._tell(notifier.read_versions(list(self.notifier.listeners)), {}, matches)
        for follower in self.followers:
            if follower._fresh.is_set():
                self._look(follower, self.runner.run(_written(follower)))

    def _look(self, follower: Follower, parts: list[str]) -> None:
        day, who = self.day, follower.who
        for part in parts:
            day.heard(Ask("stream", who, "GET", "/stream/"), Answer(200, None, part))
            for line in part.splitlines():
                if line.startswith("data: "):
                    told = json.loads(line.removeprefix("data: "))
                    self._one(follower, told)

    def _one(self, follower: Follower, told: dict[str, Any]) -> None:
        day, topic, version = self.day, str(told.get("topic")), int(told.get("version", -1))
        plain = set(told) == {"topic", "version"} and topic in NAMES
        day.check(plain, "streams", f"{follower.who} was written {told}")
        hears = not follower.match or topic in (*notifier.AT_A_TABLE, "match")
        day.check(hears, "streams", f"{follower.who} follows a match, and was written {told}")
        before = follower.known.get(topic, 0)
        day.check(version > before, "streams", f"{follower.who}: {topic} went from {before} to {version}")
        follower.known[topic] = version


async def _written(follower: Follower) -> list[str]:
    """What the stream writes to him now; the first time from the beginning."""
    parts: list[str] = []

    async def send(message: Any) -> None:
        parts.append(message["body"].decode())

    with suppress(asyncio.CancelledError):
        await stream._tell(follower, dict(follower.known), send)
    return parts


def follow(day: Day) -> Ask | None:
    """Somebody opens a page that stays current: of the event, or of a match."""
    if day.expected.state == "draft" or not day.slug:
        return None
    everybody = [day.people.visitor, day.people.name_problem, *day.people.players.values()]
    who = day.chance.choice(everybody)
    if not day.people.open_browser(who):
        return None
    matches = [table.pk for table in day.expected.tables.values()]
    of_match = f"?match={day.chance.choice(matches)}" if matches and day.chance.once_in(2) else ""

    def done(answer: Answer) -> None:
        if len(day.streams.followers) < MOST and answer.data["stream"]:
            day.streams.add(who, answer.data["stream"])

    return Ask(
        "follow", who, "GET", f"/events/{day.slug}/live/{of_match}", may=None, content_type=FORM, done=done
    )
