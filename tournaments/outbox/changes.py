"""Putting something into the outbox, and taking it out once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from django.db import transaction

from tournaments.live.nudge import nudge
from tournaments.many_rows import write_rows
from tournaments.models.events import Event
from tournaments.models.outbox import OutboxRow


def put(event: Event, topic: str, payload: dict[str, Any], *, now: datetime) -> OutboxRow:
    """Writes a row in the present transaction and asks for it to be taken soon."""
    nudge()
    return OutboxRow.objects.create(event=event, topic=topic, payload=payload, created_at=now)


def put_many(topic: str, told: Iterable[tuple[int, dict[str, Any]]], *, now: datetime) -> None:
    """The same for many at once: pairs of an event's id and a payload."""
    if write_rows(OutboxRow, ("event_id", "payload"), told, topic=topic, created_at=now):
        nudge()


def consume(
    topics: Iterable[str], handle: Callable[[OutboxRow], None], *, now: datetime, limit: int = 500
) -> int:
    """Hands each waiting row of these topics to `handle`, once, oldest first; gives how many.

    The row is claimed and handled in one transaction: when `handle` raises, the row waits on and the
    error goes up; what was handled before stays handled.
    """
    waiting = OutboxRow.objects.filter(topic__in=list(topics), taken_at=None).order_by("id")
    done = 0
    for number in list(waiting.values_list("pk", flat=True)[:limit]):
        with transaction.atomic():
            claimed = OutboxRow.objects.filter(pk=number, taken_at=None).update(taken_at=now)
            if not claimed:
                continue
            handle(OutboxRow.objects.select_related("event").get(pk=number))
            done += 1
    return done
