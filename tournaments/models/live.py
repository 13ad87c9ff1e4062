"""The version rows: the one thing the event stream reads."""

from django.db import models


class LiveVersion(models.Model):
    """Changes of a topic of an event: its version is the sum of its rows. Carries no content to leak.

    A change adds a row and touches none, so two changes of one event never wait for each other here.
    """

    event_id = models.BigIntegerField()
    topic = models.CharField(max_length=20)
    version = models.BigIntegerField(default=1)

    class Meta:
        indexes = [models.Index(fields=["event_id", "topic"], name="live_version_of")]

    def __str__(self) -> str:
        return f"event {self.event_id}, {self.topic}: {self.version} more"
