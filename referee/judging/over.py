"""Whether the game of a log is over, as one reader may know."""

from __future__ import annotations

from referee.judging.viewers import Viewer
from referee.models.records import Record
from tournaments.models.rounds import MatchState


def is_over(record: Record, viewer: Viewer) -> bool:
    """Whether a log's match is decided, or its game finished, as this viewer knows: that a game is not finished may
    rest on what its other side has hidden, and a log may say of itself that it is."""
    return record.match.state == MatchState.DECIDED or (viewer.sees_all and record.outcome is not None)
