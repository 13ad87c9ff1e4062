"""Closes appeals that have nothing left to decide."""

from datetime import datetime

from referee.appeals.changes import void_appeal
from referee.models.appeals import Appeal
from tournaments.access import Actor
from tournaments.messages import message as _
from tournaments.models.events import State
from tournaments.models.results import Result
from tournaments.models.rounds import RoundState
from tournaments.reading import AT_ONCE


def close_void_appeals(now: datetime) -> int:
    """Closes the open appeals of rounds that were withdrawn, of results that were taken away and of events that are
    over; gives how many. Those of an event that is cancelled wait as they are: it may go on. Doing it again does
    nothing more."""
    # These first, by their numbers: joined to results at once, a database may begin with every result there is.
    open_ones = list(Appeal.objects.filter(decided_at=None).order_by("pk").values_list("pk", flat=True))
    parts = (open_ones[start : start + AT_ONCE] for start in range(0, len(open_ones), AT_ONCE))
    return sum(_close_void(part, now) for part in parts)


def _close_void(appeals: list[int], now: datetime) -> int:
    waiting = Appeal.objects.filter(pk__in=appeals, decided_at=None).select_related("match__round__event")
    waiting = waiting.exclude(match__round__event__state=State.CANCELLED)
    gone = waiting.filter(match__round__state=RoundState.WITHDRAWN)
    replaced = waiting.filter(result__replaced_at__isnull=False)
    done, site = 0, Actor.system()
    for appeal in gone:
        done += void_appeal(appeal, _("The round was withdrawn."), by=site, now=now)
    for appeal in waiting.filter(match__round__event__state=State.FINISHED):
        done += void_appeal(appeal, _("The event is over."), by=site, now=now)
    for appeal in replaced:
        if not Result.objects.filter(match=appeal.match, replaced_at=None).exists():
            done += void_appeal(appeal, _("The result was taken away."), by=site, now=now)
    return done
