"""Penalties: the policies they follow, each of them, and match points given or taken."""

from django.db import models
from django.db.models import Q

from tournaments.messages import message as _
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.fact import Fact, WithReason
from tournaments.models.rounds import Match
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


class PenaltyKind(models.TextChoices):
    """The penalties, from the mildest to the heaviest."""

    CAUTION = "caution", _("Caution")
    WARNING = "warning", _("Warning")
    GAME_LOSS = "game_loss", _("Game loss")
    MATCH_LOSS = "match_loss", _("Match loss")
    DISQUALIFICATION = "disqualification", _("Disqualification")


#: Those that change what somebody has won.
LOSSES = (PenaltyKind.GAME_LOSS, PenaltyKind.MATCH_LOSS)


class Penalty(Fact):
    """A penalty of an entrant. Another one, or taking it back, is a new row in its place.

    A loss counts in `match` where `counts_here`, else in the entrant's first match from round `from_round` on; so it
    does where the entrant sits there no more.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="penalties")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="penalties")
    match = models.ForeignKey(
        Match,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="penalties",
        help_text="Where it was given.",
    )
    infraction = models.CharField(max_length=40, help_text="Its id in the event's policy.")
    penalty = models.CharField(max_length=16, choices=PenaltyKind.choices)
    by_policy = models.CharField(
        max_length=16, choices=PenaltyKind.choices, help_text="What the policy said."
    )
    time = models.PositiveSmallIntegerField(default=1, help_text="The first time in the event, the second …")
    counts_here = models.BooleanField(default=False)
    from_round = models.PositiveSmallIntegerField(default=1)
    game = models.PositiveSmallIntegerField(default=1, help_text="Of the match: the game that is lost.")
    minutes = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Late, after the start of the round."
    )
    note = models.CharField(max_length=500, blank=True, help_text="What happened. The player reads it.")
    reason = models.CharField(
        max_length=500, blank=True, help_text="Why it is not the policy's, or was taken back."
    )
    source = models.CharField(
        max_length=60, blank=True, help_text="What it came from: a deck check, a dispute."
    )
    replaces = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    replaced_at = models.DateTimeField(null=True, blank=True)
    taken_back = models.BooleanField(default=False, help_text="Nothing is left of the one it replaces.")

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "penalties"
        indexes = [
            models.Index(
                fields=["entrant"], condition=Q(replaced_at=None, taken_back=False), name="penalties_standing"
            )
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["replaces"],
                condition=Q(replaces__isnull=False),
                name="one_penalty_in_place_of_another",
            )
        ]


class PointAdjustment(WithReason, Fact):
    """Match points given or taken in a round, until that is taken back. Everybody may read the reason."""

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="adjustments")
    round_number = models.PositiveSmallIntegerField()
    match_points = models.FloatField(help_text="Whole or half points; below 0: taken.")
    reason = models.CharField(max_length=500)
    penalty = models.ForeignKey(
        Penalty, null=True, blank=True, on_delete=models.CASCADE, related_name="adjustments"
    )
    match = models.ForeignKey(
        Match,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="adjustments",
        help_text="Where the penalty counts: with its round the points are void.",
    )
    taken_back_at = models.DateTimeField(null=True, blank=True)
    taken_back_by = models.CharField(max_length=150, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["penalty", "match"],
                condition=Q(taken_back_at=None, penalty__isnull=False),
                name="one_standing_adjustment_a_penalty",
            )
        ]
