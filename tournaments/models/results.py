"""Reports about a match, and the result that counts."""

from django.db import models
from django.db.models import Q

from tournaments.messages import message as _
from tournaments.models.entrants import Entrant
from tournaments.models.fact import Fact, WithReason
from tournaments.models.rounds import Match


class Provenance(models.TextChoices):
    """The origin of a result."""

    REPORTED = "reported", _("Reported")
    CONFIRMED = "confirmed", _("Confirmed")
    STAFF = "staff", _("Entered by staff")
    ADJUDICATED = "adjudicated", _("Adjudicated from a log")


class Report(Fact):
    """An entrant's report of a match. `key` makes a repeated request the same report."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="reports")
    entrant = models.ForeignKey(
        Entrant, null=True, blank=True, on_delete=models.CASCADE, related_name="reports"
    )
    outcome = models.JSONField()
    source = models.CharField(max_length=100, blank=True)
    key = models.CharField(max_length=100, blank=True)
    replaced_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "entrant", "key"], condition=~Q(key=""), name="one_report_a_key"
            ),
            models.UniqueConstraint(
                fields=["match", "entrant"],
                condition=Q(replaced_at=None, entrant__isnull=False),
                name="one_standing_report_an_entrant",
            ),
        ]


class Result(WithReason, Fact):
    """The result that counts. A correction is a new row; the one it replaces keeps standing in the history."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="results")
    outcome = models.JSONField()
    provenance = models.CharField(max_length=12, choices=Provenance.choices)
    reason = models.CharField(max_length=500, blank=True)
    source = models.CharField(max_length=100, blank=True)
    unchallenged = models.BooleanField(default=False)
    replaces = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    replaced_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(replaced_at=None), name="one_standing_result"
            )
        ]
        indexes = [
            models.Index(
                fields=["at"],
                condition=Q(replaced_at=None, provenance="reported"),
                name="result_unconfirmed",
            )
        ]


class GameOutcome(Fact):
    """The outcome of one game of a match, as a log gave it."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="game_outcomes")
    number = models.PositiveSmallIntegerField()
    outcome = models.JSONField()
    source = models.CharField(max_length=100)
    replaced_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "number"], condition=Q(replaced_at=None), name="one_standing_game_outcome"
            )
        ]
