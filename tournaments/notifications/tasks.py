"""The sweeps of notifications. Sending waits for other machines, so it is done in threads beside the sweep, which goes
on: in the embedded runner, the clocks of all tables are called by the same process."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from datetime import datetime, timedelta

import structlog
from django.db import connection
from django.db.models import Q, QuerySet

from tournaments.models.events import State
from tournaments.models.notifications import Notification, Subscription
from tournaments.notifications.sending import claim, send
from tournaments.reading import delete_piece

#: Threads of one process, and what each takes at a turn.
THREADS, AT_A_TURN = 4, 25
KEPT = timedelta(days=7)
#: After the end of an event nothing is told, and a phone's address is nobody's business.
FORGOTTEN = timedelta(days=3)
_places = threading.BoundedSemaphore(THREADS)
log = structlog.get_logger(__name__)


def notify_due(now: datetime) -> int:
    """Begins to send what is due, beside the caller; gives how many it took. What is old news is not sent any more."""
    waiting = Notification.objects.filter(state="waiting")
    if not waiting.exists():  # nothing is written where there is nothing to do
        return 0
    waiting.filter(expires_at__lte=now).update(state="failed")
    taken = 0
    while _places.acquire(blocking=False):
        claimed: list[int] = []
        try:
            claimed = claim(now, AT_A_TURN)
        finally:
            if not claimed:
                _places.release()
        if not claimed:
            break
        # ended with the process, at any point: the claim runs out, and what was not written is sent again
        threading.Thread(target=_turn, args=[claimed], daemon=True, name="notifications").start()
        taken += len(claimed)
    return taken


def _turn(numbers: Sequence[int]) -> None:
    try:
        for number in numbers:
            try:
                send(number)
            except Exception:
                log.exception("a notification was not sent", notification=number)
    finally:
        connection.close()
        _places.release()


def old_notifications(now: datetime) -> QuerySet[Notification]:
    """The notifications older than a week."""
    return Notification.objects.filter(created_at__lt=now - KEPT)


def old_subscriptions(now: datetime) -> QuerySet[Subscription]:
    """What was asked for some days ago and has ended, by itself or with its event."""
    before = now - FORGOTTEN
    ended = [State.FINISHED, State.CANCELLED]
    over = Q(entrant__event__state__in=ended) | Q(role__event__state__in=ended)
    over &= Q(created_at__lt=before)
    return Subscription.objects.filter(over | Q(ended_at__lt=before))


def forget_notifications(now: datetime) -> int:
    """Deletes some of the old notifications; gives how many."""
    return delete_piece(old_notifications(now))


def forget_subscriptions(now: datetime) -> int:
    """Deletes some of what was asked for and has ended; gives how many."""
    return delete_piece(old_subscriptions(now))
