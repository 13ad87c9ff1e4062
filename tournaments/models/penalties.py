"""Penalties: the policies they follow, each of them, and match points given or taken."""

from django.db import models
from django.db.models import Q

from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.fact import Fact, WithReason
from tournaments.models.series import Series


class PenaltyPolicy(Fact):
    """A version of a series' own policy. A new one takes its place; events keep the one they started with."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="penalty_policies")
    number = models.PositiveIntegerField(help_text="The version, from 1 on.")
    body = models.JSONField()
    replaced_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "penalty policies"
        constraints = [
            models.UniqueConstraint(fields=["series", "number"], name="one_policy_a_number"),
            models.UniqueConstraint(
                fields=["series"], condition=Q(replaced_at=None), name="one_standing_policy"
            ),
        ]


class PinnedPolicy(Fact):
    """The policy an event started with. `version` is empty for the site's usual one."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="pinned_policies")
    version = models.ForeignKey(
        PenaltyPolicy, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    body = models.JSONField()
    replaced_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "pinned policies"
        constraints = [
            models.UniqueConstraint(
                fields=["event"], condition=Q(replaced_at=None), name="one_standing_pinned_policy"
            )
        ]


class PointAdjustment(WithReason, Fact):
    """Match points given or taken in a round, until that is taken back. Everybody may read the reason."""

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="adjustments")
    round_number = models.PositiveSmallIntegerField()
    match_points = models.FloatField(help_text="Whole or half points; below 0: taken.")
    reason = models.CharField(max_length=500)
    taken_back_at = models.DateTimeField(null=True, blank=True)
    taken_back_by = models.CharField(max_length=150, blank=True)

    class Meta:
        ordering = ["id"]
