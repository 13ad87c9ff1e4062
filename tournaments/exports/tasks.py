"""The sweep that saves published rounds. Drawing the paper of a large round takes seconds, so it is done in a thread
beside the sweep, which goes on calling time."""

from __future__ import annotations

import threading
from datetime import datetime, timedelta

import structlog
from django.db import connection

from tournaments.exports.saved import save_round, unsaved
from tournaments.models.rounds import Round

#: When a round is tried again whose files could not be written.
LATER = timedelta(minutes=1)
_put_off: dict[int, datetime] = {}
_busy = threading.Semaphore(1)
log = structlog.get_logger(__name__)


def save_published(now: datetime) -> int:
    """Begins to save what was published and is not saved, beside the caller; gives how many rounds."""
    if not _busy.acquire(blocking=False):
        return 0
    begun = 0
    try:
        due = [round for round in unsaved(now) if _put_off.get(round.pk, now) <= now]
        if due:
            # ended with the process, at any point: what is not there is saved by the next sweep
            threading.Thread(target=_turn, args=[due, now], daemon=True, name="saving").start()
            begun = len(due)
    finally:
        if not begun:
            _busy.release()
    return begun


def _turn(due: list[Round], now: datetime) -> None:
    try:
        for round in due:
            save_one(round, now)
    finally:
        connection.close()
        _busy.release()


def save_one(round: Round, now: datetime) -> bool:
    """Saves one round; one that fails holds up no other and is tried again after a while."""
    try:
        saved = save_round(round, now)
    except Exception:
        log.exception("a round's files could not be made", round=round.pk)
        saved = False
    if saved:
        _put_off.pop(round.pk, None)
    else:
        _put_off[round.pk] = now + LATER
    return saved
