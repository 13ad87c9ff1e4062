"""The sweep of standings that nobody came to keep: whoever changed the facts was ended meanwhile."""

from datetime import datetime, timedelta

import structlog
from django.db import OperationalError
from django.db.models import Q

from tournaments.kept_standings.snapshots import keep_standings
from tournaments.models.rounds import StandingsDue

PATIENCE = timedelta(seconds=30)
#: When an event is asked again whose standings could not be worked out.
LATER = timedelta(minutes=5)
_put_off: dict[int, datetime] = {}
log = structlog.get_logger(__name__)


def keep_due_standings(now: datetime) -> int:
    """Keeps the standings whose change is older than PATIENCE, or seems yet to come because the clock was set back;
    gives how often something was written.

    An event whose facts cannot be computed holds up no other: it is logged, and asked again after a while.
    """
    old = StandingsDue.objects.filter(Q(at__lt=now - PATIENCE) | Q(at__gt=now))
    written = 0
    for event in old.order_by().values_list("event_id", flat=True).distinct():
        if _put_off.get(event, now) > now:
            continue
        try:
            written += keep_standings(event)
            _put_off.pop(event, None)
        except OperationalError:
            raise
        except Exception:
            _put_off[event] = now + LATER
            log.exception("standings could not be worked out", of=event)
    return written
