"""The sweep of ratings. Few matches are counted at once; many in a thread beside the sweep, which goes on: in the
embedded runner, the clocks of all tables are called by the same process."""

from __future__ import annotations

import threading
from datetime import datetime, timedelta

import structlog
from django.db import OperationalError, connection

from tournaments.models.events import State
from tournaments.models.ratings import RatingsDue
from tournaments.models.rounds import Match, RoundState
from tournaments.ratings.changes import keep_ratings

#: So many matches are counted within the sweep: about a tenth of a second.
FEW = 500
#: When a game is asked again whose ratings could not be worked out.
LATER = timedelta(minutes=5)
_put_off: dict[str, datetime] = {}
_one = threading.Lock()
log = structlog.get_logger(__name__)


def keep_due_ratings(now: datetime) -> int:
    """Works out the ratings for which a change is noted, or begins to; gives of how many games."""
    games = list(RatingsDue.objects.order_by().values_list("game", flat=True).distinct())
    begun = 0
    for game in sorted(games):
        if _put_off.get(game, now) > now:
            continue
        few = _matches(game) <= FEW
        if not _one.acquire(blocking=False):
            continue
        begun += 1
        if few:
            _turn(game, now)
        else:
            threading.Thread(target=_beside, args=[game, now], daemon=True, name=f"ratings-{game}").start()
    return begun


def _matches(game: str) -> int:
    counted = Match.objects.filter(round__event__game=game, round__event__state=State.FINISHED)
    return counted.filter(round__state=RoundState.FINISHED).count()


def _beside(game: str, now: datetime) -> None:
    try:
        _turn(game, now)
    except OperationalError:
        log.warning("ratings could not be written: they are tried again", game=game)
    finally:
        connection.close()


def _turn(game: str, now: datetime) -> None:
    try:
        keep_ratings(game)
        _put_off.pop(game, None)
    except OperationalError:
        raise
    except Exception:
        _put_off[game] = now + LATER
        log.exception("ratings could not be worked out", game=game)
    finally:
        _one.release()
