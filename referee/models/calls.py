"""Calls for a judge: why a table calls, who has taken it, and every step until it is answered."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from referee.models.disputes import Dispute
from tournaments.messages import message as _
from tournaments.models.entrants import Entrant
from tournaments.models.fact import Fact
from tournaments.models.rounds import Match


class Reason(models.TextChoices):
    """Why a table calls, one tap each."""

    RULES = "rules", _("A question about the rules")
    RESULT = "result", _("About the result")
    SLOW_PLAY = "slow_play", _("Slow play")
    DECK = "deck", _("About a deck")
    OTHER = "other", _("Something else")


class Call(models.Model):
    """What a call holds beside its question, which is a dispute of the kind "call": open until it is answered or taken
    back. `judge` has it now; `here_at`: when the judge came to the table. What happened is told by its steps."""

    dispute = models.OneToOneField(Dispute, on_delete=models.CASCADE, related_name="call")
    reason = models.CharField(max_length=10, choices=Reason.choices, default=Reason.OTHER)
    entrant = models.ForeignKey(
        Entrant, null=True, blank=True, on_delete=models.SET_NULL, related_name="calls"
    )
    judge = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="calls"
    )
    coming_at = models.DateTimeField(null=True, blank=True)
    here_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["dispute_id"]

    def __str__(self) -> str:
        return f"Call {self.dispute_id}"


class CallStep(Fact):
    """A step of a call. Rows are added and never changed. `to`: who it was handed to; `minutes`: given back as time."""

    class Step(models.TextChoices):
        """What was done."""

        TAKEN = "taken", _("Taken")
        HANDED = "handed", _("Handed over")
        LET_GO = "let_go", _("Put back into the list")
        COMING = "coming", _("On the way")
        HERE = "here", _("At the table")
        DONE = "done", _("Answered")
        TAKEN_BACK = "taken_back", _("Taken back by the table")

    call = models.ForeignKey(Call, on_delete=models.CASCADE, related_name="steps")
    step = models.CharField(max_length=10, choices=Step.choices)
    to = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    minutes = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["id"]


class ProcedureTick(Fact):
    """A step of the game's procedure at time that a table without a log has done; taken back by a mark, not by
    deleting."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="procedure_ticks")
    step = models.CharField(max_length=40)
    taken_back_at = models.DateTimeField(null=True, blank=True)
    taken_back_by = models.CharField(max_length=150, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "step"],
                condition=models.Q(taken_back_at=None),
                name="one_standing_tick_a_step",
            )
        ]
