"""Marking changes, the address of the stream, and asking for versions without it."""

from datetime import UTC, datetime
from threading import Barrier, Thread
from types import SimpleNamespace
from urllib.parse import parse_qs, urlsplit

import pytest
import time_machine
from django.db import connection, transaction
from django.test import Client, RequestFactory
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from tournaments.live import changes
from tournaments.live.address import live_stream_url
from tournaments.live.changes import add_up_versions, mark_changed
from tournaments.live.queries import versions_of
from tournaments.live.tokens import event_of, token_for
from tournaments.models.events import Event, State
from tournaments.models.live import LiveVersion

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture
def event(db: None) -> Event:
    return Event.objects.create(
        slug="spring", name="Spring", game="looney_tunes", state=State.REGISTRATION, created_at=NOON
    )


@pytest.mark.django_db
def test_each_change_counts_its_topic_up() -> None:
    mark_changed(1, "clock")
    mark_changed(1, "clock")
    mark_changed(1, "results")
    mark_changed(2, "clock")
    assert versions_of(1) == {"clock": 2, "results": 1}
    assert versions_of(2) == {"clock": 1}


@pytest.mark.django_db
def test_many_rows_become_one_and_no_version_changes() -> None:
    for _ in range(changes.MANY + 1):
        mark_changed(1, "clock")
    mark_changed(1, "results")
    mark_changed(2, "clock")
    assert add_up_versions(NOON) == 1
    assert versions_of(1) == {"clock": changes.MANY + 1, "results": 1}
    assert LiveVersion.objects.count() == 3
    assert add_up_versions(NOON) == 0
    mark_changed(1, "clock")
    assert versions_of(1)["clock"] == changes.MANY + 2


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_changes_do_not_wait_for_each_other() -> None:
    """Two transactions mark the same topics in opposite order, each before the other has committed."""
    met, errors = Barrier(2, timeout=60), []

    def change(*topics: str) -> None:
        try:
            with transaction.atomic():
                mark_changed(1, topics[0])
                met.wait()
                mark_changed(1, topics[1])
                met.wait()
        except Exception as error:
            errors.append(error)
        finally:
            connection.close()

    both = [Thread(target=change, args=topics) for topics in (("clock", "rounds"), ("rounds", "clock"))]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    assert errors == []
    assert versions_of(1) == {"clock": 2, "rounds": 2}


@pytest.mark.django_db
def test_a_topic_must_be_known() -> None:
    with pytest.raises(ValueError, match="no topic 'secrets'"):
        mark_changed(1, "secrets")


@pytest.mark.django_db(transaction=True)
def test_a_change_that_is_undone_is_no_change() -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        mark_changed(1, "clock")
        raise RuntimeError
    assert versions_of(1) == {}


@pytest.mark.django_db
def test_streams_are_told_after_the_commit(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    told: list[tuple[int, str]] = []
    monkeypatch.setattr(changes, "announce", lambda event_id, topic: told.append((event_id, topic)))
    with django_capture_on_commit_callbacks(execute=True):
        mark_changed(5, "rounds")
        assert told == []
    assert told == [(5, "rounds")]


def test_a_token_opens_its_event_for_an_hour() -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        token = token_for(7)
        assert event_of(token) == 7
        clock.shift(3599)
        assert event_of(token) == 7
        clock.shift(2)
        assert event_of(token) is None


@pytest.mark.parametrize("token", ["", "7", "a:b:c", "x" * 5000])
def test_a_forged_token_opens_nothing(token: str) -> None:
    assert event_of(token) is None
    good = token_for(7)
    assert event_of(good[:-1] + ("A" if good[-1] != "A" else "B")) is None


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("setting", "host", "wanted", "origin"),
    [
        (":8001", "10.0.0.5:8000", "http://10.0.0.5:8001/stream/", "http://10.0.0.5:8001"),
        (":8001", "[::1]:8000", "http://[::1]:8001/stream/", "http://[::1]:8001"),
        ("/stream/", "cards.example", "/stream/", None),
        (
            "https://live.example/stream/",
            "cards.example",
            "https://live.example/stream/",
            "https://live.example",
        ),
    ],
)
def test_the_address_follows_the_setting(
    settings: Settings, setting: str, host: str, wanted: str, origin: str | None
) -> None:
    settings.STREAM_URL = setting
    mark_changed(7, "clock")
    request = RequestFactory().get("/", headers={"host": host})
    found = live_stream_url(SimpleNamespace(pk=7), request)
    base, _, _ = found.partition("?")
    query = parse_qs(urlsplit(found).query)
    assert base == wanted
    assert event_of(query["token"][0]) == 7
    assert query["since"] == ["clock.1"]
    assert getattr(request, "stream_origin", None) == origin


def test_without_a_stream_there_is_no_address(settings: Settings) -> None:
    settings.STREAM_URL = ""
    assert live_stream_url(SimpleNamespace(pk=7), RequestFactory().get("/")) == ""


def test_a_page_can_ask_for_the_versions(client: Client, event: Event, settings: Settings) -> None:
    settings.STREAM_URL = ":8001"
    mark_changed(event.pk, "rounds")
    answer = client.get("/events/spring/live/")
    assert answer.status_code == 200
    assert answer.json()["versions"] == {"rounds": 1}
    assert answer.json()["stream"].startswith("http://testserver:8001/stream/?token=")
    assert "http://testserver:8001" in answer["Content-Security-Policy"]
    assert "no-store" in answer["Cache-Control"]


def test_a_draft_has_no_versions_for_strangers(client: Client, event: Event) -> None:
    Event.objects.update(state=State.DRAFT)
    assert client.get("/events/spring/live/").status_code == 404
    assert client.get("/events/no-such-event/live/").status_code == 404
    assert client.post("/events/spring/live/").status_code == 405
