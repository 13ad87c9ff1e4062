"""Precedents: scenarios that judges keep, found again by rule and card, run again when rules change."""

from django.db import models

from tournaments.models.events import Event
from tournaments.models.fact import Fact
from tournaments.models.rounds import Match


class Precedent(Fact):
    """A scenario kept by a judge. ``words`` holds the rules it names and the cards in it, for finding it.

    ``open_text`` is the copy for those who may not read the match's logs whole: what a spectator could have written
    down. Empty where what is expected rests on something hidden; then it is for the judges of its event alone."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="precedents")
    game = models.CharField(max_length=40)
    name = models.CharField(max_length=100)
    text = models.TextField()
    words = models.TextField()
    match = models.ForeignKey(
        Match, null=True, blank=True, on_delete=models.SET_NULL, related_name="precedents"
    )
    open_text = models.TextField(blank=True)
    open_words = models.TextField(blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["game", "name"], name="one_precedent_a_name")]

    def __str__(self) -> str:
        return self.name
