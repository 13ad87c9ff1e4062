"""The event stream's application, asked directly."""

import asyncio
import json
import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.db.models.functions import Now

from config import stream, stream_figures
from config.launch.child import MAX_STREAMS
from config.notifier import Listener, Notifier
from tournaments.live.changes import mark_changed
from tournaments.live.tokens import token_for
from tournaments.models.live import LiveVersion


class Client:
    """One request, by hand."""

    def __init__(self, path: str, query: str = "", method: str = "GET", headers: Any = ()) -> None:
        self.scope = {
            "type": "http",
            "path": path,
            "query_string": query.encode(),
            "method": method,
            "headers": list(headers),
        }
        self.gone = asyncio.Event()
        self.status = 0
        self.headers: dict[bytes, bytes] = {}
        self.parts: asyncio.Queue[str] = asyncio.Queue()

    async def receive(self) -> Mapping[str, Any]:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], dict(message["headers"])
        else:
            await self.parts.put(message["body"].decode())

    async def next_change(self) -> dict[str, Any]:
        """The next message that tells of a change."""
        while True:
            text = await asyncio.wait_for(self.parts.get(), 10)
            if "event: changed" in text:
                fields = dict(line.split(": ", 1) for line in text.strip().splitlines())
                return {"id": fields["id"], **json.loads(fields["data"])}


def ask(path: str, query: str = "", method: str = "GET") -> Client:
    """Asks and waits for the whole answer."""

    async def run() -> Client:
        client = Client(path, query, method)
        await asyncio.wait_for(stream.application(client.scope, client.receive, client.send), 10)
        return client

    return asyncio.run(run())


@pytest.fixture(autouse=True)
def own_notifier(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "notifier", Notifier())


@pytest.mark.parametrize("query", ["", "token=", "token=forged", "token=" + "x" * 3000, "since=clock.1"])
def test_without_a_good_token_it_stays_shut(query: str) -> None:
    assert ask("/stream/", query).status == 403


def test_it_serves_nothing_else() -> None:
    assert ask("/healthz").status == 200
    assert ask("/").status == 404
    assert ask("/admin/").status == 404
    assert ask("/stream/", f"token={token_for(1)}", "POST").status == 405


def test_too_many_listeners_are_sent_to_ask_by_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "MAX_LISTENERS", 0)
    refused = ask("/stream/", f"token={token_for(1)}")
    assert (refused.status, refused.headers[b"retry-after"]) == (503, b"30")


def test_who_is_one_too_many_is_still_connected_to_and_told_so() -> None:
    assert stream.MAX_LISTENERS < MAX_STREAMS


def test_a_stream_on_which_nothing_happens_gives_signs_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT", 0.02)

    async def run() -> str:
        client = Client("/stream/", f"token={token_for(1)}&since=clock.0")
        task = asyncio.ensure_future(stream.application(client.scope, client.receive, client.send))
        while "alive" not in (text := await asyncio.wait_for(client.parts.get(), 10)):
            pass
        client.gone.set()
        await asyncio.wait_for(task, 10)
        return text

    assert asyncio.run(run()) == "event: alive\ndata:\n\n"


def test_who_leaves_in_the_moment_of_a_change_is_written_to_no_more() -> None:
    """What is awaited and the end of the waiting come in one step of the loop: it ends."""

    async def run() -> None:
        listener = Listener(1)
        waiting = asyncio.ensure_future(listener.next(60))
        await asyncio.sleep(0.01)
        listener.offer({"rounds": 1})
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(waiting, 10)

    asyncio.run(run())


def follow(
    since: str, headers: Any = (), during: Any = None, told: int = 1
) -> tuple[Client, list[dict[str, Any]]]:
    """Follows event 1 until the topic `rounds` was told of once; gives what came.

    `during` is done once the client was sent so many lines: the first says when to come back, a second where a client
    without a starting point starts from.
    """

    async def run() -> tuple[Client, list[dict[str, Any]]]:
        client = Client("/stream/", f"token={token_for(1)}&since={since}", headers=headers)
        task = asyncio.ensure_future(stream.application(client.scope, client.receive, client.send))
        if during:
            while stream.notifier.count == 0 or client.parts.qsize() < told:
                await asyncio.sleep(0.01)
            await asyncio.to_thread(during)
        came = [await client.next_change()]
        while came[-1]["topic"] != "rounds":
            came.append(await client.next_change())
        client.gone.set()
        await asyncio.wait_for(task, 10)
        assert stream.notifier.count == 0
        return client, came

    return asyncio.run(run())


@pytest.mark.django_db(transaction=True)
def test_what_changed_since_the_page_was_made_comes_first() -> None:
    for topic in ("clock", "clock", "results", "rounds"):
        mark_changed(1, topic)
    client, came = follow("clock.1-results.1")
    assert client.status == 200
    assert client.headers[b"content-type"].startswith(b"text/event-stream")
    assert came == [
        {"id": "clock.2-results.1", "topic": "clock", "version": 2},
        {"id": "clock.2-results.1-rounds.1", "topic": "rounds", "version": 1},
    ]


@pytest.mark.django_db(transaction=True)
def test_a_client_that_comes_back_goes_on_from_its_last_id() -> None:
    for topic in ("clock", "clock", "rounds"):
        mark_changed(1, topic)
    _, came = follow("-", headers=[(b"Last-Event-ID", b"clock.2")])
    assert [c["topic"] for c in came] == ["rounds"]


@pytest.mark.django_db(transaction=True)
def test_a_change_while_listening_arrives_and_no_other_events() -> None:
    def change() -> None:
        from django.db import connection

        mark_changed(2, "clock")
        mark_changed(1, "rounds")
        connection.close()

    mark_changed(1, "clock")
    _, came = follow("clock.1", during=change)
    assert came == [{"id": "clock.1-rounds.1", "topic": "rounds", "version": 1}]


@pytest.mark.django_db(transaction=True)
def test_nonsense_as_a_starting_point_starts_from_now() -> None:
    def change() -> None:
        from django.db import connection

        mark_changed(1, "rounds")
        connection.close()

    mark_changed(1, "clock")

    _, came = follow("%00%ff-drop", during=change, told=2)
    assert came == [{"id": "clock.1-rounds.1", "topic": "rounds", "version": 1}]


@pytest.mark.redis
@pytest.mark.anywhere
def test_a_listener_that_is_ended_while_it_connects_ends() -> None:
    """Redis's client swallows a cancellation that comes in its first milliseconds; the stream then never ended."""

    async def ended_after(seconds: float) -> bool:
        task = asyncio.ensure_future(Notifier()._hear())
        await asyncio.sleep(seconds)
        task.cancel()
        done, late = await asyncio.wait([task], timeout=10)
        for each in late:
            each.cancel()
        return bool(done)

    assert all(asyncio.run(ended_after(step / 20_000)) for step in range(80))


def test_how_late_a_message_was_is_told_to_who_watches(settings: Any) -> None:
    settings.METRICS_TOKEN = "a-token"

    async def asked(*headers: tuple[bytes, bytes]) -> tuple[int, str]:
        client = Client("/metrics", headers=headers)
        await stream.application(client.scope, client.receive, client.send)
        return client.status, await client.parts.get()

    status, text = asyncio.run(asked((b"authorization", b"Bearer a-token")))
    assert status == 200 and "first_blood_stream_listeners 0.0" in text
    assert asyncio.run(asked())[0] == asyncio.run(asked((b"authorization", b"Bearer no")))[0] == 404
    settings.METRICS_TOKEN = ""  # nobody is to be told
    assert asyncio.run(asked((b"authorization", b"Bearer ")))[0] == 404


def counted() -> tuple[float, float]:
    """How many messages were counted, and the seconds of all."""
    told = stream_figures.told(0)
    number, total = (
        re.search(rf"^first_blood_stream_lag_seconds_{what} (\S+)$", told, re.M) for what in ("count", "sum")
    )
    assert number and total
    return float(number[1]), float(total[1])


@pytest.mark.django_db(transaction=True)
def test_a_change_is_counted_from_its_row_to_its_message(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read an hour late it is an hour late; what a client is told of first, as it comes, counts not."""

    def change() -> None:
        from django.db import connection

        with transaction.atomic():
            mark_changed(1, "rounds")
            LiveVersion.objects.filter(topic="rounds").update(at=Now() - timedelta(hours=1))
        connection.close()

    mark_changed(1, "clock")
    before = counted()
    _client, came = follow("", during=change, told=2)
    after = counted()
    assert [each["topic"] for each in came] == ["rounds"]
    assert after[0] - before[0] == 1 and 3600 <= after[1] - before[1] < 3660


def test_the_first_of_several_changes_counts() -> None:
    before = {1: {"clock": 1, "rounds": 1}, 2: {"clock": 1}}
    fresh = {1: {"clock": 2, "rounds": 2}, 2: {"clock": 1}, 3: {"clock": 1}}
    ages = {1: {"clock": 0.25, "rounds": 4.0}, 2: {"clock": 9.0}, 3: {"clock": 9.0}}
    assert stream_figures.changed_at(before, fresh, ages, 100.0) == {1: 96.0}


def test_who_reads_slowly_is_late_by_the_first_change_that_waits() -> None:
    listener = Listener(1)
    listener.offer({"clock": 1})
    listener.offer({"clock": 2}, 5.0)
    listener.offer({"clock": 3}, 9.0)
    assert listener.changed_at == 5.0 and listener.latest == {"clock": 3}
