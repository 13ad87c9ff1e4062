"""Rounds, what was offered and changed, matches and seats, standings kept per finished round."""

from django.db import models
from django.db.models import Q

from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.fact import Fact
from tournaments.models.stages import Stage


class RoundState(models.TextChoices):
    """Where a round is. A withdrawn round is kept as it was; its number is paired anew."""

    OFFERED = "offered", "Offered"
    PUBLISHED = "published", "Published"
    RUNNING = "running", "Running"
    FINISHED = "finished", "Finished"
    WITHDRAWN = "withdrawn", "Withdrawn"


class MatchState(models.TextChoices):
    """What is known of a match's result."""

    OPEN = "open", "Playing"
    REPORTED = "reported", "Reported"
    CONTESTED = "contested", "Contested"
    DECIDED = "decided", "Decided"


class Round(models.Model):
    """One pairing of a stage."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="rounds")
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=RoundState.choices, default=RoundState.OFFERED)
    offered_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    time_called_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "number"],
                condition=~Q(state="withdrawn"),
                name="one_standing_round_a_number",
            )
        ]

    def __str__(self) -> str:
        return f"Round {self.number}"


class Offer(Fact):
    """A computed pairing. Every one is kept: `computed` as it came, `pairing` as it stands after changes."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="offers")
    computed = models.JSONField()
    pairing = models.JSONField()
    replaced_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["round"], condition=Q(replaced_at=None), name="one_standing_offer"
            )
        ]


class PairingChange(Fact):
    """A change made by hand to an offered pairing: who, why, and what stood before."""

    offer = models.ForeignKey(Offer, on_delete=models.CASCADE, related_name="changes")
    reason = models.CharField(max_length=500)
    before = models.JSONField()
    after = models.JSONField()

    class Meta:
        ordering = ["id"]


class Match(models.Model):
    """Entrants who play together in a round. A bye is a match of one seat without a table."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    table = models.PositiveIntegerField(null=True, blank=True)
    is_bye = models.BooleanField(default=False)
    state = models.CharField(max_length=10, choices=MatchState.choices, default=MatchState.OPEN)
    reasons = models.JSONField(default=list, blank=True)
    version = models.PositiveIntegerField(
        default=0, editable=False, help_text="Counts what its table may see."
    )

    class Meta:
        ordering = ["table", "id"]
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(
                fields=["round", "table"], condition=Q(table__isnull=False), name="one_match_a_table"
            )
        ]
        indexes = [models.Index(fields=["round", "state"])]

    def __str__(self) -> str:
        return f"Table {self.table}" if self.table else "Bye"


class Seat(models.Model):
    """A place in a match: A, B, … in the order of logs."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="seats")
    letter = models.CharField(max_length=1)

    class Meta:
        ordering = ["letter"]
        constraints = [
            models.UniqueConstraint(fields=["match", "letter"], name="one_entrant_a_seat"),
            models.UniqueConstraint(fields=["round", "entrant"], name="one_seat_a_round"),
        ]


class StandingsDue(Fact):
    """A change of facts behind the standings kept since a round; gone once they are kept anew."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="standings_due")
    since = models.PositiveSmallIntegerField()
    note = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["id"]


class StandingsSnapshot(Fact):
    """The standings after a finished round, with the rules they were computed by."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="snapshots")
    rules = models.JSONField(help_text="Profile, edition and chain relied on.")
    table = models.JSONField()
    note = models.CharField(max_length=500, blank=True)
    replaced_at = models.DateTimeField(null=True, blank=True)
    looked = models.PositiveIntegerField(
        default=0, help_text="How often it was worked out again to the same."
    )

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["round"], condition=Q(replaced_at=None), name="one_standing_snapshot"
            )
        ]
