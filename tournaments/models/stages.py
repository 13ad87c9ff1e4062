"""The stages of an event: a chain of structures."""

from django.db import models

from tournaments.models.events import Event


class Stage(models.Model):
    """A part of an event with one structure."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    kind = models.CharField(max_length=20, choices=[("swiss", "Swiss")], default="swiss")

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="one_stage_a_number")]
