"""Pictures sent to a dispute, cleaned of all but what they show."""

from django.conf import settings
from django.db import models

from referee.models.disputes import DisputeRow
from tournaments.models.entrants import Entrant


class DisputePicture(models.Model):
    """The picture of a row, as JPEG. Who took or erased it is told by rows; the picture itself is deleted when it is
    taken back, or with the account or the name of who sent it. `digest`: of the file as it was sent."""

    row = models.OneToOneField(DisputeRow, on_delete=models.CASCADE, related_name="picture")
    by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    entrant = models.ForeignKey(Entrant, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    digest = models.CharField(max_length=64)
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    size = models.PositiveIntegerField()
    body = models.BinaryField()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"Picture {self.pk}"
