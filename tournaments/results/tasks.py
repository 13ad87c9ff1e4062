"""The sweep of reports nobody objected to."""

from datetime import datetime, timedelta

from tournaments.access import Actor
from tournaments.events.models import State
from tournaments.results.models import Provenance, Result
from tournaments.results.reports import confirm_as_unchallenged
from tournaments.rounds.models import MatchState, RoundState


def confirm_unchallenged(now: datetime) -> int:
    """Confirms every report older than its event's stated time; gives how many."""
    waiting = Result.objects.filter(
        replaced_at=None,
        provenance=Provenance.REPORTED,
        match__state=MatchState.REPORTED,
        match__round__state=RoundState.RUNNING,
        match__round__event__state=State.RUNNING,
        at__lte=now - timedelta(minutes=1),
    ).select_related("match__round__event")
    done = 0
    for result in waiting.order_by("id")[:500]:
        minutes = result.match.round.event.confirm_minutes
        if result.at + timedelta(minutes=minutes) > now:
            continue
        done += confirm_as_unchallenged(result.match, now=now, by=Actor.system()) is not None
    return done
