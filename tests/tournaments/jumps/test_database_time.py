"""With PostgreSQL the time is the database's, whatever the machine's clock says; with SQLite it is the machine's."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db import OperationalError, connection

from tournaments import now as edge

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


class Cursor:
    """A cursor of a database whose clock says a moment."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def __enter__(self) -> Cursor:
        return self

    def __exit__(self, *_: object) -> None: ...

    def execute(self, sql: str) -> None:
        self.answer = (True,) if sql == edge.THERE else (self.database.says, 0)
        if sql == edge.THERE and not self.database.away:
            return
        if self.database.away:
            raise OperationalError("away")
        self.database.asked += 1
        self.database.count[0] += self.database.takes

    def fetchone(self) -> tuple[object, ...]:
        return self.answer


class Database:
    """A PostgreSQL as far as it is asked for the time."""

    def __init__(self, count: list[float], vendor: str = "postgresql") -> None:
        self.vendor, self.count = vendor, count
        self.says, self.asked, self.takes, self.away = NOON, 0, 0.0, False

    def cursor(self) -> Cursor:
        return Cursor(self)


@pytest.fixture
def count(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The monotonic clock, which the test moves."""
    found = [1000.0]
    monkeypatch.setattr(edge, "monotonic_seconds", lambda: found[0])
    return found


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch, count: list[float]) -> edge.DatabaseTime:
    """What a process that has just begun knows."""
    found = edge.DatabaseTime()
    monkeypatch.setattr(edge, "ASKS", True)
    monkeypatch.setattr(edge, "database", found)
    return found


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, count: list[float]) -> Database:
    found = Database(count)
    monkeypatch.setattr(edge, "connection", found)
    return found


def test_the_databases_time_is_counted_on_between_two_questions(
    time: edge.DatabaseTime, asked: Database, count: list[float]
) -> None:
    assert edge.now() == NOON
    count[0] += 4
    assert (edge.now(), asked.asked) == (NOON + timedelta(seconds=4), 1)
    edge.on_connection(None, asked)  # type: ignore[arg-type]
    assert asked.asked == 1
    count[0] += 1
    asked.says = NOON + timedelta(seconds=20)
    edge.on_connection(None, asked)  # type: ignore[arg-type]
    assert (edge.now(), asked.asked) == (NOON + timedelta(seconds=20), 2)


def test_half_the_way_of_the_question_is_counted_and_a_slow_answer_is_not(
    time: edge.DatabaseTime, asked: Database, count: list[float]
) -> None:
    asked.takes = 0.4
    assert edge.now() == NOON + timedelta(seconds=0.2)
    count[0] += 15
    asked.takes, asked.says = 3, NOON + timedelta(hours=1)
    time.ask(asked)  # type: ignore[arg-type]
    assert edge.now() == NOON + timedelta(seconds=18.2)


def test_while_the_database_is_away_it_is_not_tried_for_every_question(
    time: edge.DatabaseTime, asked: Database, count: list[float]
) -> None:
    asked.away = True
    for _ in range(3):
        assert abs(edge.now() - datetime.now(UTC)) < timedelta(minutes=1)
    with pytest.raises(OperationalError):
        time.ask(asked)  # type: ignore[arg-type]
    asked.away = False
    count[0] += 15
    assert edge.now() == NOON


def test_sqlite_is_never_asked(time: edge.DatabaseTime, asked: Database) -> None:
    asked.vendor = "sqlite"
    assert abs(edge.now() - datetime.now(UTC)) < timedelta(minutes=1)
    edge.on_connection(None, asked)  # type: ignore[arg-type]
    assert asked.asked == 0


@pytest.mark.django_db
def test_the_real_database_says_an_aware_time_in_utc(time: edge.DatabaseTime) -> None:
    time.ask(connection)
    assert (time.now() is not None) == (connection.vendor == "postgresql")
    assert edge.now().tzinfo is UTC
    assert abs(edge.now() - datetime.now(UTC)) < timedelta(minutes=1)
