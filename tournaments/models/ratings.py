"""Ratings of persons who agreed to a public page, and what has to be worked out anew."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from tournaments.models.events import Event


class Rating(models.Model):
    """What the finished events say of one person at one game; there is none of who did not agree to be shown. `value`
    is mu less three times sigma, by which lists are in order."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ratings")
    game = models.CharField(max_length=40)
    mu = models.FloatField()
    sigma = models.FloatField()
    value = models.FloatField()
    matches = models.PositiveIntegerField()

    class Meta:
        ordering = ["-value", "user_id"]
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="one_rating_a_game")]
        indexes = [models.Index(fields=["game", "-value"], name="ratings_in_order")]


class RatingStep(models.Model):
    """The rating after one event, with the matches of that event that counted."""

    rating = models.ForeignKey(Rating, on_delete=models.CASCADE, related_name="steps")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="+")
    ended_at = models.DateTimeField()
    mu = models.FloatField()
    sigma = models.FloatField()
    value = models.FloatField()
    matches = models.PositiveIntegerField()

    class Meta:
        ordering = ["id"]


class RatingsDue(models.Model):
    """A change behind the ratings of a game; gone once they are worked out anew."""

    game = models.CharField(max_length=40)
    at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "ratings due"
