"""The sweep of ratings. Few matches are counted within it; many as long work, and the sweep goes on: in the embedded
runner, the clocks of all tables are called by the same process."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.db import OperationalError
from django.urls import reverse

from rules.registry import games, title
from tournaments.access import Actor
from tournaments.jobs.again import may_begin
from tournaments.jobs.changes import UnderWay, begin_job
from tournaments.jobs.kinds import Done, Kind
from tournaments.jobs.turns import LONG_LEASE
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.events import State
from tournaments.models.jobs import Job
from tournaments.models.ratings import RatingsDue
from tournaments.models.rounds import Match, RoundState
from tournaments.ratings.changes import WorkedOut, keep_ratings, work_out, write_ratings

RATE = "ratings"
#: So many matches are counted within the sweep: about a tenth of a second.
FEW = 500
#: When a game is asked again whose ratings could not be worked out, or somebody broke off; twice as late each time.
LATER = timedelta(minutes=5)
log = structlog.get_logger(__name__)


def keep_due_ratings(now: datetime) -> int:
    """Works out the ratings for which a change is noted, or has them worked out; gives of how many games."""
    due = list(RatingsDue.objects.order_by().values_list("game", flat=True).distinct())
    return sum(_begin(game, now) for game in sorted(due))


def _begin(game: str, now: datetime) -> bool:
    if not may_begin(RATE, game, now, LATER):
        return False
    if _matches(game) <= FEW and _at_once(game):
        return True
    try:
        begin_job(RATE, [game], arguments={"game": game}, alone=game, by=Actor.system(), now=now)
    except UnderWay:
        return False
    return True


def _matches(game: str) -> int:
    counted = Match.objects.filter(round__event__game=game, round__event__state=State.FINISHED)
    return counted.filter(round__state=RoundState.FINISHED).count()


def _at_once(game: str) -> bool:
    """Within the sweep; gives whether that could be done. Else it is a job, which keeps what is wrong, and waits."""
    try:
        keep_ratings(game)
    except OperationalError:
        raise
    except Exception:
        log.exception("ratings could not be worked out", game=game)
        return False
    return True


def _work(job: Job, game: Any) -> WorkedOut | None:
    return work_out(game)


def _keep(job: Job, done: Sequence[Done], now: datetime) -> None:
    """What changed while it was worked out is noted, and the next sweep sees to it."""
    for _game, worked in done:
        if worked is not None:
            write_ratings(worked)


def _title(job: Job) -> Message:
    game = str(job.arguments.get("game", ""))
    return _("%(game)s: ratings worked out anew", game=title(game) if game in games() else game)


def _runs_it(actor: Actor, job: Job) -> bool:
    return actor.user is not None and actor.user.is_superuser and actor.grant is None


def _address(job: Job) -> str:
    return reverse("tournaments:ratings_of_game", args=[job.arguments["game"]])


KIND = Kind(RATE, _title, _work, _runs_it, _runs_it, _keep, _address, at_once=1, lease=LONG_LEASE)
