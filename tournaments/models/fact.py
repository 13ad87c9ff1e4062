"""What every kept fact says: who, and when."""

from django.conf import settings
from django.db import models


class Fact(models.Model):
    """A row that is written once: corrections are new rows that point back to it."""

    at = models.DateTimeField()
    by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    by = models.CharField(max_length=150, help_text="Who did it, as shown to people.")

    class Meta:
        abstract = True
