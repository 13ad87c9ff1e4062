"""The version rows: the one thing the event stream reads."""

from django.db import models
from django.db.models.functions import Now


class LiveVersion(models.Model):
    """Changes of a topic of an event: its version is the sum of its rows. Carries no content to leak.

    A change adds a row and touches none, so two changes of one event never wait for each other here.
    """

    event_id = models.BigIntegerField()
    topic = models.CharField(max_length=20)
    version = models.BigIntegerField(default=1)
    #: By the database's clock, which is also asked how long ago it was: of how late the stream tells of changes.
    at = models.DateTimeField(db_default=Now())

    class Meta:
        indexes = [models.Index(fields=["event_id", "topic"], name="live_version_of")]

    def __str__(self) -> str:
        return f"event {self.event_id}, {self.topic}: {self.version} more"
