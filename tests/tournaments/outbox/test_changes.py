"""The outbox: written with the fact, taken once."""

import pytest

from tests.tournaments.factories import at, make_event
from tournaments.models.outbox import OutboxRow
from tournaments.outbox.changes import consume, put, put_many

pytestmark = pytest.mark.django_db


def test_rows_are_taken_once_in_order_and_by_topic() -> None:
    event = make_event()
    put(event, "result_contested", {"match": 1}, now=at(0))
    put_many("time_called", [(event.pk, {"match": 2}), (event.pk, {"match": 3})], now=at(0))
    seen: list[int] = []
    assert consume(["time_called"], lambda row: seen.append(row.payload["match"]), now=at(1)) == 2
    assert consume(["time_called"], lambda row: seen.append(row.payload["match"]), now=at(2)) == 0
    assert seen == [2, 3]
    assert OutboxRow.objects.get(taken_at=None).topic == "result_contested"


def test_a_row_whose_handling_fails_waits_on() -> None:
    event = make_event()
    put_many("time_called", [(event.pk, {"match": n}) for n in (1, 2, 3)], now=at(0))

    def handle(row: OutboxRow) -> None:
        if row.payload["match"] == 2:
            raise RuntimeError("no")

    with pytest.raises(RuntimeError):
        consume(["time_called"], handle, now=at(1))
    waiting = OutboxRow.objects.filter(taken_at=None)
    assert [row.payload["match"] for row in waiting] == [2, 3]
