"""Streams and mails of a simulated day: each event written to who follows, and each mail, is looked through."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMessage

from config.simulation.outside import Outside
from config.simulation.secrets_seen import Marks
from config.simulation.site_client import Person
from config.simulation.streams import Follower, Streams
from tournaments.live.changes import mark_changed
from tournaments.models.events import Event
from tournaments.now import now

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


class Told(Exception):
    """What a check said."""


def day_of() -> Any:
    """As much of a day as both need; a check that does not hold is raised."""

    def check(holds: bool, invariant: str, message: str) -> None:
        if not holds:
            raise Told(message)

    def heard(ask: Any, answer: Any) -> None:
        check(marks.seen_by(ask.who, answer.text) is None, "secrets", answer.text)

    marks = Marks()
    return SimpleNamespace(check=check, heard=heard, marks=marks, plan=SimpleNamespace(text="1"))


@pytest.fixture
def followed() -> tuple[Any, Streams, Event]:
    """Somebody who follows an event of which nothing was said yet."""
    event, day = Event.objects.create(slug="one", name="One", created_at=now()), day_of()
    streams = Streams(day)
    follower = Follower(Person("anna", frozenset({"anybody"})), (event.pk, 0, 0))
    streams.followers.append(follower)
    streams.notifier.listeners[event.pk].add(follower)
    return day, streams, event


def test_what_changes_is_written_once(followed: tuple[Any, Streams, Event]) -> None:
    _, streams, event = followed
    streams.hear()
    mark_changed(event.pk, "rounds")
    streams.hear()
    (follower,) = streams.followers
    assert follower.known["rounds"] == 1
    streams.hear()  # nothing is new, and a version that came twice would be said
    mark_changed(event.pk, "rounds")
    streams.hear()
    assert follower.known["rounds"] == 2
    streams.close()


def test_a_topic_with_words_of_its_own_is_said(
    followed: tuple[Any, Streams, Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, streams, event = followed
    monkeypatch.setattr("config.notifier.read_versions", lambda events: {event.pk: {"the seed is 7": 1}})
    with pytest.raises(Told, match="the seed is 7"):
        streams.hear()
    streams.close()


@pytest.mark.parametrize(
    ("to", "text", "wrong"),
    [
        ("anna@mail.example", "Round 2 is out.", []),
        ("anna@mail.example", "The end is at 14:07.", ["14:07"]),
        ("bob@mail.example", "The end is at 14:07.", []),
        ("eve@elsewhere.example", "Round 2 is out.", ["eve@elsewhere.example"]),
    ],
)
def test_mails_are_read_by_whom_they_went_to(to: str, text: str, wrong: list[str]) -> None:
    day = day_of()
    outside = Outside(day)
    for name in ("anna", "bob"):
        outside.addresses[f"{name}@mail.example"] = Person(name, frozenset({"player"}))
    day.marks.plant("14:07", "bob")
    EmailMessage("First Blood", text, to=[to]).send()
    assert len(mail.outbox) == 1
    outside.read_mail()
    outside.read_mail()
    assert len(outside.wrong) == len(wrong) and all(part in outside.wrong[0] for part in wrong)
