"""Messages to other parts of the site, written in the transaction of the change they tell of."""

from django.db import models

from tournaments.models.events import Event


class OutboxRow(models.Model):
    """One thing to tell. Taken once."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="outbox")
    topic = models.CharField(max_length=40)
    payload = models.JSONField()
    created_at = models.DateTimeField()
    taken_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        indexes = [
            models.Index(fields=["id"], condition=models.Q(taken_at=None), name="outbox_waiting"),
        ]
