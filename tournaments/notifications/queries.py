"""Asking for what a player is told."""

from __future__ import annotations

from django.db.models import QuerySet

from tournaments.errors import NotFound
from tournaments.messages import message as _
from tournaments.models.accounts import User
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.notifications import Subscription

BIGGEST = 2**63


def subscriptions_of(entrant: Entrant) -> QuerySet[Subscription]:
    """The phones and the address that are told of this entry."""
    return Subscription.objects.filter(entrant=entrant, ended_at=None)


def phones_of_judge(event: Event, user: User) -> QuerySet[Subscription]:
    """The phones that are told of what waits for judges, as this member of the staff asked."""
    return Subscription.objects.filter(role__event=event, role__user=user, ended_at=None)


def phone_of_judge(event: Event, user: User, number: int) -> Subscription:
    """One of them; also one that has ended. Raises NotFound."""
    rows = Subscription.objects.filter(role__event=event, role__user=user)
    rows = rows.filter(pk=number) if number < BIGGEST else rows.none()
    subscription = rows.select_related("role__user").first()
    if subscription is None:
        raise NotFound(_("There is no such phone or address."))
    return subscription


def subscription_of(entrant: Entrant, number: int) -> Subscription:
    """One of them; also one that has ended, so that twice is once. Raises NotFound."""
    rows = (
        Subscription.objects.filter(entrant=entrant, pk=number)
        if number < BIGGEST
        else Subscription.objects.none()
    )
    subscription = rows.select_related("entrant").first()
    if subscription is None:
        raise NotFound(_("There is no such phone or address."))
    return subscription
