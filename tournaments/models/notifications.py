"""Notifications that a player asked for: where they go, and each of them."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.entrants import Entrant
from tournaments.models.events import StaffRole


class About(models.TextChoices):
    """What a player, or a judge, can be told of."""

    ROUND = "round", _("A new round: my table and my opponent")
    TIME = "time", _("Time is called at my table")
    CALL = "call", _("My call for a judge is answered")
    PENALTY = "penalty", _("A penalty is given to me, or changed")
    CALLED = "called", _("A table calls a judge")
    DISPUTE = "dispute", _("A dispute is opened")
    APPEAL = "appeal", _("A player appeals to the head judge")


#: What a player is told of the own entry, and what a judge is of the event.
FOR_PLAYERS = (About.ROUND, About.TIME, About.CALL, About.PENALTY)
FOR_JUDGES = (About.CALLED, About.DISPUTE, About.APPEAL)


class Channel(models.TextChoices):
    """How."""

    PUSH = "push", _("On this phone")
    MAIL = "mail", _("By e-mail")


class Subscription(models.Model):
    """One phone, or one e-mail address, that is told of one entrant's event; or one phone that is told of what waits
    for a judge, for as long as somebody has the `role`. The address and the keys of a phone are enciphered under the
    site's key; that of a mail is the account's, looked up when it is sent."""

    entrant = models.ForeignKey(
        Entrant, null=True, blank=True, on_delete=models.CASCADE, related_name="subscriptions"
    )
    role = models.ForeignKey(
        StaffRole, null=True, blank=True, on_delete=models.CASCADE, related_name="subscriptions"
    )
    channel = models.CharField(max_length=4, choices=Channel.choices)
    about: models.JSONField[Any, Any] = models.JSONField(default=list)
    language = models.CharField(max_length=10)
    digest = models.CharField(
        max_length=64, blank=True, help_text="Of a phone's address: the same phone is one row."
    )
    secret = models.CharField(max_length=2000, blank=True)
    device = models.CharField(max_length=60, blank=True, help_text="The browser, as it calls itself.")
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["entrant", "channel", "digest"],
                condition=Q(ended_at=None),
                name="one_subscription_a_phone",
            ),
            models.UniqueConstraint(
                fields=["role", "channel", "digest"],
                condition=Q(ended_at=None),
                name="one_subscription_a_judges_phone",
            ),
            models.CheckConstraint(
                condition=Q(entrant__isnull=False, role=None) | Q(entrant=None, role__isnull=False),
                name="told_as_player_or_judge",
            ),
        ]


class Notification(models.Model):
    """One thing told to one subscription: written with the fact, sent until it arrives or is old news."""

    class State(models.TextChoices):
        """Where it is."""

        WAITING = "waiting", _("Waiting")
        DELIVERED = "delivered", _("Delivered")
        FAILED = "failed", _("Failed")

    subscription = models.ForeignKey(Subscription, on_delete=models.CASCADE, related_name="notifications")
    about = models.CharField(max_length=10, choices=About.choices)
    data: models.JSONField[Any, Any] = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField()
    due_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    busy_until = models.DateTimeField(
        null=True, blank=True, help_text="Some process is sending it until then."
    )

    class Meta:
        ordering = ["id"]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(state="waiting"), name="notifications_waiting"),
        ]
