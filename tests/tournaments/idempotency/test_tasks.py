"""Answers and told things are kept for as long as somebody may ask for them, and no longer."""

from datetime import timedelta

import pytest

from tests.tournaments.factories import NOON, make_event
from tournaments.idempotency.tasks import forget_answers
from tournaments.models.answered_requests import AnsweredRequest
from tournaments.models.outbox import OutboxRow
from tournaments.outbox.tasks import clear_taken

pytestmark = pytest.mark.django_db


def days(number: float) -> timedelta:
    return timedelta(days=number)


def test_answers_are_forgotten_after_a_week() -> None:
    for number, age in enumerate((0, 6.9, 7.1, 400)):
        AnsweredRequest.objects.create(sender="user 1", path="/", key=str(number), at=NOON - days(age))
    assert [forget_answers(NOON), forget_answers(NOON)] == [2, 0]
    assert sorted(AnsweredRequest.objects.values_list("key", flat=True)) == ["0", "1"]


@pytest.mark.parametrize(
    ("created", "taken", "stays"),
    [(8, 6.9, True), (8, 7.1, False), (29, None, True), (31, None, False), (31, 1, True)],
)
def test_what_was_told_is_cleared(created: float, taken: float | None, stays: bool) -> None:
    row = OutboxRow.objects.create(
        event=make_event(),
        topic="time_called",
        payload={},
        created_at=NOON - days(created),
        taken_at=None if taken is None else NOON - days(taken),
    )
    clear_taken(NOON)
    assert OutboxRow.objects.filter(pk=row.pk).exists() is stays
