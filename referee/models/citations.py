"""What a ruling cites: entries of the rulebook, cards, precedents."""

from __future__ import annotations

from django.db import models

from referee.models.precedents import Precedent
from referee.models.rulings import IssuedRuling


class Citation(models.Model):
    """One thing that a ruling cites, kept with it: an entry of the rulebook by its id, a card by the last part of its
    address, or a precedent. `heading`: as it was called then."""

    class Kind(models.TextChoices):
        """What is cited."""

        RULE = "rule", "Rule"
        CARD = "card", "Card"
        PRECEDENT = "precedent", "Precedent"

    ruling = models.ForeignKey(IssuedRuling, on_delete=models.CASCADE, related_name="citations")
    kind = models.CharField(max_length=9, choices=Kind.choices)
    key = models.CharField(max_length=200)
    heading = models.CharField(max_length=300)
    precedent = models.ForeignKey(
        Precedent, null=True, blank=True, on_delete=models.SET_NULL, related_name="citations"
    )

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["ruling", "kind", "key"], name="one_citation_a_thing")]

    def __str__(self) -> str:
        return self.heading
