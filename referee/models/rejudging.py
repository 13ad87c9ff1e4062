"""Stored logs judged anew by a job: what would come out differently. Nothing rests on these rows."""

from django.db import models

from referee.models.records import Record
from tournaments.models.jobs import Job


class Rejudged(models.Model):
    """What a job found of a log: whether it would come out differently, in which entries, and its outcome before and
    now."""

    job = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="rejudged")
    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="+")
    differs = models.BooleanField()
    entries = models.JSONField(default=list, blank=True)
    outcome_before = models.JSONField(null=True, blank=True)
    outcome_now = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "rejudged"
        constraints = [models.UniqueConstraint(fields=["job", "record"], name="one_judgment_a_job")]
