"""Telling that the ratings of a game may have come to differ from the facts."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from tournaments.live.nudge import nudge
from tournaments.models.ratings import RatingsDue


def ratings_change(games: Iterable[str], *, now: datetime) -> None:
    """Says so in the present transaction, and asks for them to be worked out soon."""
    rows = [RatingsDue(game=game, at=now) for game in sorted(set(games))]
    if rows:
        RatingsDue.objects.bulk_create(rows)
        nudge()
