"""Files of events that were made as long work."""

from django.db import models

from tournaments.models.events import Event
from tournaments.models.jobs import Job


class MadeFile(models.Model):
    """One file of an event, as it was made last. `file` says which and for whom, `job` is the newest that makes it,
    `of_job` the number of the one that made what lies here, `mark` the event's versions it was made from."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="made_files")
    file = models.CharField(max_length=200)
    job = models.ForeignKey(Job, null=True, blank=True, on_delete=models.SET_NULL, related_name="made_files")
    asked_at = models.DateTimeField()
    of_job = models.BigIntegerField(null=True, blank=True)
    mark = models.CharField(max_length=400, blank=True)
    made_at = models.DateTimeField(null=True, blank=True)
    body = models.BinaryField(null=True, blank=True, help_text="Compressed with zlib.")

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["event", "file"], name="one_made_file")]

    def __str__(self) -> str:
        return f"{self.file} of {self.event_id}"
