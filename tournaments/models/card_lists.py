"""An event's own card list."""

from django.db import models
from django.db.models import Q

from tournaments.models.events import Event
from tournaments.models.fact import Fact


class CardList(Fact):
    """Cards of an event that the site's catalogue lacks or has otherwise, as a log's header declares them. A changed
    list is a new row; logs begun with an older one have its cards in their own header."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="card_lists")
    cards = models.JSONField(help_text="Declarations, as a log's header has them.")
    decks = models.JSONField(default=dict, blank=True, help_text="Deck lists that the list itself makes.")
    count = models.PositiveIntegerField()
    digest = models.CharField(max_length=64, help_text="SHA-256 of cards and decks.")
    replaced_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["event"], condition=Q(replaced_at=None), name="one_standing_card_list"
            )
        ]

    def __str__(self) -> str:
        return f"Card list of {self.event_id}: {self.count} cards"
