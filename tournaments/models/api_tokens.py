"""API tokens that may do a part of what their account may."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models

from tournaments.models.events import Event


class ApiToken(models.Model):
    """A token of an account for a program: what it may do, in which events, until when. Of the token only the hash is
    kept, and its end, by which its owner knows it again. Without `all_events` it is for `events` alone.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=100)
    digest = models.CharField(max_length=64, unique=True, help_text="SHA-256 of the token.")
    ending = models.CharField(max_length=4, help_text="The last characters of the token.")
    scopes: models.JSONField[Any, Any] = models.JSONField(default=list)
    all_events = models.BooleanField(default=False)
    events = models.ManyToManyField(Event, blank=True, related_name="+")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["user", "ended_at"], name="api_tokens_of")]

    def __str__(self) -> str:
        return f"{self.name} (…{self.ending})"
