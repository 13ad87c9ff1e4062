"""Webhooks: addresses of other programs that are told what happens in an event, and each telling."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Event
from tournaments.models.fact import Fact


class Happening(models.TextChoices):
    """What an endpoint can be told, by the `type` of the message."""

    EVENT_STATE = "event.state_changed", _("The event’s state: check-in, started, finished, cancelled")
    ROUND_PUBLISHED = "round.published", _("A pairing was published")
    ROUND_CHANGED = "round.changed", _("A published pairing was changed")
    ROUND_STARTED = "round.started", _("A round has started")
    ROUND_FINISHED = "round.finished", _("A round is finished")
    ROUND_REOPENED = "round.reopened", _("A finished round is open again")
    ROUND_WITHDRAWN = "round.withdrawn", _("A round was taken back")
    RESULT_FINAL = "result.final", _("A result is final, or was corrected")
    RESULT_WITHDRAWN = "result.withdrawn", _("A result was cleared")
    STANDINGS_CHANGED = "standings.changed", _("The standings have changed")


#: The type of a message that only tries whether the endpoint hears.
TEST = "webhook.test"


class Trouble(models.TextChoices):
    """Why a delivery did not arrive."""

    STATUS = "status", _("The endpoint did not answer with success")
    NETWORK = "network", _("The endpoint could not be reached")
    TIME = "time", _("The endpoint took too long")
    UNKNOWN_HOST = "unknown_host", _("There is no such host")
    INNER = "inner", _("The address lies inside this site’s network")
    CERTIFICATE = "certificate", _("The endpoint’s certificate is not valid")
    ADDRESS = "address", _("This site does not send to such an address")
    SECRET = "secret", _("The secret cannot be read any more: add the endpoint again")


class WebhookEndpoint(Fact):
    """An address that is told, and of what. The secret is enciphered under the site's key."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=500)
    kinds: models.JSONField[Any, Any] = models.JSONField(default=list)
    secret = models.CharField(max_length=300)
    paused_at = models.DateTimeField(null=True, blank=True)
    paused_by_site = models.BooleanField(
        default=False, help_text="It failed for days, or said that it is gone."
    )
    deleted_at = models.DateTimeField(null=True, blank=True)
    busy_until = models.DateTimeField(null=True, blank=True, help_text="Some process is sending until then.")

    class Meta:
        ordering = ["id"]

    @property
    def host(self) -> str:
        """The host of the address, with its port."""
        return self.url.split("/")[2]


class WebhookDelivery(models.Model):
    """One message to one endpoint: written with the fact, sent until it arrives or its attempts are used up."""

    class State(models.TextChoices):
        """Where a delivery is."""

        WAITING = "waiting", _("Waiting")
        DELIVERED = "delivered", _("Delivered")
        FAILED = "failed", _("Failed")

    endpoint = models.ForeignKey(WebhookEndpoint, on_delete=models.CASCADE, related_name="deliveries")
    message_id = models.CharField(max_length=40, unique=True)
    kind = models.CharField(max_length=40)
    body = models.TextField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    code = models.PositiveSmallIntegerField(null=True, blank=True, help_text="The last answer's HTTP status.")
    trouble = models.CharField(max_length=20, choices=Trouble.choices, blank=True)
    created_at = models.DateTimeField()
    due_at = models.DateTimeField()
    last_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        indexes = [
            models.Index(fields=["due_at"], condition=models.Q(state="waiting"), name="webhooks_waiting"),
        ]
