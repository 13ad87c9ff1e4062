"""Accounts: offered to players, needed by staff."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models

from tournaments.prepared import Prepared

#: In place of the name of somebody who left, wherever that stood.
FORMER = "A former player"


class Accounts(UserManager["User"]):
    """All accounts. The one whose key is known, which every request of somebody signed in asks for, is asked for by a
    prepared statement."""

    use_in_migrations = False

    def get(self, *conditions: Any, **values: Any) -> User:
        """As Django's."""
        key = values.get("pk")
        # One of these that belongs to another row, and gives its accounts alone, is of a class of its own.
        if conditions or len(values) > 1 or type(key) is not int or type(self) is not Accounts or self._db:
            return super().get(*conditions, **values)
        account = by_key.first(key)
        if account is None:
            raise User.DoesNotExist(f"There is no account {key}.")
        return account


class User(AbstractUser):
    """A person with an account on this site."""

    objects: ClassVar[Accounts] = Accounts()

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


by_key = Prepared(lambda key: User.objects.filter(pk=key), int)
