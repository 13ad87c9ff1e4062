"""Working the ratings of a game out anew, and keeping those of who agreed to be shown."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from tournaments.models.accounts import User
from tournaments.models.events import Event, State
from tournaments.models.ratings import Rating, RatingsDue, RatingStep
from tournaments.outbox.ratings import ratings_change
from tournaments.ratings.figures import Person, Step, steps_of
from tournaments.ratings.reading import rated_events


def games_rated() -> list[str]:
    """The games that have finished events, or ratings from before."""
    played = Event.objects.filter(state=State.FINISHED).order_by().values_list("game", flat=True)
    return sorted({*played.distinct(), *Rating.objects.order_by().values_list("game", flat=True).distinct()})


def recompute_ratings(game: str, *, now: datetime) -> int:
    """Works all ratings of the game out anew from the facts, and keeps them; gives how many it kept."""
    ratings_change([game], now=now)
    keep_ratings(game)
    return Rating.objects.filter(game=game).count()


def keep_ratings(game: str) -> int:
    """Does so while a change of them is noted; gives how often something was written."""
    written = 0
    while worked := work_out(game):
        written += write_ratings(worked)
    return written


class WorkedOut(NamedTuple):
    """The ratings of a game, and the notes of changes that they take in."""

    game: str
    due: set[int]
    steps: Mapping[Person, list[Step]]


def work_out(game: str) -> WorkedOut | None:
    """The ratings as the facts are now, written nowhere; None where no change of them is noted."""
    # The notes first: whatever changes while events are read leaves another one.
    due = set(RatingsDue.objects.filter(game=game).values_list("pk", flat=True))
    return WorkedOut(game, due, steps_of(rated_events(game))) if due else None


def write_ratings(worked: WorkedOut) -> bool:
    """Writes them and takes the notes away. False where somebody else has taken one: what was written then is of the
    same facts or of later ones."""
    game, due, steps = worked
    with transaction.atomic():
        notes = RatingsDue.objects.select_for_update().filter(game=game)
        if not due.issubset(notes.order_by("pk").values_list("pk", flat=True)):
            return False
        accounts = sorted(account for account, _entry in steps if account)
        # Locked, so that whoever takes the agreement back meanwhile finds what is written here, and deletes it.
        agreed = User.objects.filter(page_code__isnull=False, is_active=True).order_by("pk")
        shown = set(agreed.select_for_update(no_key=True).values_list("pk", flat=True))
        Rating.objects.filter(game=game).delete()
        rows = [_rating(account, game, steps[account, ""]) for account in accounts if account in shown]
        Rating.objects.bulk_create(rows, batch_size=500)
        RatingStep.objects.bulk_create(
            [
                RatingStep(
                    rating=row,
                    event_id=step.event.number,
                    ended_at=step.event.ended_at,
                    mu=step.mu,
                    sigma=step.sigma,
                    value=step.value,
                    matches=step.matches,
                )
                for row in rows
                for step in steps[row.user_id, ""]
            ],
            batch_size=500,
        )
        RatingsDue.objects.filter(pk__in=due).delete()
    return True


def _rating(account: int, game: str, steps: list[Step]) -> Rating:
    last = steps[-1]
    return Rating(
        user_id=account,
        game=game,
        mu=last.mu,
        sigma=last.sigma,
        value=last.value,
        matches=sum(step.matches for step in steps),
    )
