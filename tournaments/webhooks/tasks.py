"""The sweeps of webhooks. Sending waits for other machines, so it is done in threads beside the sweep, which goes on:
in the embedded runner, the clocks of all tables are called by the same process."""

from __future__ import annotations

import threading
from datetime import datetime, timedelta

import structlog
from django.db import connection
from django.db.models import QuerySet

from tournaments.models.webhooks import WebhookDelivery
from tournaments.reading import delete_piece
from tournaments.webhooks.sending import claim, take_turn

#: Endpoints to which one process sends at once.
THREADS = 6
KEPT = timedelta(days=30)
_places = threading.BoundedSemaphore(THREADS)
log = structlog.get_logger(__name__)


def deliver_due(now: datetime) -> int:
    """Begins to send what is due, beside the caller; gives to how many endpoints."""
    places = 0
    while places < THREADS and _places.acquire(blocking=False):
        places += 1
    claimed: list[int] = []
    try:
        claimed = claim(now, places) if places else []
    finally:
        for _unused in range(places - len(claimed)):
            _places.release()
    for number in claimed:
        # ended with the process, at any point: the claim runs out, and what was not written is sent again
        threading.Thread(target=_turn, args=[number], daemon=True, name=f"webhook-{number}").start()
    return len(claimed)


def _turn(number: int) -> None:
    try:
        take_turn(number)
    except Exception:
        log.exception("a webhook's turn failed", endpoint=number)
    finally:
        connection.close()
        _places.release()


def old_deliveries(now: datetime) -> QuerySet[WebhookDelivery]:
    """The deliveries older than a month, whatever became of them."""
    return WebhookDelivery.objects.filter(created_at__lt=now - KEPT)


def forget_old_deliveries(now: datetime) -> int:
    """Deletes some of them; gives how many."""
    return delete_piece(old_deliveries(now))
