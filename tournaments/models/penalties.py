"""Penalties: the policies they follow, each of them, and match points given or taken."""

from django.db import models
from django.db.models import Q

from tournaments.models.events import Event
from tournaments.models.fact import Fact
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
