"""Who is told outside hears what is wrong with what comes: its signature, its time, its contents."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from standardwebhooks.webhooks import Webhook

from config.simulation.day import Day
from config.simulation.expected import Table
from config.simulation.outside import Hook
from config.simulation.plan import Plan
from config.simulation.secrets_seen import random_end_in
from config.simulation.site_client import Person
from tournaments.notifications.channels import bytes_of

pytestmark = pytest.mark.anywhere
SECRET, OTHER = "whsec_" + "c2ltdWxhdGVk" * 3, "whsec_" + "b3RoZXJvdGhl" * 3
URL, PHONE = "https://hooks.example/1", "https://push.example/1"
ANN = Person("Ann", frozenset({"player"}), "Claim x", "P01")


@pytest.fixture
def day() -> Day:
    made = Day(Plan("1", 4, 1))
    made.outside.patient = True
    made.outside.hooks[URL] = Hook(7, SECRET, ("round.started",))
    return made


def send(
    day: Day, secret: str = SECRET, kind: str = "round.started", text: str = "", key: str = "msg_1"
) -> None:
    body = json.dumps({"type": kind, "data": {"event": "e", "round": 1, "said": text}})
    at = datetime(2026, 1, 1, tzinfo=UTC)
    signed = Webhook(secret).sign(key, at, body)
    headers = {"webhook-id": key, "webhook-timestamp": str(int(at.timestamp())), "webhook-signature": signed}
    assert day.outside.post(URL, body.encode(), headers, None) == 200


def test_what_is_right_is_taken_in_once(day: Day) -> None:
    send(day)
    send(day)
    assert day.outside.wrong == [] and list(day.outside.hooks[URL].got) == ["msg_1"]


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"secret": OTHER}, "not signed"),
        ({"kind": "result.final"}, "not asked for"),
        ({"text": "hidden-1"}, "was told hidden-1"),
    ],
)
def test_what_is_wrong_is_heard(day: Day, sent: dict[str, Any], said: str) -> None:
    day.marks.plant("hidden-1", "organiser")
    send(day, **sent)
    assert len(day.outside.wrong) == 1 and said in day.outside.wrong[0]


def test_another_body_under_the_same_number_is_heard(day: Day) -> None:
    send(day)
    send(day, text="more")
    assert "another body" in day.outside.wrong[0]


@pytest.mark.parametrize("state", ["live", "paused"])
def test_who_was_taken_back_is_told_nothing(day: Day, state: str) -> None:
    hook = day.outside.hooks[URL]
    hook.live, hook.paused = state != "live", state == "paused"
    send(day)
    assert len(day.outside.wrong) == 1


def test_a_round_that_starts_is_to_be_told(day: Day) -> None:
    day.expected.number, day.expected.round_state = 2, "running"
    day.outside.note_round("form round-start", (2, "published"))
    day.outside.note_round("round-start", (2, "running"))  # twice is once
    day.outside.note_round("round-publish", (2, "offered"))
    assert day.outside.hooks[URL].due == {("round.started", 2): 1}


def test_a_phone_reads_its_own_messages_and_none_after_it_was_taken_back(day: Day) -> None:
    keys = day.outside.new_phone(3, PHONE, ANN, ("round",))
    day.marks.plant("hidden-2", "Ben")
    for text in ("Table 1 against Ben", "hidden-2", "Table 2 against Cem"):
        if text.startswith("Table 2"):
            day.outside.phones[PHONE].live = False
        body = http_ece.encrypt(
            json.dumps({"title": "Day", "body": text}).encode(),
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=bytes_of(keys["p256dh"]),
            auth_secret=bytes_of(keys["auth"]),
            version="aes128gcm",
        )
        day.outside.post(PHONE, body, {}, None)
    assert next(said["body"] for said in day.outside.phones[PHONE].got) == "Table 1 against Ben"
    assert "hidden-2" in day.outside.wrong[0] and "after it was taken back" in day.outside.wrong[1]


def test_an_address_that_nobody_gave_is_heard(day: Day) -> None:
    day.outside.post("https://elsewhere.example/", b"{}", {}, None)
    assert "nobody had asked" in day.outside.wrong[0]


@pytest.mark.django_db
def test_a_random_end_is_found_until_it_fires(day: Day) -> None:
    due = day.clock.now() + timedelta(minutes=20)
    table = Table(7, 1, 4, {"A": "P01", "B": "P02"}, bye=False, clock="running", due=due)
    day.choices = {"clock_kind": "random"}
    day.expected.number, day.expected.round_state, day.expected.tables = 1, "running", {7: table}
    assert "table 4" in (random_end_in(day, f'{{"due_at": "{due.isoformat()}"}}') or "")
    assert random_end_in(day, f'data-end="{int(due.timestamp())}000"')
    assert random_end_in(day, "nothing") is None
    day.expected.revealed.add(1)
    assert random_end_in(day, due.isoformat()) is None
    day.expected.revealed.clear()
    day.clock.advance(21 * 60)
    assert random_end_in(day, due.isoformat()) is None
