"""The version row: the one thing the event stream reads."""

from django.db import models


class LiveVersion(models.Model):
    """How often a topic of an event has changed. Carries no content, so it can leak none."""

    event_id = models.BigIntegerField()
    topic = models.CharField(max_length=20)
    version = models.BigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event_id", "topic"], name="live_version_once")]

    def __str__(self) -> str:
        return f"event {self.event_id}, {self.topic}: {self.version}"
