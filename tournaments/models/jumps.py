"""The known offset of the machine's clock, and the jumps it made."""

from django.db import models


class KnownClock(models.Model):
    """One row: by how much the time is ahead of the machine's count since its start, and of which start. Whoever
    notices a jump changes it where it still says what was before: so one alone does what follows from it."""

    boot = models.CharField(max_length=64)
    ahead_ms = models.BigIntegerField()


class ClockJump(models.Model):
    """A jump of more than two seconds. `at` is the time after it."""

    ms = models.BigIntegerField()
    at = models.DateTimeField()
    noticed_by = models.CharField(max_length=120)
