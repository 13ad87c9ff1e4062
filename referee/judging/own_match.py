"""Help from outside: whom the site gives no verdicts now, because an own match is under way."""

from __future__ import annotations

from django.db.models import Q

from referee.judging.viewers import Viewer
from tournaments.access import Actor
from tournaments.errors import NotAllowed
from tournaments.messages import message as _
from tournaments.models.events import State
from tournaments.models.rounds import Match, MatchState, RoundState, Seat

COMPETITIVE = "competitive"


class OwnMatchRuns(NotAllowed):
    """A verdict, an option or a position is asked for by somebody whose match is under way in a competitive event."""

    code = "own_match_runs"


def match_under_way(actor: Actor) -> Match | None:
    """The match of a competitive event that the actor plays now; None where there is none. A match is over when its
    result is decided, or its round."""
    if actor.is_system or (actor.user is None and not actor.claimed):
        return None
    own = Q(entrant__in=actor.claimed)
    if actor.user is not None:
        own |= Q(entrant__user=actor.user)
    seats = Seat.objects.filter(
        own,
        match__is_bye=False,
        match__round__state=RoundState.RUNNING,
        match__round__event__state=State.RUNNING,
        match__round__event__logs=COMPETITIVE,
    )
    seat = seats.exclude(match__state=MatchState.DECIDED).select_related("match__round__event").first()
    return None if seat is None else seat.match


def may_read_verdicts(actor: Actor, viewer: Viewer) -> bool:
    """Whether what the engine says of a log may be told now to who reads it as this viewer."""
    return viewer.sees_all or match_under_way(actor) is None


def check_may_read_verdicts(actor: Actor, viewer: Viewer) -> None:
    """Raises OwnMatchRuns where that waits."""
    if not viewer.sees_all:
        check_may_be_helped(actor)


def check_may_be_helped(actor: Actor) -> None:
    """Raises OwnMatchRuns for who plays a match of a competitive event now."""
    match = match_under_way(actor)
    if match is not None:
        raise OwnMatchRuns(
            _(
                "Your match in %(event)s is under way. The rules and cards are there to be read; verdicts, questions "
                "and the position editor wait until it is over.",
                event=match.round.event.name,
            )
        )
