"""Who may try play on a log: judges, and once the match is decided who played it; everybody, once the event is over."""

from __future__ import annotations

from referee.judging.viewers import Viewer
from rules.kernel.entries import PUBLIC
from tournaments.models.events import State
from tournaments.models.rounds import Match, MatchState


def may_try(viewer: Viewer, match: Match) -> bool:
    """Whether this viewer may play on from an entry. What he tries is judged by what his own view tells: so nothing
    that was hidden from him can come out of it."""
    if viewer.sees_all:
        return True
    if match.state != MatchState.DECIDED:
        return False
    return viewer.seat != PUBLIC or match.round.event.state == State.FINISHED
