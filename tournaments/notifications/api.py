"""Notifications over the API, for programs that show a player's own table."""

from __future__ import annotations

from typing import Any

from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import require
from tournaments.access.rows import entrants_spoken_for
from tournaments.api_base import REFUSALS, BoundedListField, Door, documented
from tournaments.errors import NotFound
from tournaments.messages import message as _
from tournaments.models.accounts import User
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.notifications import About, Channel, Subscription
from tournaments.notifications.changes import subscribe, subscribe_judge, unsubscribe
from tournaments.notifications.queries import (
    phone_of_judge,
    phones_of_judge,
    subscription_of,
    subscriptions_of,
)
from tournaments.notifications.views import phone_of

TAG = "notifications"


class SubscriptionSerializer(serializers.ModelSerializer[Subscription]):
    """A phone or an e-mail address, and what it is told. No address of a phone is given back."""

    about = serializers.ListField(child=serializers.ChoiceField(choices=About.choices))

    class Meta:
        model = Subscription
        fields = ["id", "channel", "about", "device", "created_at"]


class SubscribeSerializer(serializers.Serializer[Any]):
    """What to be told. For a phone with the address, key and secret of its push subscription (W3C Push API)."""

    channel = serializers.ChoiceField(choices=Channel.choices)
    about = BoundedListField(child=serializers.ChoiceField(choices=About.choices), max_length=10)
    endpoint = serializers.CharField(required=False, allow_blank=True, max_length=500)
    p256dh = serializers.CharField(required=False, allow_blank=True, max_length=200)
    auth = serializers.CharField(required=False, allow_blank=True, max_length=200)
    device = serializers.CharField(required=False, allow_blank=True, max_length=60)


class OwnDoor(Door):
    """A door of a player, about the own entry."""

    def mine(self, slug: str) -> Entrant:
        """The entry that the caller speaks for. Raises NotFound."""
        event, who = self.event(slug), self.actor
        spoken_for = entrants_spoken_for(event, who.user_at(event.pk), who.claimed)
        entrant = min(spoken_for, key=lambda each: each.pk, default=None)
        if entrant is None:
            raise NotFound(_("You are not entered in this event."))
        entrant.event = event
        return entrant


class MyNotifications(OwnDoor):
    """What the caller is told of the event."""

    @documented(
        SubscriptionSerializer(many=True), summary="Phones and addresses that are told of my table", tag=TAG
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(SubscriptionSerializer(subscriptions_of(self.mine(slug)), many=True).data)

    @extend_schema(
        tags=[TAG],
        summary="Be told of my table",
        request=SubscribeSerializer,
        responses={201: SubscriptionSerializer, **REFUSALS},
    )
    def post(self, request: Request, slug: str) -> Response:
        mine, sent = self.mine(slug), self.sent(SubscribeSerializer)
        phone = phone_of(sent) if sent["channel"] == Channel.PUSH else None
        language = get_language() or "en"
        row = subscribe(mine, sent["about"], language=language, by=self.actor, now=self.now, phone=phone)
        return Response(SubscriptionSerializer(row).data, status=201)


class OneNotification(OwnDoor):
    """One of them."""

    @extend_schema(tags=[TAG], summary="Be told nothing more there", responses={204: None, **REFUSALS})
    def delete(self, request: Request, slug: str, number: int) -> Response:
        unsubscribe(subscription_of(self.mine(slug), number), by=self.actor, now=self.now)
        return Response(status=204)


class JudgePhoneSerializer(serializers.Serializer[Any]):
    """What a judge's phone is to be told, with the address, key and secret of its push subscription (W3C Push API)."""

    about = BoundedListField(child=serializers.ChoiceField(choices=About.choices), max_length=10)
    endpoint = serializers.CharField(max_length=500)
    p256dh = serializers.CharField(max_length=200)
    auth = serializers.CharField(max_length=200)
    device = serializers.CharField(required=False, allow_blank=True, max_length=60)


class JudgeDoor(Door):
    """A door of a judge, about the own phones."""

    def account(self, event: Event) -> User:
        """The account that comes. Raises NotFound for who has none here."""
        user = self.actor.user_at(event.pk)
        if user is None:
            raise NotFound(_("There is no such phone or address."))
        return user


class JudgeNotifications(JudgeDoor):
    """What a judge's phones are told of the event."""

    @documented(
        SubscriptionSerializer(many=True), summary="My phones that are told of what waits for judges", tag=TAG
    )
    def get(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        require(self.actor, "view_calls", event)
        return Response(SubscriptionSerializer(phones_of_judge(event, self.account(event)), many=True).data)

    @extend_schema(
        tags=[TAG],
        summary="Be told of calls, disputes and appeals, for judges",
        request=JudgePhoneSerializer,
        responses={201: SubscriptionSerializer, **REFUSALS},
    )
    def post(self, request: Request, slug: str) -> Response:
        sent = self.sent(JudgePhoneSerializer)
        row = subscribe_judge(
            self.event(slug), sent["about"], phone_of(sent), language=get_language() or "en", by=self.actor,
            now=self.now,
        )  # fmt: skip
        return Response(SubscriptionSerializer(row).data, status=201)


class OneJudgeNotification(JudgeDoor):
    """One of them."""

    @extend_schema(
        tags=[TAG], summary="Be told nothing more there, for judges", responses={204: None, **REFUSALS}
    )
    def delete(self, request: Request, slug: str, number: int) -> Response:
        event = self.event(slug)
        unsubscribe(phone_of_judge(event, self.account(event), number), by=self.actor, now=self.now)
        return Response(status=204)
