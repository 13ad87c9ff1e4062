"""Precedents: scenarios that judges keep, found again by rule and card, run again when rules change."""

from django.db import models

from tournaments.models.events import Event
from tournaments.models.fact import Fact
from tournaments.models.rounds import Match


class Precedent(Fact):
    """A scenario kept by a judge. ``words`` holds the rules it names and the cards in it, for finding it.

    ``open_text`` is the copy for those who may not read the match's logs whole: what a spectator could have written
    down. Empty where what is expected rests on something hidden; then it is for the judges of its event alone. One
    that another site gave away has no match, and an event only where that event's staff took it in."""

    event = models.ForeignKey(
        Event, null=True, blank=True, on_delete=models.PROTECT, related_name="precedents"
    )
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


class PrecedentCheck(models.Model):
    """What came of a precedent when it was judged: by rules and cards of this hash. The newest one counts.
    ``failures``: what did not hold, of the whole and of the copy that is open to all."""

    precedent = models.ForeignKey(Precedent, on_delete=models.CASCADE, related_name="checks")
    ruleset = models.CharField(max_length=64)
    at = models.DateTimeField()
    failures = models.JSONField(default=list, blank=True)
    open_failures = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["ruleset", "precedent"])]


class PrecedentMention(models.Model):
    """An entry of the rulebook that a precedent is about, or a card in it: the entry's id, the last part of the card's
    address. ``is_open``: also in the copy that is open to all."""

    class Kind(models.TextChoices):
        RULE = "rule", "Rule"
        CARD = "card", "Card"

    precedent = models.ForeignKey(Precedent, on_delete=models.CASCADE, related_name="mentions")
    kind = models.CharField(max_length=4, choices=Kind.choices)
    key = models.CharField(max_length=200)
    is_open = models.BooleanField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["precedent", "kind", "key"], name="one_mention_a_precedent")
        ]
        indexes = [models.Index(fields=["kind", "key"])]
