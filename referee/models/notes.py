"""Notes at entries of logs: a judge's for the judges, a player's for himself, until they are shown."""

from django.db import models
from django.db.models import Q

from referee.models.records import Record
from tournaments.messages import message as _
from tournaments.models.entrants import Entrant
from tournaments.models.fact import Fact


class ShownTo(models.TextChoices):
    """Who reads a note. Of what is kept only its writer, and of a judge's the judges of the event."""

    KEPT = "kept", _("Nobody else yet")
    TABLE = "table", _("The players of this match and the judges")
    ALL = "all", _("Everybody who may see this log")


class EntryNote(Fact):
    """A version of a note. A change is a new one, with the note's `first`; the one before is `replaced_at`. `entrant`:
    whose it is, where it is a player's; else it is a judge's. `view`: the seat (or `public`) as which its writer saw
    the log, empty where that was the whole. `was`: what everybody could see of the entry, as a hash, by which it is
    known again in a log that replaces this one."""

    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="notes")
    entry = models.PositiveIntegerField()
    was = models.CharField(max_length=64)
    entrant = models.ForeignKey(
        Entrant, null=True, blank=True, on_delete=models.CASCADE, related_name="entry_notes"
    )
    view = models.CharField(max_length=6, blank=True)
    shown_to = models.CharField(max_length=5, choices=ShownTo.choices)
    text = models.CharField(max_length=500)
    first = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.CASCADE, related_name="versions"
    )
    replaced_at = models.DateTimeField(null=True, blank=True)
    taken_back_at = models.DateTimeField(null=True, blank=True)
    taken_back_by = models.CharField(max_length=150, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["first"], condition=Q(replaced_at=None), name="one_standing_version_a_note"
            )
        ]

    @property
    def number(self) -> int:
        """The note's number, the same for all its versions."""
        return self.first_id or self.pk
