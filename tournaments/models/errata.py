"""Errata of a series, and the rules an event started with."""

from django.db import models
from django.db.models import Q

from tournaments.models.events import Event
from tournaments.models.fact import Fact
from tournaments.models.series import Series


class Erratum(Fact):
    """A version of a correction that a series gives a game: cards with other facts, options of the rules, for events
    that start on `applies_from` or later. A new version takes its place; `withdrawn` says that none holds any more."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="errata")
    number = models.PositiveIntegerField(help_text="Of the correction, from 1 on.")
    version = models.PositiveIntegerField(help_text="From 1 on.")
    game = models.CharField(max_length=40)
    title = models.CharField(max_length=120)
    text = models.TextField(max_length=2000, blank=True, help_text="What is changed and why.")
    applies_from = models.DateField()
    cards = models.JSONField(default=list, blank=True, help_text="Declarations, as a log's header has them.")
    options = models.JSONField(default=dict, blank=True, help_text="As a log's header has them.")
    digest = models.CharField(max_length=64, help_text="SHA-256 of cards and options.")
    withdrawn = models.BooleanField(default=False)
    replaced_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "errata"
        constraints = [
            models.UniqueConstraint(fields=["series", "number", "version"], name="one_erratum_a_version"),
            models.UniqueConstraint(
                fields=["series", "number"], condition=Q(replaced_at=None), name="one_standing_erratum"
            ),
        ]

    def __str__(self) -> str:
        return f"Erratum {self.number} of series {self.series_id}: {self.title}"


class PinnedRules(Fact):
    """The rules an event started with: the edition in force on that day, and the errata of its series as they stood."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="pinned_rules")
    day = models.DateField()
    edition = models.CharField(max_length=40)
    cards = models.JSONField(default=list, blank=True, help_text="The corrected cards, as a header has them.")
    options = models.JSONField(default=dict, blank=True, help_text="The corrected options.")
    errata = models.JSONField(default=list, blank=True, help_text="Number, version, title and day of each.")
    digest = models.CharField(max_length=64, blank=True, help_text="Of the errata; empty without one.")
    replaced_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "pinned rules"
        constraints = [
            models.UniqueConstraint(
                fields=["event"], condition=Q(replaced_at=None), name="one_standing_pin_of_rules"
            )
        ]

    def __str__(self) -> str:
        return f"Rules of event {self.event_id}: {self.edition}"
