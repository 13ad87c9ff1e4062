"""Precedents over the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from referee.models.precedents import Precedent
from referee.precedents.changes import MAX_BYTES, keep_precedent
from referee.precedents.queries import failures_of, found_precedents, precedent_of, text_for
from tournaments.access import require
from tournaments.api_base import REFUSALS, Door, Pages, documented
from tournaments.errors import NotFound
from tournaments.messages import message as _

TAG = "precedents"


class PrecedentSerializer(serializers.ModelSerializer[Precedent]):
    """A scenario that a judge kept; `failures` says what does not hold by the rules as they are now. `whole`: with all
    that was hidden in the match, for its judges; else the copy that is open to all."""

    event = serializers.CharField(source="event.slug")
    failures = serializers.SerializerMethodField()
    whole = serializers.BooleanField(read_only=True)

    class Meta:
        model = Precedent
        fields = ("id", "name", "game", "event", "by", "at", "failures", "whole")

    def get_failures(self, precedent: Precedent) -> list[str]:
        return failures_of(precedent)


class WholePrecedentSerializer(PrecedentSerializer):
    """The same with the scenario itself."""

    scenario = serializers.SerializerMethodField()

    class Meta(PrecedentSerializer.Meta):
        fields = (*PrecedentSerializer.Meta.fields, "scenario")  # type: ignore[assignment]

    def get_scenario(self, precedent: Precedent) -> str:
        return text_for(precedent)


class KeepSerializer(serializers.Serializer[Any]):
    """A scenario to keep, from a match of this event; it expects something, and that holds."""

    match = serializers.IntegerField(min_value=1, max_value=2**63 - 1)
    name = serializers.CharField(max_length=100)
    scenario = serializers.CharField(max_length=MAX_BYTES, trim_whitespace=False)


class Precedents(Door):
    """The precedents of an event's game."""

    pagination_class = Pages

    @extend_schema(
        tags=[TAG],
        summary="The precedents of the event's game, for its staff",
        parameters=[
            OpenApiParameter("q", OpenApiTypes.STR, description="Rules, cards or words, all of them."),
        ],
        responses={200: PrecedentSerializer(many=True), **REFUSALS},
    )
    def get(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        require(self.actor, "view_desk", event)
        pages = self.pagination_class()
        wanted = request.query_params.get("q", "")
        precedents: Any = pages.paginate_queryset(found_precedents(self.actor, event, wanted), request)
        return pages.get_paginated_response(PrecedentSerializer(precedents, many=True).data)

    @documented(
        WholePrecedentSerializer, takes=KeepSerializer, status=201, summary="Keep a precedent", tag=TAG
    )
    def post(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        require(self.actor, "rule", event)
        sent = self.sent(KeepSerializer)
        match = self.match(sent["match"])
        if match.round.event_id != event.pk:
            raise NotFound(_("There is no such match."))
        data = sent["scenario"].encode()
        kept = keep_precedent(match, sent["name"], data, by=self.actor, now=self.now)
        kept.whole = True  # type: ignore[attr-defined]  # who sent it knows it
        return Response(WholePrecedentSerializer(kept).data, status=201)


class OnePrecedent(Door):
    """One of them."""

    @documented(WholePrecedentSerializer, summary="A precedent with its scenario", tag=TAG)
    def get(self, request: Request, slug: str, number: int) -> Response:
        event = self.event(slug)
        require(self.actor, "view_desk", event)
        return Response(WholePrecedentSerializer(precedent_of(self.actor, event, number)).data)
