"""Copying an event over the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api_base import Door, documented
from tournaments.events.api import TAG, EventSerializer
from tournaments.events.copying import copy_event, mark_template


class CopySerializer(serializers.Serializer[Any]):
    """What the new event is called (as this one when left out), when it begins, and what comes along besides its
    choices."""

    name = serializers.CharField(max_length=120, required=False, allow_blank=True, default="")
    starts_at = serializers.DateTimeField(required=False, allow_null=True, default=None)
    staff = serializers.BooleanField(required=False, default=True)
    cards = serializers.BooleanField(required=False, default=True)
    entrants = serializers.BooleanField(required=False, default=False)


class TemplateSerializer(serializers.Serializer[Any]):
    """Whether the event is a template of its organisers."""

    wanted = serializers.BooleanField()


class Copies(Door):
    """New events out of one."""

    @documented(
        EventSerializer, takes=CopySerializer, status=201, summary="Make a draft like this event", tag=TAG
    )
    def post(self, request: Request, slug: str) -> Response:
        event, sent = self.event(slug), self.sent(CopySerializer)
        made = copy_event(event, **sent, by=self.actor, now=self.now)
        return Response(EventSerializer(made).data, status=201)


class Template(Door):
    """The mark of a template."""

    @documented(
        TemplateSerializer, takes=TemplateSerializer, summary="Make the event a template, or not", tag=TAG
    )
    def put(self, request: Request, slug: str) -> Response:
        event, sent = self.event(slug), self.sent(TemplateSerializer)
        event = mark_template(event, wanted=sent["wanted"], by=self.actor, now=self.now)
        return Response({"wanted": event.is_template})
