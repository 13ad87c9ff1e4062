"""Deck lists handed in at registration."""

from django.db import models
from django.db.models import Q

from tournaments.models.entrants import Entrant
from tournaments.models.fact import Fact


class DeckList(Fact):
    """A deck list in the form of the log format, with what the check by the game's rules found."""

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="deck_lists")
    body = models.JSONField()
    legal = models.BooleanField(null=True, help_text="Empty: the game's rules offer no check.")
    violations = models.JSONField(default=list, blank=True)
    replaced_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["entrant"], condition=Q(replaced_at=None), name="one_standing_deck_list"
            )
        ]

    @property
    def state(self) -> str:
        """The result of the check: "legal", "illegal" or "unchecked"."""
        return {True: "legal", False: "illegal", None: "unchecked"}[self.legal]
