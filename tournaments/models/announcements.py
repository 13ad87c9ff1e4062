"""Messages from the desk to everybody in the hall."""

from django.db import models

from tournaments.models.events import Event
from tournaments.models.fact import Fact

LENGTH = 280


class Announcement(Fact):
    """A message from the desk. It stands until its time is over or it is taken back."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="announcements")
    text = models.CharField(max_length=LENGTH)
    until = models.DateTimeField(null=True, blank=True, help_text="Empty: until it is taken back.")
    taken_back_at = models.DateTimeField(null=True, blank=True)
    taken_back_by = models.CharField(max_length=150, blank=True)

    class Meta:
        ordering = ["id"]
