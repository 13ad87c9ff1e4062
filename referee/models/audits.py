"""What audits of logs came to: kept as long as log, list and rules are the same, so that none is made twice."""

from __future__ import annotations

from django.db import models

from referee.models.records import Record
from tournaments.models.decks import DeckList


class DeckAudit(models.Model):
    """An audit of one seat of a record, against the list that its player had then. It holds for the log with this
    ``head``, this list and the rules of this hash. ``against``: how many contradictions; ``stopped``: the entry after
    which nothing was looked at; ``failed``: why the log could not be audited, empty where it was."""

    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="audits")
    seat = models.CharField(max_length=1)
    deck = models.ForeignKey(DeckList, on_delete=models.CASCADE, related_name="audits")
    head = models.CharField(max_length=64)
    ruleset = models.CharField(max_length=64)
    at = models.DateTimeField()
    seen = models.PositiveIntegerField(default=0)
    against = models.PositiveIntegerField(default=0)
    contradictions = models.JSONField(default=list, blank=True)
    stopped = models.PositiveIntegerField(null=True, blank=True)
    failed = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["record", "seat"]
        constraints = [models.UniqueConstraint(fields=["record", "seat"], name="one_audit_a_seat")]

    def __str__(self) -> str:
        return f"Audit of seat {self.seat} in {self.record}"
