"""The wording of rulebooks that their owners brought in: for their own eyes."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.models.fact import Fact


class RulebookText(Fact):
    """A rulebook's text, brought in by who owns it. Its wording is shown to ``owner`` alone, or where there is none to
    those who run the site. Taken away, the row stays and the wording is gone.

    ``book``: the name by which verdicts cite the rulebook, which two games may share. ``matched``: so many entries have
    wording in it."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    game = models.CharField(max_length=40)
    book = models.CharField(max_length=100)
    name = models.CharField(max_length=100, help_text="The file's.")
    digest = models.CharField(max_length=64)
    matched = models.PositiveIntegerField()
    taken_away_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["owner", "book", "name"],
                condition=Q(taken_away_at=None, owner__isnull=False),
                name="one_text_a_name_of_an_owner",
            ),
            models.UniqueConstraint(
                fields=["book", "name"],
                condition=Q(taken_away_at=None, owner=None),
                name="one_text_a_name_of_the_site",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class RulebookPassage(models.Model):
    """The wording of one entry of the ledger in a text: the heading it stands under, and what it says."""

    rulebook = models.ForeignKey(RulebookText, on_delete=models.CASCADE, related_name="passages")
    entry = models.CharField(max_length=120)
    heading = models.CharField(max_length=200)
    text = models.TextField()

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["rulebook", "entry"], name="one_passage_an_entry")]
