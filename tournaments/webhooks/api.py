"""Webhooks over the API: endpoints of an event and their deliveries."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import require
from tournaments.api_base import BoundedListField, Door, documented
from tournaments.models.events import Event
from tournaments.models.webhooks import Happening, WebhookDelivery, WebhookEndpoint
from tournaments.webhooks.changes import (
    add_endpoint,
    choose_kinds,
    delete_endpoint,
    pause,
    resume,
    send_again,
    send_test,
)
from tournaments.webhooks.queries import deliveries_of, delivery_of, endpoint_of, endpoints_of

TAG = "webhooks"
MOST = 200


class WebhookSerializer(serializers.ModelSerializer[WebhookEndpoint]):
    """An endpoint: its address, what it is told, since when it is paused, what waits and what failed."""

    kinds = serializers.ListField(child=serializers.ChoiceField(choices=Happening.choices))
    waiting = serializers.IntegerField()
    failed = serializers.IntegerField()

    class Meta:
        model = WebhookEndpoint
        fields = ["id", "url", "kinds", "paused_at", "paused_by_site", "waiting", "failed", "at", "by"]


class MadeWebhookSerializer(WebhookSerializer):
    """With its secret: shown this once."""

    secret = serializers.CharField()

    class Meta(WebhookSerializer.Meta):
        fields = [*WebhookSerializer.Meta.fields, "secret"]


class AddWebhookSerializer(serializers.Serializer[Any]):
    """The address, and what it is told."""

    url = serializers.CharField(max_length=500)
    kinds = BoundedListField(child=serializers.ChoiceField(choices=Happening.choices), max_length=50)


class ChangeWebhookSerializer(serializers.Serializer[Any]):
    """What the endpoint is told from now on; whether it is paused."""

    kinds = BoundedListField(
        child=serializers.ChoiceField(choices=Happening.choices), max_length=50, required=False
    )
    paused = serializers.BooleanField(required=False)


class WebhookDeliverySerializer(serializers.ModelSerializer[WebhookDelivery]):
    """A message to an endpoint: what it says, where it is, the last answer's status."""

    class Meta:
        model = WebhookDelivery
        fields = [
            "id", "endpoint", "message_id", "kind", "body", "state", "attempts", "code", "trouble", "created_at",
            "due_at", "last_at",
        ]  # fmt: skip


class OfOrganisers(Door):
    """A door of webhooks: for organisers, whatever it does."""

    def event(self, slug: str) -> Event:
        event = super().event(slug)
        require(self.actor, "manage_webhooks", event)
        return event


class Webhooks(OfOrganisers):
    """The endpoints of an event."""

    # The answer is a secret that is shown once: no copy of it is kept.
    counts_once = False

    @documented(WebhookSerializer(many=True), summary="The event's webhooks", tag=TAG)
    def get(self, request: Request, slug: str) -> Response:
        return Response(WebhookSerializer(endpoints_of(self.event(slug)), many=True).data)

    @documented(
        MadeWebhookSerializer, takes=AddWebhookSerializer, status=201, summary="Add a webhook", tag=TAG
    )
    def post(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        made, secret = add_endpoint(event, **self.sent(AddWebhookSerializer), by=self.actor, now=self.now)
        said = WebhookSerializer(endpoint_of(event, made.pk)).data
        return Response(said | {"secret": secret}, status=201)


class OneWebhook(OfOrganisers):
    """One endpoint."""

    @documented(WebhookSerializer, summary="A webhook", tag=TAG)
    def get(self, request: Request, slug: str, endpoint_id: int) -> Response:
        return Response(WebhookSerializer(endpoint_of(self.event(slug), endpoint_id)).data)

    @documented(
        WebhookSerializer,
        takes=ChangeWebhookSerializer,
        summary="Pause or resume a webhook, or choose what it is told",
        tag=TAG,
    )
    def patch(self, request: Request, slug: str, endpoint_id: int) -> Response:
        event = self.event(slug)
        endpoint = endpoint_of(event, endpoint_id)
        sent = self.sent(ChangeWebhookSerializer)
        if "kinds" in sent:
            choose_kinds(endpoint, sent["kinds"], by=self.actor, now=self.now)
        if "paused" in sent:
            change = pause if sent["paused"] else resume
            change(endpoint, by=self.actor, now=self.now)
        return Response(WebhookSerializer(endpoint_of(event, endpoint_id)).data)

    @documented(None, status=204, summary="Delete a webhook", tag=TAG)
    def delete(self, request: Request, slug: str, endpoint_id: int) -> Response:
        delete_endpoint(endpoint_of(self.event(slug), endpoint_id), by=self.actor, now=self.now)
        return Response(status=204)


class TestWebhook(OfOrganisers):
    """A message that only tries the endpoint."""

    __test__ = False

    @documented(WebhookDeliverySerializer, status=201, summary="Send a test to a webhook", tag=TAG)
    def post(self, request: Request, slug: str, endpoint_id: int) -> Response:
        row = send_test(endpoint_of(self.event(slug), endpoint_id), by=self.actor, now=self.now)
        return Response(WebhookDeliverySerializer(row).data, status=201)


class Deliveries(OfOrganisers):
    """What was sent to the event's endpoints."""

    @documented(
        WebhookDeliverySerializer(many=True),
        summary="The newest deliveries to the event's webhooks, at most 200",
        tag=TAG,
    )
    def get(self, request: Request, slug: str) -> Response:
        rows = deliveries_of(self.event(slug))[:MOST]
        return Response(WebhookDeliverySerializer(rows, many=True).data)


class SendAgain(OfOrganisers):
    """One delivery, sent again."""

    @documented(WebhookDeliverySerializer, summary="Send a delivery again", tag=TAG)
    def post(self, request: Request, slug: str, delivery_id: int) -> Response:
        row = send_again(delivery_of(self.event(slug), delivery_id), by=self.actor, now=self.now)
        return Response(WebhookDeliverySerializer(row).data)
