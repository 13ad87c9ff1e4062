"""Signs of life."""

from django.db import models


class Heartbeat(models.Model):
    """The last sign of life of one process. `start`: the launcher's name for the start it belongs to, where there is
    a launcher. `busy_ms`: how long its longest request has been running."""

    part = models.CharField(max_length=10)
    process = models.CharField(max_length=120)
    start = models.CharField(max_length=32, blank=True)
    at = models.DateTimeField()
    busy_ms = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["part", "process"], name="one_heartbeat_a_process")]
