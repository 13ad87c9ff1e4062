"""The sweep of standings that nobody came to keep: whoever changed the facts was ended meanwhile."""

from datetime import datetime, timedelta

import structlog
from django.db import OperationalError
from django.db.models import Q

from tournaments.jobs.again import may_begin
from tournaments.kept_standings.snapshots import KEEP, keep_or_begin
from tournaments.models.rounds import StandingsDue

PATIENCE = timedelta(seconds=30)
#: When an event is asked again whose standings could not be worked out; as long work, twice as late each time.
LATER = timedelta(minutes=5)
_put_off: dict[int, datetime] = {}
log = structlog.get_logger(__name__)


def keep_due_standings(now: datetime) -> int:
    """Keeps the standings whose change is older than PATIENCE, or seems yet to come because the clock was set back, or
    begins the job that does; gives how often something was written.

    An event whose facts cannot be computed holds up no other: it is logged, and asked again after a while.
    """
    old = StandingsDue.objects.filter(Q(at__lt=now - PATIENCE) | Q(at__gt=now))
    written = 0
    for event in old.order_by().values_list("event_id", flat=True).distinct():
        if _put_off.get(event, now) > now or not may_begin(KEEP, str(event), now, LATER):
            continue
        try:
            written += keep_or_begin(event, now)
            _put_off.pop(event, None)
        except OperationalError:
            raise
        except Exception:
            _put_off[event] = now + LATER
            log.exception("standings could not be worked out", of=event)
    return written
