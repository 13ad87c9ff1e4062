"""Clocks: their events, one deadline a match, and the end that nobody may know."""

from django.db import models
from django.db.models import Q

from tournaments.messages import message as _
from tournaments.models.fact import Fact
from tournaments.models.rounds import Match, Round


class ClockState(models.TextChoices):
    """The state of a match's clock."""

    RUNNING = "running", _("Running")
    PAUSED = "paused", _("Paused")
    CALLED = "called", _("Time called")
    OVER = "over", _("Hard stop")
    STOPPED = "stopped", _("Stopped")


class ClockEvent(Fact):
    """Something that happened to a round's clock, or to that of one match."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="clock_events")
    match = models.ForeignKey(
        Match, null=True, blank=True, on_delete=models.CASCADE, related_name="clock_events"
    )
    kind = models.CharField(max_length=12)
    seconds = models.IntegerField(null=True, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    occasion = models.PositiveSmallIntegerField(default=0, help_text="Counts extensions given after a call.")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "occasion", "kind"],
                condition=Q(kind__in=["time_called", "hard_stop"]),
                name="called_once",
            ),
        ]


class Deadline(models.Model):
    """When a match's time ends. With a random end this is a secret: no page, answer or log shows `due_at`."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="deadline")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="deadlines")
    state = models.CharField(max_length=8, choices=ClockState.choices)
    due_at = models.DateTimeField(null=True, blank=True)
    left_ms = models.BigIntegerField(null=True, blank=True, help_text="What is left while paused.")
    extended_seconds = models.PositiveIntegerField(default=0)
    called_at = models.DateTimeField(null=True, blank=True)
    occasion = models.PositiveSmallIntegerField(default=0)
    claim = models.CharField(max_length=32, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="deadline_due"),
        ]


class RandomEnd(models.Model):
    """The die behind a random end, rolled when the round starts. Kept apart until it fires or is revealed."""

    round = models.OneToOneField(Round, on_delete=models.CASCADE, related_name="random_end")
    roll = models.PositiveSmallIntegerField()
    revealed_at = models.DateTimeField(null=True, blank=True)
