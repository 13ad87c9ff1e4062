"""Asking for endpoints and deliveries."""

from __future__ import annotations

from django.db.models import Count, Q, QuerySet

from tournaments.errors import NotFound
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.models.webhooks import WebhookDelivery, WebhookEndpoint

BIGGEST = 2**63


def endpoints_of(event: Event) -> QuerySet[WebhookEndpoint]:
    """The event's endpoints, with how many deliveries wait at each and have failed."""
    waiting = Count("deliveries", filter=Q(deliveries__state="waiting"))
    failed = Count("deliveries", filter=Q(deliveries__state="failed"))
    return WebhookEndpoint.objects.filter(event=event, deleted_at=None).annotate(
        waiting=waiting, failed=failed
    )


def endpoint_of(event: Event, number: int) -> WebhookEndpoint:
    """The event's endpoint of that number. Raises NotFound."""
    endpoint = endpoints_of(event).filter(pk=number).first() if number < BIGGEST else None
    if endpoint is None:
        raise NotFound(_("There is no such webhook in this event."))
    return endpoint


def deliveries_of(event: Event) -> QuerySet[WebhookDelivery]:
    """The deliveries to the event's endpoints, newest first."""
    standing = WebhookDelivery.objects.filter(endpoint__event=event, endpoint__deleted_at=None)
    return standing.select_related("endpoint").order_by("-id")


def delivery_of(event: Event, number: int) -> WebhookDelivery:
    """The delivery of that number to an endpoint of the event. Raises NotFound."""
    row = deliveries_of(event).filter(pk=number).first() if number < BIGGEST else None
    if row is None:
        raise NotFound(_("There is no such delivery in this event."))
    return row
