"""Penalties for coming late to a table, and who may go on although he did not come."""

from django.db import models
from django.db.models import Q

from tournaments.messages import message as _
from tournaments.models.entrants import Entrant
from tournaments.models.fact import Fact
from tournaments.models.rounds import Match


class LatePenalty(models.TextChoices):
    """The penalties for being late, in the order in which they are given."""

    GAME_LOSS = "game_loss", _("Game loss")
    MATCH_LOSS = "match_loss", _("Match loss")


class Lateness(Fact):
    """A penalty for being late at a table, which can be taken back."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="late")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="late")
    penalty = models.CharField(max_length=10, choices=LatePenalty.choices)
    minutes = models.PositiveSmallIntegerField(help_text="After the start of the round.")
    taken_back_at = models.DateTimeField(null=True, blank=True)
    taken_back_by = models.CharField(max_length=150, blank=True)

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "lateness"
        constraints = [
            models.UniqueConstraint(
                fields=["match", "entrant", "penalty"],
                condition=Q(taken_back_at=None),
                name="one_standing_late_penalty",
            )
        ]


class KeptAbsent(Fact):
    """Somebody who did not come to a match and is paired all the same: the desk said so."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="kept_absent")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="kept_absent")

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "kept absent"
        constraints = [models.UniqueConstraint(fields=["match", "entrant"], name="kept_absent_once")]
