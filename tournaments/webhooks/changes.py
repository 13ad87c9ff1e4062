"""Adding, pausing and deleting endpoints; trying one, and sending a delivery again. For an event's organisers."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from tournaments.access import Actor, require
from tournaments.enciphered import encipher
from tournaments.errors import Conflict, Invalid, NotFound
from tournaments.journal import note
from tournaments.live.nudge import nudge
from tournaments.locks import locked
from tournaments.messages import message as _
from tournaments.models.events import Event, State
from tournaments.models.webhooks import TEST, Happening, WebhookDelivery, WebhookEndpoint
from tournaments.outbox.webhooks import delivery
from tournaments.outgoing import Refused, site_limits, split
from tournaments.webhooks.enciphering import SECRET

#: Endpoints of one event, and tests or deliveries that may wait at one before another test is refused.
MAX_ENDPOINTS = 5
State_ = WebhookDelivery.State


def add_endpoint(
    event: Event, url: str, kinds: Collection[str], *, by: Actor, now: datetime
) -> tuple[WebhookEndpoint, str]:
    """A new endpoint and its secret, which is shown nowhere again. Raises Invalid with the fields at fault, Conflict
    where the event has too many."""
    url, wanted = url.strip(), _kinds(kinds)
    _check_url(url)
    text = "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()
    with transaction.atomic():
        event = locked(event)
        require(by, "manage_webhooks", event)
        standing = event.webhooks.filter(deleted_at=None)
        if standing.filter(url=url).exists():
            said = _("This address is told already.")
            raise Invalid(said, fields={"url": said})
        if standing.count() >= MAX_ENDPOINTS:
            raise Conflict(_("This event has %(n)s webhooks already. Delete one first.", n=MAX_ENDPOINTS))
        endpoint = WebhookEndpoint.objects.create(
            event=event, url=url, kinds=wanted, secret=encipher(text, SECRET), at=now, **by.fact
        )
        note(event, "webhook", _("A webhook to %(host)s was added.", host=endpoint.host), by=by, now=now)
    return endpoint, text


def _check_url(url: str) -> None:
    try:
        split(url, site_limits())
    except Refused:
        said = _(
            "Give an https address of at most 500 characters, without a user name, like https://example.org/hook"
        )
        raise Invalid(said, fields={"url": said}) from None


def _kinds(kinds: Collection[str]) -> list[str]:
    if not kinds or not set(kinds) <= set(Happening.values):
        said = _("Choose what the webhook is told.")
        raise Invalid(said, fields={"kinds": said})
    return [kind.value for kind in Happening if kind in kinds]


def choose_kinds(
    endpoint: WebhookEndpoint, kinds: Collection[str], *, by: Actor, now: datetime
) -> WebhookEndpoint:
    """Other happenings for the endpoint, from now on."""
    wanted = _kinds(kinds)
    with transaction.atomic():
        endpoint = _locked(endpoint, by)
        endpoint.kinds = wanted
        endpoint.save(update_fields=["kinds"])
    return endpoint


def pause(endpoint: WebhookEndpoint, *, by: Actor, now: datetime) -> WebhookEndpoint:
    """Sends nothing more until it is resumed: what waits goes on waiting, what happens meanwhile is not told."""
    with transaction.atomic():
        endpoint = _locked(endpoint, by)
        if endpoint.paused_at is None:
            endpoint.paused_at = now
            endpoint.save(update_fields=["paused_at"])
            text = _("The webhook to %(host)s was paused.", host=endpoint.host)
            note(endpoint.event, "webhook", text, by=by, now=now)
    return endpoint


def resume(endpoint: WebhookEndpoint, *, by: Actor, now: datetime) -> WebhookEndpoint:
    """Sends again, first what has waited."""
    with transaction.atomic():
        endpoint = _locked(endpoint, by)
        if endpoint.paused_at is not None:
            endpoint.paused_at, endpoint.paused_by_site = None, False
            endpoint.save(update_fields=["paused_at", "paused_by_site"])
            text = _("The webhook to %(host)s goes on.", host=endpoint.host)
            note(endpoint.event, "webhook", text, by=by, now=now)
            nudge()
    return endpoint


def delete_endpoint(endpoint: WebhookEndpoint, *, by: Actor, now: datetime) -> None:
    """Ends the endpoint; what waits for it is not sent, and its secret is forgotten."""
    with transaction.atomic():
        endpoint = _locked(endpoint, by)
        endpoint.deleted_at, endpoint.secret = now, ""
        endpoint.save(update_fields=["deleted_at", "secret"])
        endpoint.deliveries.all().delete()
        text = _("The webhook to %(host)s was deleted.", host=endpoint.host)
        note(endpoint.event, "webhook", text, by=by, now=now)


def send_test(endpoint: WebhookEndpoint, *, by: Actor, now: datetime) -> WebhookDelivery:
    """Writes a message that only tries the endpoint. Raises Conflict while one waits or the endpoint is paused."""
    with transaction.atomic():
        endpoint = _locked(endpoint, by)
        _check_sending(endpoint)
        if endpoint.deliveries.filter(kind=TEST, state=State_.WAITING).exists():
            raise Conflict(_("A test is still waiting to be delivered."))
        event = endpoint.event
        row = delivery(endpoint, TEST, {} if event.state == State.DRAFT else {"event": event.slug}, now)
        row.save()
        nudge()
    return row


def send_again(row: WebhookDelivery, *, by: Actor, now: datetime) -> WebhookDelivery:
    """Sends a delivery once more, with the id and the contents it had; one that waits is due at once."""
    with transaction.atomic():
        endpoint = _locked(row.endpoint, by)
        _check_sending(endpoint)
        row = WebhookDelivery.objects.select_for_update().get(pk=row.pk)
        row.state, row.attempts, row.due_at = State_.WAITING, 0, now
        row.save(update_fields=["state", "attempts", "due_at"])
        nudge()
    return row


def _check_sending(endpoint: WebhookEndpoint) -> None:
    if endpoint.paused_at is not None:
        raise Conflict(_("The webhook is paused. Resume it first."))


def _locked(endpoint: WebhookEndpoint, by: Actor) -> WebhookEndpoint:
    """The event locked and asked for, then the endpoint. Raises NotFound for a deleted one."""
    event = locked(endpoint.event)
    require(by, "manage_webhooks", event)
    own = (
        WebhookEndpoint.objects.select_for_update(no_key=True).filter(pk=endpoint.pk, deleted_at=None).first()
    )
    if own is None:
        raise NotFound(_("There is no such webhook in this event."))
    own.event = event
    return own
