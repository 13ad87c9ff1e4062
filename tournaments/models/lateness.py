"""Who may go on although he did not come to a match."""

from django.db import models

from tournaments.models.entrants import Entrant
from tournaments.models.fact import Fact
from tournaments.models.rounds import Match


class KeptAbsent(Fact):
    """Somebody who did not come to a match and is paired all the same: the desk said so."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="kept_absent")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="kept_absent")

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "kept absent"
        constraints = [models.UniqueConstraint(fields=["match", "entrant"], name="kept_absent_once")]
