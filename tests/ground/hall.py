"""A hall of people at a site whose parts are killed: players report, send logs and tap, a scorekeeper enters results,
and a page listens. Each asks the same again until it is answered, and now and then once more after that, as one whose
answer was lost. What was acknowledged is kept, to be looked for afterwards."""

from __future__ import annotations

import http.client
import json
import queue
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from rest_framework.authtoken.models import Token

from referee.models.live import LiveTable
from tests.benchmarks.live_tables import entries_of, event_of, opened_table, words_of
from tests.ground.launched import stream_port
from tests.ground.tapping import PATIENCE, Phone, Players, plain
from tests.tournaments.factories import actor
from tournaments.live.tokens import token_for
from tournaments.live.versions import Versions, from_mark
from tournaments.models.accounts import User
from tournaments.models.clocks import Deadline
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.rounds import Match
from tournaments.now import now

GAME = "looney_tunes"
#: Tables at which players report, at which the desk enters results, whose time is called meanwhile, which send logs in.
TABLES = 280, 60, 24, 12
#: How often somebody whose answer came asks the same once more.
AGAIN = 0.25


@dataclass
class Plan:
    """The event as it is before anybody is killed."""

    event: Event
    tokens: dict[int, dict[str, str]]
    desk: str
    reported: list[Match]
    entered: list[Match]
    called: list[Match]
    logged: list[Match]
    live: LiveTable
    entries: list[dict[str, Any]]
    log: bytes


def planned(seconds: float, tables: tuple[int, int, int, int] = TABLES) -> Plan:
    """An event whose round is being played; the time of some tables is called within so many seconds."""
    from rules.kernel.log import write_log

    log, entries = entries_of(GAME, "killed")
    event, matches = event_of(GAME, sum(tables) + 1)
    people = list(Entrant.objects.filter(event=event, code__startswith="Z").order_by("code"))
    users = [User(username=person.code, display_name=person.name, password="!") for person in people]
    for person, person.user in zip(people, User.objects.bulk_create(users, 500), strict=True):
        person.save(update_fields=["user"])
    desk = actor("sam").user
    words = {user: Token(user=user, key=Token.generate_key()) for user in [*users, desk] if user}
    Token.objects.bulk_create(words.values(), 500)
    keys = {person.pk: words[user].key for person, user in zip(people, users, strict=True)}
    tokens = {
        match.pk: {seat.letter: keys[seat.entrant_id] for seat in match.seats.all()} for match in matches
    }
    live = opened_table(matches.pop(), log)
    parts = [[matches.pop() for _ in range(count)] for count in tables]
    reported, entered, called, logged = parts
    Deadline.objects.exclude(match__in=called).delete()
    for n, match in enumerate(called):
        due = now() + timedelta(seconds=seconds * n / len(called))
        Deadline.objects.filter(match=match).update(due_at=due)
    assert desk is not None
    return Plan(
        event, tokens, words[desk].key, reported, entered, called, logged,
        live, [plain(entry) for entry in entries], write_log(log.header, log.entries),
    )  # fmt: skip


@dataclass
class Hall:
    """Everybody at work at once."""

    plan: Plan
    port: int
    seed: int
    #: the id each report, entered result and log was acknowledged with
    reports: dict[tuple[int, str], int] = field(default_factory=dict)
    results: dict[int, int] = field(default_factory=dict)
    records: dict[int, int] = field(default_factory=dict)
    statuses: Counter[int] = field(default_factory=Counter)
    unanswered: int = 0
    failed: list[BaseException] = field(default_factory=list)
    ended: threading.Event = field(default_factory=threading.Event)
    #: what the page that listens was told of last
    heard: Versions = field(default_factory=dict)
    connections: int = 0

    def __post_init__(self) -> None:
        self.players = Players(
            Phone(self.port, words_of(self.plan.live), self.plan.live.pk), self.plan.entries
        )
        self.todo: queue.SimpleQueue[Match] = queue.SimpleQueue()
        for match in self.plan.reported:
            self.todo.put(match)

    def ask(self, method: str, path: str, token: str, sent: Any, key: str = "") -> dict[str, Any]:
        """The answer, once there is one; it must be that the thing is done."""
        headers = {"Authorization": f"Token {token}", "Content-Type": "application/json"}
        body = sent if isinstance(sent, bytes) else json.dumps(sent).encode()
        if isinstance(sent, bytes):
            headers["Content-Type"] = "application/jsonl"
        if key:
            headers["Idempotency-Key"] = key
        limit = time.monotonic() + PATIENCE
        while time.monotonic() < limit:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
            try:
                connection.request(method, f"/api/v1/{path}", body, headers)
                answer = connection.getresponse()
                text = answer.read()
                self.statuses[answer.status] += 1
                if answer.status < 500:
                    assert answer.status in (200, 201), (answer.status, text[:500])
                    found: dict[str, Any] = json.loads(text)
                    return found
            except (OSError, http.client.HTTPException):
                self.unanswered += 1
            finally:
                connection.close()
            time.sleep(0.2)
        raise AssertionError("no answer")

    def once(self, chance: random.Random, *request: Any) -> int:
        """Asks, perhaps twice, and gives the id of what came of it: the same both times."""
        found = int(self.ask(*request)["id"])
        if chance.random() < AGAIN:
            assert int(self.ask(*request)["id"]) == found
        return found

    def reporting(self, number: int) -> None:
        """Both players of one table after the other report that A won."""
        chance = random.Random(f"{self.seed} {number}")
        while not self.ended.is_set() and not self.todo.empty():
            try:
                match = self.todo.get_nowait()
            except queue.Empty:
                return
            for letter in "AB":
                time.sleep(chance.random() * 0.3)
                path, token = f"matches/{match.pk}/reports/", self.plan.tokens[match.pk][letter]
                request = ("POST", path, token, {"winner": "A"}, f"{match.pk}-{letter}")
                self.reports[match.pk, letter] = self.once(chance, *request)

    def entering(self) -> None:
        """The desk writes down results."""
        chance = random.Random(f"{self.seed} desk")
        for match in self.plan.entered:
            if self.ended.is_set():
                return
            time.sleep(chance.random())
            request = (
                "PUT",
                f"matches/{match.pk}/result/",
                self.plan.desk,
                {"winner": "B"},
                f"desk-{match.pk}",
            )
            self.results[match.pk] = self.once(chance, *request)

    def sending(self) -> None:
        """Player A of a table sends in the log of its game."""
        chance = random.Random(f"{self.seed} logs")
        for match in self.plan.logged:
            if self.ended.is_set():
                return
            time.sleep(1 + chance.random())
            path = f"matches/{match.pk}/records/?game_number=1"
            request = ("POST", path, self.plan.tokens[match.pk]["A"], self.plan.log)
            self.records[match.pk] = self.once(chance, *request)

    def listening(self) -> None:
        """A page that follows the event's stream and comes back to it from where it was."""
        token = token_for(self.plan.event.pk)
        while not self.ended.is_set():
            try:
                # Asked each time, as a page that is opened again: a launcher started anew may have another.
                port = stream_port(f"http://127.0.0.1:{self.port}", self.plan.event.slug)
            except (OSError, http.client.HTTPException):
                self.unanswered += 1
                time.sleep(0.2)
                continue
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
            try:
                headers = {"Last-Event-ID": self.mark} if self.heard else {}
                connection.request("GET", f"/stream/?token={token}", headers=headers)
                answer = connection.getresponse()
                self.connections += 1
                while not self.ended.is_set() and (line := answer.readline()):
                    if line.startswith(b"id: "):
                        self.hear(line[4:].decode().strip())
            except (OSError, http.client.HTTPException):
                self.unanswered += 1
            finally:
                connection.close()
            time.sleep(0.2)

    def hear(self, mark: str) -> None:
        """Versions only rise."""
        told = from_mark(mark)
        assert told is not None
        assert all(told.get(topic, 0) >= version for topic, version in self.heard.items()), (told, self.heard)
        self.heard, self.mark = told, mark

    def acknowledged(self) -> int:
        """How many things so far."""
        return sum(map(len, (self.reports, self.results, self.records, self.players.stored)))

    def run(self, work: Callable[..., None], *arguments: Any) -> None:
        try:
            work(*arguments)
        except BaseException as error:  # told by the test's own thread
            self.failed.append(error)

    @contextmanager
    def only_listening(self) -> Iterator[None]:
        """The page alone, on a site that is whole again."""
        self.ended.clear()
        thread = threading.Thread(target=self.run, args=(self.listening,))
        thread.start()
        try:
            yield
        finally:
            self.ended.set()
            thread.join()
        if self.failed:
            raise self.failed[0]

    @contextmanager
    def at_work(self, *, listening: bool = True) -> Iterator[None]:
        """Everybody works until the block is left; then what was begun is finished. ``listening``: a page, too."""
        self.players.leave = self.ended
        works: list[tuple[Any, ...]] = [(self.reporting, number) for number in range(4)]
        works += [(self.entering,), (self.sending,), (self.players.tapping,)]
        works += [(self.listening,)] if listening else []
        threads = [
            threading.Thread(target=self.run, args=work) for work in [*works, (self.players.following,)]
        ]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self.ended.set()
            self.players.ended.set()
            for thread in threads:
                thread.join()
        if self.failed:
            raise self.failed[0]
