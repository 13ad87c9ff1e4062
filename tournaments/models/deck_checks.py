"""Checks of decks against their lists, at the tables of a running round."""

from django.db import models
from django.db.models import Q

from tournaments.messages import message as _
from tournaments.models.decks import DeckList
from tournaments.models.entrants import Entrant
from tournaments.models.fact import Fact
from tournaments.models.rounds import Match


class DeckOutcome(models.TextChoices):
    """What came of comparing a deck with its list."""

    FITS = "fits", _("Fits the list")
    DIFFERS = "differs", _("Differs from the list")
    PART = "part", _("Checked in part, no difference")
    NO_LIST = "no_list", _("No list was handed in")


class DeckCheck(Fact):
    """A check of the decks at one table: when it began and who began it, when it ended, what time the table was
    given."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="deck_checks")
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.CharField(max_length=150, blank=True)
    minutes = models.PositiveSmallIntegerField(
        default=0, help_text="Given to the table when the check ended."
    )

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["match"], condition=Q(ended_at=None), name="one_open_deck_check")
        ]


class DeckFinding(Fact):
    """What was counted in one deck, held against the list that stood then."""

    deck_check = models.ForeignKey(DeckCheck, on_delete=models.CASCADE, related_name="findings")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="deck_findings")
    deck = models.ForeignKey(DeckList, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    counted = models.JSONField(
        default=list, help_text="A number for each line of the list; null: not looked at."
    )
    extra = models.TextField(
        max_length=2000, blank=True, help_text="Cards in the deck that are not on the list."
    )
    note = models.TextField(max_length=1000, blank=True)
    outcome = models.CharField(max_length=8, choices=DeckOutcome.choices)
    replaced_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["deck_check", "entrant"], condition=Q(replaced_at=None), name="one_standing_finding"
            )
        ]
