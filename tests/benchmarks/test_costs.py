"""What each thing that players and tables ask for costs at a usual event: what `docs/scale.md` reckons with. Prints
figures; decides nothing."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import reverse

from config import stream
from config.notifier import Notifier
from referee.live import api_base
from tests.benchmarks.live_tables import entries_of, event_of, opened_table, words_of
from tests.tournaments.factories import actor, at
from tests.tournaments.large.large import decide, large_event
from tournaments.clocks.tasks import call_due_times
from tournaments.live.changes import mark_changed
from tournaments.live.tokens import token_for
from tournaments.models.accounts import User
from tournaments.models.clocks import ClockState, Deadline
from tournaments.models.events import Event
from tournaments.models.rounds import MatchState, Round, Seat
from tournaments.results.changes import enter_result
from tournaments.rounds.changes import finish_round, offer_round, publish_round, start_round

pytestmark = [pytest.mark.bench, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]
PLAYERS = 40


class Meter:
    """Prints processor milliseconds, statements and bytes of one of each."""

    def of(
        self, what: str, works: Sequence[Callable[[], Any]], before: Callable[[], object] = lambda: None
    ) -> list[Any]:
        """Does them, each after what is done `before` and not counted, and gives what came of each."""
        sent, counting = [0], [0]

        def counted(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            sent[0] += counting[0]
            return execute(sql, params, many, context)

        used, answers = [], []
        with connection.execute_wrapper(counted):
            for work in works:
                before()
                counting[0], began = 1, time.process_time()
                answers.append(work())
                used.append(time.process_time() - began)
                counting[0] = 0
        size = max(len(getattr(answer, "content", b"")) for answer in answers)
        used.sort()
        print(
            f"{what:45} {used[len(used) // 2] * 1000:7.1f} ms {sent[0] / len(works):6.1f} statements "
            f"{size:7} bytes at most"
        )
        return answers


def database_size() -> int:
    """Bytes of the database."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])
        cursor.execute("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
        return int(cursor.fetchone()[0])


def round_begun(event: Event, minute: int) -> Round:
    """The next round offered, published and started."""
    olga = actor("olga")
    offered = offer_round(event, by=olga, now=at(minute - 5))
    return start_round(publish_round(offered, by=olga, now=at(minute - 5)), by=olga, now=at(minute))


def looks(name: str, event: Event, people: Sequence[User]) -> list[Callable[[], object]]:
    """A page asked for by players who have looked at it before."""
    address = reverse(f"tournaments:{name}", args=[event.slug])
    works: list[Callable[[], object]] = []
    for person in people:
        client = Client()
        client.force_login(person)
        client.get(address)
        works.append(partial(client.get, address))
    return works


def at_tables(round: Round, state: MatchState) -> list[User]:
    """Who plays at the tables of this state."""
    seats = Seat.objects.filter(round=round, match__state=state, entrant__user__isnull=False)
    return [seat.entrant.user for seat in seats.select_related("entrant__user") if seat.entrant.user][:9]


def reports(round: Round) -> list[Callable[[], object]]:
    """At the first tables both phones report the same, by the page's form."""
    works: list[Callable[[], object]] = []
    for match in round.matches.filter(is_bye=False).order_by("table")[:8]:
        for seat in match.seats.select_related("entrant__user"):
            if seat.entrant.user is None:
                continue
            client, form = Client(), {"result": "win:A", "idempotency_key": f"k{seat.pk}"}
            client.force_login(seat.entrant.user)
            works.append(partial(client.post, reverse("tournaments:report", args=[match.pk]), form))
    return works


class Phone:
    """A client of the stream that reads what it is sent."""

    def __init__(self, event: int) -> None:
        self.scope = {
            "type": "http",
            "path": "/stream/",
            "query_string": f"token={token_for(event)}".encode(),
            "method": "GET",
            "headers": [],
        }
        self.changes = 0
        self.parts = 0

    async def receive(self) -> Mapping[str, Any]:
        return await asyncio.Future()

    async def send(self, message: Mapping[str, Any]) -> None:
        self.parts += 1
        self.changes += b"event: changed" in message.get("body", b"")


def test_what_a_message_of_the_stream_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The stream's whole work for a message: reading, comparing, writing; the server's own is not in it."""
    phones, times = 500, 20
    monkeypatch.setattr(stream, "notifier", Notifier())

    async def run() -> float:
        following = [Phone(1) for _ in range(phones)]
        tasks = [
            asyncio.ensure_future(stream.application(each.scope, each.receive, each.send))
            for each in following
        ]
        while any(each.parts < 3 for each in following):  # the head, when to come back, where it begins
            await asyncio.sleep(0.05)
        began = time.process_time()
        for n in range(1, times + 1):
            await asyncio.to_thread(changed)
            while any(each.changes < n for each in following):
                await asyncio.sleep(0.02)
        used = time.process_time() - began
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return used

    def changed() -> None:
        mark_changed(1, "rounds")
        connection.close()

    changed()
    used = asyncio.run(run())
    print(f"\na message of the stream {used / phones / times * 1000:.3f} ms, {phones} listening")


def test_what_a_round_of_a_usual_event_costs() -> None:
    meter, before = Meter(), database_size()
    event = large_event(PLAYERS, swiss_rounds=4, clock_kind="fixed", hard_stop_minutes=5)
    print(f"\n{PLAYERS} players, {connection.vendor}")
    for number in (1, 2, 3):
        begun: list[Round] = meter.of(
            f"round {number}: offered, published, started", [partial(round_begun, event, number * 60)]
        )
        if number < 3:
            decide(begun[0])
            over = partial(finish_round, begun[0], by=actor("olga"), now=at(number * 60 + 50))
            meter.of(f"round {number}: finished", [over])
    third = begun[0]
    meter.of("a report or its confirmation", reports(third))
    due = Deadline.objects.filter(round=third, state=ClockState.RUNNING).count()
    (called,) = meter.of(f"time called at {due} tables", [partial(call_due_times, at(3 * 60 + 51))])
    assert called == due > 0
    others = itertools.count(1)
    last = third.matches.filter(is_bye=False).order_by("table").last()
    assert last is not None

    def elsewhere() -> None:
        """A result at another table: what was kept of the event is made anew."""
        said = {"winner": "AB"[next(others) % 2]}
        enter_result(last, said, by=actor("hedda"), now=at(240), reason="A slip.")

    elsewhere()
    playing, decided = at_tables(third, MatchState.OPEN), at_tables(third, MatchState.DECIDED)
    for name, people in (("my_table", playing), ("event_page", playing), ("standings", playing)):
        meter.of(f"page {name}, after a result elsewhere", looks(name, event, people), elsewhere)
    meter.of("page my_table, its match decided", looks("my_table", event, decided), elsewhere)
    print(f"rows of the event {(database_size() - before) / PLAYERS / 3:.0f} bytes a player and round")


@pytest.mark.parametrize("game", ["looney_tunes", "highlander"])
def test_what_a_logged_game_costs(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api_base.TapThrottle, "rate", "100000/min")
    monkeypatch.setattr(api_base.LookThrottle, "rate", "100000/min")
    cache.clear()
    log, sent = entries_of(game, "costs")
    _, (match,) = event_of(game, 1)
    table = opened_table(match, log)
    words, client, address = words_of(table), Client(), f"/api/v1/live/{table.pk}/"
    meter, before = Meter(), database_size()

    def tap(n: int) -> object:
        entry = sent[n]
        who = entry["by"] if entry["by"] in "AB" else "judge" if entry["by"] == "judge" else "A"
        answer = client.post(
            address + "entries/",
            {"key": f"k{n}", "after": n, "entry": entry},
            content_type="application/json",
            headers={"Authorization": f"Seat {words[who]}"},
        )
        assert answer.status_code == 201, answer.content
        return answer

    print(f"\n{game}, {len(sent)} entries, {connection.vendor}")
    meter.of("a tap", [partial(tap, n) for n in range(len(sent))])
    other = {"Authorization": f"Seat {words['B']}"}
    look = partial(client.get, f"{address}?since={len(sent) - 1}", headers=other)
    meter.of("the other's look", [look] * 20)
    print(f"rows {(database_size() - before) / len(sent):.0f} bytes an entry")
