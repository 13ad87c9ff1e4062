"""The sweep of reports nobody objected to."""

from datetime import datetime, timedelta

from tournaments.access import Actor
from tournaments.jumps.base import by_kept_clock
from tournaments.models.events import State
from tournaments.models.results import Provenance, Result
from tournaments.models.rounds import MatchState, RoundState
from tournaments.results.holds import held
from tournaments.results.reports import confirm_as_unchallenged

AT_ONCE = 500


def confirm_unchallenged(now: datetime) -> int:
    """Confirms every report older than its event's stated time, where no judge is asked; gives how many."""
    kept = by_kept_clock(now, hold=False)
    waiting = (
        Result.objects.filter(
            replaced_at=None,
            provenance=Provenance.REPORTED,
            match__state=MatchState.REPORTED,
            match__round__state=RoundState.RUNNING,
            match__round__event__state=State.RUNNING,
            at__lte=kept - timedelta(minutes=1),
        )
        .exclude(held("match_id"))
        .select_related("match")
    )
    done = 0
    # what is due is asked for by its time: reports that have long to wait crowd out nobody else's
    stated = waiting.order_by("match__round__event__confirm_minutes")
    for minutes in list(stated.values_list("match__round__event__confirm_minutes", flat=True).distinct()):
        due = waiting.filter(
            match__round__event__confirm_minutes=minutes, at__lte=kept - timedelta(minutes=minutes)
        )
        for result in due.order_by("id")[:AT_ONCE]:
            done += confirm_as_unchallenged(result.match, now=now, by=Actor.system()) is not None
    return done
