"""Asking for ratings: of one person, and of everybody at a game. Only of who agrees to be shown now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, F, QuerySet, Window
from django.db.models.functions import Rank

from tournaments.errors import NotFound
from tournaments.messages import message as _
from tournaments.models.accounts import User
from tournaments.models.ratings import Rating, RatingStep


@dataclass(frozen=True)
class ShownStep:
    """A step with what it changed; before the first event everybody has the value 0."""

    step: RatingStep
    change: float


def shown() -> QuerySet[Rating]:
    """Ratings of those who agree."""
    return Rating.objects.filter(user__page_code__isnull=False, user__is_active=True)


def ratings_of(person: User) -> QuerySet[Rating]:
    """One for each game, those of the most matches first."""
    return shown().filter(user=person).order_by("-matches", "game")


def steps_of_rating(rating: Rating, last: int) -> list[ShownStep]:
    """The last events of the rating, newest first."""
    steps = list(rating.steps.select_related("event").order_by("-pk")[: last + 1])
    before = [step.value for step in steps[1:]] + [0.0]
    return [ShownStep(step, step.value - was) for step, was in zip(steps, before, strict=True)][:last]


def rating_list(game: str) -> QuerySet[Rating]:
    """Everybody at the game, best first, with a `place` that equals share. Raises NotFound without any."""
    rows = shown().filter(game=game)
    if not rows.exists():
        raise NotFound(_("There are no ratings of this game."))
    place = Window(Rank(), order_by=F("value").desc())
    return rows.annotate(place=place).select_related("user").order_by("-value", "user_id")


def games_with_ratings() -> list[tuple[str, int]]:
    """The games that have a list, with how many stand in it."""
    counted: Iterable[tuple[str, int]] = (
        shown()
        .order_by("game")
        .values_list("game")
        .annotate(people=Count("pk"))
        .values_list("game", "people")
    )
    return list(counted)
