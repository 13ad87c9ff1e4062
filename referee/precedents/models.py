"""Precedents: scenarios that judges keep, found again by rule and card, run again when rules change."""

from django.db import models

from tournaments.events.models import Event
from tournaments.facts import Fact


class Precedent(Fact):
    """A scenario kept by a judge. ``words`` holds the rules it names and the cards in it, for finding it."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="precedents")
    game = models.CharField(max_length=40)
    name = models.CharField(max_length=100)
    text = models.TextField()
    words = models.TextField()

    class Meta:
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["game", "name"], name="one_precedent_a_name")]

    def __str__(self) -> str:
        return self.name
