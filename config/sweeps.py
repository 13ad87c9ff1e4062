"""Running the timetable's functions, one by one, so that the failure of one stops no other."""

import time

import structlog
from django.db import OperationalError, close_old_connections, connection
from django.utils.module_loading import import_string

from config.frames import with_room
from config.timetable import Sweep
from tournaments.jumps.watch import watch
from tournaments.now import database, now

log = structlog.get_logger(__name__)

# A sweep that keeps failing says so once in so many seconds, not four times in one.
SILENCE = 60.0
_said: dict[tuple[str, str], float] = {}


@with_room
def run_sweep(sweep: Sweep) -> int:
    """Does what is due; gives how many things were done, 0 when it failed (which is logged).

    A locked or lost database is no reason to end: the next round finds the same work.
    """
    try:
        # Never by a time that may be another than the database's, or of before a jump of the clock.
        database.ask(connection)
        moment = now()
        if watch.look():
            moment = now()
        return int(import_string(sweep.path)(moment))
    except OperationalError as error:
        if _worth_saying(sweep, error):
            log.warning("sweep could not use the database", sweep=sweep.path, error=str(error))
    except Exception as error:
        if _worth_saying(sweep, error):
            log.exception("sweep failed", sweep=sweep.path)
    _forget_connection()
    return 0


def _worth_saying(sweep: Sweep, error: Exception) -> bool:
    key, moment = (sweep.path, type(error).__name__), time.monotonic()
    if moment - _said.get(key, -SILENCE) < SILENCE:
        return False
    _said[key] = moment
    return True


def _forget_connection() -> None:
    """After a failure: a broken connection is closed, a transaction left open is undone."""
    try:
        if connection.in_atomic_block:
            return
        connection.close()
        close_old_connections()
    except Exception:
        log.exception("closing the database connection failed")
