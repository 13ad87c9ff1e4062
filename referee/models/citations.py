"""What a ruling, an answer or a decision cites: entries of the rulebook, cards, precedents."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from referee.models.disputes import DisputeRow
from referee.models.precedents import Precedent
from referee.models.rulings import IssuedRuling


class Citation(models.Model):
    """One thing that is cited, kept with the ruling, or with the row of a judge's answer or a decision on an appeal: an
    entry of the rulebook by its id, a card by the last part of its address, or a precedent. `heading`: as it was called
    then."""

    class Kind(models.TextChoices):
        """What is cited."""

        RULE = "rule", "Rule"
        CARD = "card", "Card"
        PRECEDENT = "precedent", "Precedent"

    ruling = models.ForeignKey(
        IssuedRuling, null=True, blank=True, on_delete=models.CASCADE, related_name="citations"
    )
    row = models.ForeignKey(
        DisputeRow, null=True, blank=True, on_delete=models.CASCADE, related_name="citations"
    )
    kind = models.CharField(max_length=9, choices=Kind.choices)
    key = models.CharField(max_length=200)
    heading = models.CharField(max_length=300)
    precedent = models.ForeignKey(
        Precedent, null=True, blank=True, on_delete=models.SET_NULL, related_name="citations"
    )

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["ruling", "kind", "key"], name="one_citation_a_thing"),
            models.UniqueConstraint(fields=["row", "kind", "key"], name="one_citation_a_thing_of_a_row"),
            models.CheckConstraint(
                condition=Q(ruling=None, row__isnull=False) | Q(ruling__isnull=False, row=None),
                name="a_citation_of_a_ruling_or_a_row",
            ),
        ]

    def __str__(self) -> str:
        return self.heading
