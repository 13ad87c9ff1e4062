"""The base of every kept fact: who made it, and when."""

from typing import Any

from django.conf import settings
from django.db import models

from tournaments.messages import restored


class Fact(models.Model):
    """A row that is written once: corrections are new rows that point back to it."""

    at = models.DateTimeField()
    by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    by = models.CharField(max_length=150, help_text="Who did it, as shown to people.")

    class Meta:
        abstract = True


class WithReason(models.Model):
    """A row with a reason: somebody's own words, or the site's, which are kept in English with what they were made of
    (`tournaments.messages`) beside them."""

    reason: Any
    reason_message = models.JSONField(null=True, blank=True, editable=False)

    class Meta:
        abstract = True

    @property
    def said_reason(self) -> str:
        """The reason, to be translated where the site gave it."""
        return restored(self.reason, self.reason_message)
