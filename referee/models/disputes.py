"""Questions that wait for a judge."""

from django.db import models
from django.db.models import Q

from referee.models.records import Record
from tournaments.messages import restored
from tournaments.models.events import Event
from tournaments.models.fact import Fact
from tournaments.models.rounds import Match


class Kind(models.TextChoices):
    """Why there is a dispute."""

    CONTESTED = "contested", "The reports differ"
    ILLEGAL = "illegal", "An entry of the log is illegal"
    UNDETERMINED = "undetermined", "An entry of the log cannot be judged"
    FINDING = "finding", "The log contradicts itself"
    DIFFERS = "differs", "The log says otherwise"
    CALL = "call", "A table calls a judge"
    OBSERVED = "observed", "A roll or a card was entered differently"
    SLOW_PLAY = "slow_play", "Turns over the clock"
    HARD_STOP = "hard_stop", "The hard stop: a judge decides"


class Dispute(Fact):
    """A question about a match: open until a ruling or a result answers it. `entry` is where to look."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="disputes")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="disputes")
    record = models.ForeignKey(
        Record, null=True, blank=True, on_delete=models.CASCADE, related_name="disputes"
    )
    kind = models.CharField(max_length=12, choices=Kind.choices)
    entry = models.PositiveIntegerField(null=True, blank=True)
    question = models.CharField(max_length=500)
    resolved_at = models.DateTimeField(null=True, blank=True)
    resolved_by = models.CharField(max_length=150, blank=True)
    resolution = models.CharField(max_length=500, blank=True)
    question_message = models.JSONField(null=True, blank=True, editable=False)
    resolution_message = models.JSONField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "kind"],
                condition=Q(resolved_at=None, record=None),
                name="one_open_dispute_a_match",
            ),
            models.UniqueConstraint(
                fields=["record", "kind"],
                condition=Q(resolved_at=None, record__isnull=False),
                name="one_open_dispute_a_record",
            ),
        ]
        indexes = [models.Index(fields=["event", "resolved_at"])]

    @property
    def said_question(self) -> str:
        """The question, to be translated where the site asked it."""
        return restored(self.question, self.question_message)

    @property
    def said_resolution(self) -> str:
        """The answer, to be translated where the site gave it."""
        return restored(self.resolution, self.resolution_message)
