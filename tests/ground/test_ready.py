"""`/readyz` and migrations: new code waits for them, old code goes on beside them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from config import monitoring
from tests.ground.test_kills import as_migrated

pytestmark = pytest.mark.django_db(transaction=True)
NEWEST = ("config", "0001_encipher_second_steps")
LATER = ("tournaments", "9999_of_a_later_version")


@pytest.fixture
def recorder(monkeypatch: pytest.MonkeyPatch) -> Iterator[MigrationRecorder]:
    """What the database says of its migrations: all were done, until a test says otherwise."""
    monkeypatch.setattr(monitoring, "_migrated", False)
    kept = MigrationRecorder(connection)
    with as_migrated(), override_settings(MIGRATION_MODULES={}):
        yield kept
        kept.record_unapplied(*LATER)
        if NEWEST not in kept.applied_migrations():
            kept.record_applied(*NEWEST)


def ready() -> tuple[int, object]:
    answer = Client().get("/readyz")
    return answer.status_code, answer.json().get("migrations")


def test_new_code_is_not_ready_until_the_database_is_migrated(recorder: MigrationRecorder) -> None:
    recorder.record_unapplied(*NEWEST)
    assert [ready(), ready()] == [(503, "missing")] * 2
    assert Client().get("/readyz").json()["database"] == "ok"
    recorder.record_applied(*NEWEST)
    assert ready() == (200, None)


def test_what_was_once_ready_asks_no_more(recorder: MigrationRecorder) -> None:
    assert ready() == (200, None)
    with CaptureQueriesContext(connection) as queries:
        assert ready() == (200, None)
    assert not [query for query in queries if "django_migrations" in query["sql"]]


def test_old_code_is_ready_beside_migrations_of_a_later_version(recorder: MigrationRecorder) -> None:
    recorder.record_applied(*LATER)
    assert ready() == (200, None)
