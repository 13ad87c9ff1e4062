"""Appeals to the head judge: what was decided and is asked again, higher."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from referee.models.disputes import Dispute, DisputeRow
from referee.models.rulings import IssuedRuling
from tournaments.messages import message as _
from tournaments.models.fact import Fact
from tournaments.models.results import Result
from tournaments.models.rounds import Match


class Against(models.TextChoices):
    """What is appealed."""

    RULING = "ruling", _("A ruling on an entry of a log")
    ANSWER = "answer", _("A judge’s answer")
    RESULT = "result", _("A result")


class How(models.TextChoices):
    """What became of an appeal."""

    UPHELD = "upheld", _("The decision stands")
    CHANGED = "changed", _("Decided otherwise")
    WITHDRAWN = "withdrawn", _("Taken back")
    VOID = "void", _("There was nothing left to decide")


class Appeal(Fact):
    """An appeal by a seat of a table. It stands in the story of a dispute; `ruling`, `answer` or `result` is what it is
    about. Open until `decided_at`; `how` says what came of it, and what was decided instead stands in the rows of the
    dispute. `minutes`: given back to the table."""

    dispute = models.ForeignKey(Dispute, on_delete=models.CASCADE, related_name="appeals")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="appeals")
    against = models.CharField(max_length=6, choices=Against.choices)
    ruling = models.ForeignKey(
        IssuedRuling, null=True, blank=True, on_delete=models.CASCADE, related_name="appeals"
    )
    answer = models.ForeignKey(
        DisputeRow, null=True, blank=True, on_delete=models.CASCADE, related_name="appeals"
    )
    result = models.ForeignKey(
        Result, null=True, blank=True, on_delete=models.CASCADE, related_name="appeals"
    )
    seat = models.CharField(max_length=1)
    words = models.CharField(max_length=500, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.CharField(max_length=150, blank=True)
    how = models.CharField(max_length=9, choices=How.choices, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    minutes = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(decided_at=None), name="one_open_appeal_a_match"
            )
        ]

    def __str__(self) -> str:
        return f"Appeal {self.pk}"

    @classmethod
    def halting(cls, match: object) -> Appeal | None:
        """The open appeal for which the game at a match waits: of a ruling, not of the result."""
        return cls.objects.filter(match=match, decided_at=None).exclude(against=Against.RESULT).first()

    @property
    def number(self) -> int:
        """The number of what it is about."""
        return self.ruling_id or self.answer_id or self.result_id or 0
