"""The time by which the kept clocks go: the same as the present, but between a jump and the look that takes it in.

Clocks are kept as moments, and a jump moves them all, once. Who starts, pauses or extends one in that moment has read
a time that they do not know yet, or (where PostgreSQL's clock jumped) one of before. So a moment is written as those
are that stand beside it, and moves with them.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import connection

from tournaments.jumps.changes import ONE
from tournaments.jumps.watch import watch
from tournaments.models.jumps import KnownClock
from tournaments.now import JUMP, count_at, database


def by_kept_clock(now: datetime, *, hold: bool = True) -> datetime:
    """`now` as the kept clocks count, for a moment that is written beside them. Call it inside the transaction that
    writes it: no jump is taken in before that ends. Without `hold` one may be, in the same moment.

    A machine that does not sweep knows nothing of the sweeper's count. With PostgreSQL it asks the database for its
    time and the jumps that were taken in, and compares them with its own count.
    """
    row = KnownClock.objects.filter(pk=ONE)
    known = (row.select_for_update(no_key=True) if hold else row).first()
    if known is None or not known.boot:
        return now
    here = known.boot == watch.start()
    ahead = known.ahead_ms if here else database.kept_ahead(connection)
    if ahead is None:
        return now
    count = count_at(now)
    read = (watch.wall(), watch.count()) if count is None else (now, count)
    apart = round((read[0].timestamp() - read[1]) * 1000) - ahead
    return now - timedelta(milliseconds=apart) if abs(apart) > JUMP else now
