"""Pairs of logs of one game: what laying them beside each other came to."""

from __future__ import annotations

from django.db import models

from referee.models.disputes import Dispute
from referee.models.records import Record
from tournaments.messages import restored
from tournaments.models.jobs import Job


class LogPair(models.Model):
    """Two logs of one game, kept by two at the table. The figures hold for the logs with these heads; `compared_at` is
    empty while they wait. `divergence_first`, `divergence_second`: the first entries that cannot both stand (0: the
    headers); empty where the logs tell the same. `dispute`: the one that was opened about it. `stored`: the log that
    the two were merged into."""

    first = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="+")
    first_head = models.CharField(max_length=64)
    second_head = models.CharField(max_length=64)
    asked_at = models.DateTimeField()
    job = models.ForeignKey(Job, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    compared_at = models.DateTimeField(null=True, blank=True)
    same = models.PositiveIntegerField(default=0)
    only_in_first = models.PositiveIntegerField(default=0)
    only_in_second = models.PositiveIntegerField(default=0)
    bound = models.PositiveIntegerField(default=0)
    divergence_first = models.PositiveIntegerField(null=True, blank=True)
    divergence_second = models.PositiveIntegerField(null=True, blank=True)
    question = models.CharField(max_length=500, blank=True)
    question_message = models.JSONField(null=True, blank=True, editable=False)
    failed = models.CharField(max_length=300, blank=True)
    dispute = models.ForeignKey(
        Dispute, null=True, blank=True, on_delete=models.SET_NULL, related_name="log_pairs"
    )
    stored = models.ForeignKey(
        Record, null=True, blank=True, on_delete=models.SET_NULL, related_name="merged_from"
    )

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["first", "second"], name="one_pair_of_two_logs")]
        indexes = [
            models.Index(
                fields=["id"], condition=models.Q(compared_at=None, job=None), name="log_pairs_waiting"
            )
        ]

    def __str__(self) -> str:
        return f"Logs {self.first_id} and {self.second_id}"

    @property
    def said_question(self) -> str:
        """The question, to be translated."""
        return restored(self.question, self.question_message)
