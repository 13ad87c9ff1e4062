"""Signs of life: who gives one, who has not been heard of, and what the desk and the launcher are told."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from tournaments.heartbeats import tasks
from tournaments.heartbeats.changes import PAGES, SWEEPS, beat, forget_old
from tournaments.heartbeats.queries import LATE, calls_late_by, signs
from tournaments.models.heartbeats import Heartbeat
from tournaments.now import now

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def test_a_process_has_one_sign_of_each_part_and_it_is_its_last() -> None:
    beat(PAGES, now=NOON)
    beat(PAGES, now=NOON + timedelta(seconds=5), busy=1.5)
    beat(SWEEPS, now=NOON + timedelta(seconds=2))
    found = signs(NOON + timedelta(seconds=10))
    assert [(sign.part, sign.age, sign.busy) for sign in found] == [(PAGES, 5.0, 1.5), (SWEEPS, 8.0, 0.0)]
    assert {sign.process.rpartition(":")[2] for sign in found} == {str(os.getpid())}


def test_nudges_by_the_hundred_are_one_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "_last", {})
    assert sum(tasks.beat_sweeps(NOON + timedelta(milliseconds=n)) for n in range(100)) == 1


def test_calls_are_late_when_nobody_was_heard_of_who_makes_them() -> None:
    assert calls_late_by(NOON) == 0
    beat(SWEEPS, now=NOON)
    assert calls_late_by(NOON + timedelta(seconds=LATE)) == 0
    beat(PAGES, now=NOON + timedelta(seconds=LATE))
    assert calls_late_by(NOON + timedelta(seconds=LATE + 1)) == int(LATE + 1)


def test_old_signs_are_forgotten() -> None:
    beat(PAGES, now=NOON - timedelta(hours=2))
    assert forget_old(NOON) == 1
    assert not Heartbeat.objects.exists()


def test_being_ready_is_said_to_everybody_and_who_was_heard_of_to_the_launcher_alone(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIRST_BLOOD_WATCH", "a-word")
    beat(SWEEPS, now=now() - timedelta(seconds=LATE + 5))
    asked = client.get("/readyz")
    assert (asked.status_code, asked.json()) == (200, {"ready": True, "database": "ok", "calls": "late"})
    assert "parts" not in client.get("/readyz", headers={"authorization": "Watch another"}).json()
    parts = client.get("/readyz", headers={"authorization": "Watch a-word"}).json()["parts"]
    assert [part["part"] for part in parts] == [SWEEPS]


def test_without_its_launcher_nobody_opens_the_report(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FIRST_BLOOD_WATCH", raising=False)
    assert "parts" not in client.get("/readyz", headers={"authorization": "Watch "}).json()
