"""Stored logs judged anew by a job: what would come out differently. Nothing rests on these rows."""

from typing import Any

from django.db import models

from referee.models.records import Record
from rules.kernel.rejudging import Rejudged as Judged
from tournaments.models.jobs import Job


def is_other_outcome(before: Any, now: Any) -> bool:
    """Whether an outcome is another than before, as far as that was told."""
    return Judged((), before, now).other_outcome


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

    @property
    def other_outcome(self) -> bool:
        """Whether its outcome would be another, as far as that of before was told."""
        return is_other_outcome(self.outcome_before, self.outcome_now)


class SeenRuleset(models.Model):
    """The rules and cards of a game, by their hash, that this site has judged by since `seen_at`; `job`: what judged
    the stored logs anew by them, where there were logs from before."""

    game = models.CharField(max_length=40)
    ruleset = models.CharField(max_length=64)
    seen_at = models.DateTimeField()
    job = models.ForeignKey(Job, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["game", "ruleset"], name="one_row_a_ruleset")]

    def __str__(self) -> str:
        return f"{self.game} {self.ruleset[:12]}"
