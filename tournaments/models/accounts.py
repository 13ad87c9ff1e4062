"""Accounts: offered to players, needed by staff."""

from django.contrib.auth.models import AbstractUser
from django.db import models

#: In place of the name of somebody who left, wherever that stood.
FORMER = "A former player"


class User(AbstractUser):
    """A person with an account on this site."""

    display_name = models.CharField(max_length=100, blank=True)
    page_code = models.CharField(
        max_length=16,
        unique=True,
        null=True,
        blank=True,
        editable=False,
        help_text="Address of the public page; none while its person does not agree to one.",
    )

    former_at = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="When its person left: nothing of theirs is in this row.",
    )

    @property
    def shown_name(self) -> str:
        """The name other people see."""
        return self.display_name or self.get_full_name() or self.username
