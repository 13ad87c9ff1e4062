"""Rulings issued on a record: who decided what, and whether it went against the engine."""

from django.db import models

from referee.models.records import Record
from tournaments.models.fact import Fact


class Decision(models.TextChoices):
    """The decisions that a judge may make about an entry."""

    UPHOLD = "uphold", "Uphold the verdict: play goes on from before the entry"
    LET_STAND = "let_stand", "Let the entry stand"
    REWIND = "rewind", "Rewind to an earlier entry"
    CORRECT = "correct", "Correct the position"


class IssuedRuling(Fact):
    """One ruling. The ruling itself is entry `entry` of the record's log; this row says who made it."""

    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="rulings")
    entry = models.PositiveIntegerField()
    on = models.PositiveIntegerField()
    decision = models.CharField(max_length=10, choices=Decision.choices)
    engine_verdict = models.CharField(max_length=12)
    against_engine = models.BooleanField()
    reason = models.CharField(max_length=500)

    class Meta:
        ordering = ["entry"]
        constraints = [models.UniqueConstraint(fields=["record", "entry"], name="one_ruling_an_entry")]
