"""A database that cannot store: changes are refused as such, what only reads goes on, and nothing is half-stored."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client

from tests.tournaments.factories import actor, round_under_way
from tournaments.models.results import Report
from tournaments.unavailable import refusal_of

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def read_only() -> Iterator[None]:
    """The database refuses every change, as one does whose disk is full."""
    sqlite = connection.vendor == "sqlite"
    begin, end = (
        ("PRAGMA query_only = ON", "PRAGMA query_only = OFF")
        if sqlite
        else ("SET default_transaction_read_only = on", "SET default_transaction_read_only = off")
    )
    with connection.cursor() as cursor:
        cursor.execute(begin)
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(end)


def signed_in(name: str) -> Client:
    client = Client(raise_request_exception=False)
    person = actor(name).user
    assert person is not None
    client.force_login(person)
    return client


def test_changes_are_refused_and_reading_goes_on() -> None:
    round = round_under_way(4)
    match = round.matches.order_by("table").first()
    assert match is not None
    staff = signed_in("olga")
    pages = [
        f"/events/{round.event.slug}/",
        f"/events/{round.event.slug}/standings/",
        f"/matches/{match.pk}/",
    ]
    pages += [f"/events/{round.event.slug}/desk/", f"/api/v1/matches/{match.pk}/"]
    assert [staff.get(page).status_code for page in pages] == [200] * len(pages)
    with read_only():
        assert [staff.get(page).status_code for page in pages] == [200] * len(pages)
        form = staff.post(
            f"/matches/{match.pk}/enter/", {"result": "win:A"}, headers={"accept-language": "de"}
        )
        assert (form.status_code, form["Retry-After"]) == (503, "10")
        assert "Sieh gleich noch einmal nach" in form.content.decode()
        asked = staff.put(
            f"/api/v1/matches/{match.pk}/result/", {"winner": "A"}, content_type="application/json"
        )
        assert (asked.status_code, asked["Retry-After"], asked.json()["code"]) == (503, "10", "unavailable")
    match.refresh_from_db()
    assert match.state == "open"
    assert not Report.objects.exists()
    done = staff.put(f"/api/v1/matches/{match.pk}/result/", {"winner": "A"}, content_type="application/json")
    assert done.status_code == 200


def test_a_database_that_is_away_is_said_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    round = round_under_way(2)
    client = signed_in("olga")

    def away(*_: object) -> None:
        raise OperationalError("unable to open database file")

    monkeypatch.setattr(BaseDatabaseWrapper, "ensure_connection", away)
    connection.close()
    page = client.get(f"/events/{round.event.slug}/")
    answer = client.get("/api/v1/events/")
    ready = client.get("/readyz")
    monkeypatch.undo()
    assert (page.status_code, page["Retry-After"]) == (503, "10")
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert (ready.status_code, ready.json()["ready"]) == (503, False)


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("database or disk is full", True),
        ("database is locked", True),
        ("no such table: tournaments_event", False),
        ("Expression tree is too large (maximum depth 1000)", False),
    ],
)
def test_a_wrong_statement_stays_a_fault_of_the_program(text: str, refused: bool) -> None:
    assert (refusal_of(OperationalError(text)) is not None) is refused
