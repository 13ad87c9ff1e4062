"""Errata over the API, and the rules of an event."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api_base import REFUSALS, Door, documented
from tournaments.day_rules.queries import DayRules, rules_of
from tournaments.errata.changes import declare_erratum, replace_erratum, withdraw_erratum
from tournaments.errors import NotFound
from tournaments.messages import message as _
from tournaments.models.errata import Erratum
from tournaments.series.queries import series_by_slug

TAG = "errata"


class ErratumSerializer(serializers.ModelSerializer[Erratum]):
    """A correction of a series: cards with other facts and options of the rules, for events that start on
    `applies_from` or later. Of a withdrawn one `text` is the reason."""

    series = serializers.CharField(source="series.slug")
    cards = serializers.JSONField()
    options = serializers.JSONField()

    class Meta:
        model = Erratum
        fields = [
            "series", "number", "version", "game", "title", "text", "applies_from", "cards", "options", "withdrawn",
            "at", "by",
        ]  # fmt: skip


class SaidSerializer(serializers.Serializer[Any]):
    """What is declared. `cards`: declarations as a log's header has them, each a whole card; or a card list as text."""

    title = serializers.CharField(max_length=120)
    text = serializers.CharField(max_length=2000, required=False, allow_blank=True, default="")
    applies_from = serializers.DateField()
    cards = serializers.JSONField(required=False)
    options = serializers.DictField(required=False, default=dict)


class NewErratumSerializer(SaidSerializer):
    """The same with its game."""

    game = serializers.CharField(max_length=40)


class ChangedErratumSerializer(SaidSerializer):
    """What is changed; `seen`: the version that the sender knows as standing."""

    seen = serializers.IntegerField(min_value=1, max_value=10**6)


class SeriesErrata(Door):
    """The errata of a series."""

    @documented(ErratumSerializer(many=True), summary="The errata of a series, as they stand now", tag=TAG)
    def get(self, request: Request, slug: str) -> Response:
        rows = series_by_slug(slug).errata.filter(replaced_at=None).select_related("series")
        return Response(ErratumSerializer(rows.order_by("applies_from", "number"), many=True).data)

    @documented(
        ErratumSerializer,
        takes=NewErratumSerializer,
        status=201,
        summary="Declare an erratum: the series' owner, or a head judge of one of its events",
        tag=TAG,
    )
    def post(self, request: Request, slug: str) -> Response:
        said = self.sent(NewErratumSerializer)
        row = declare_erratum(series_by_slug(slug), said, by=self.actor, now=self.now)
        return Response(ErratumSerializer(row).data, status=201)


REASON = OpenApiParameter("reason", OpenApiTypes.STR, required=True, description="Why it is withdrawn.")
SEEN = OpenApiParameter("seen", OpenApiTypes.INT, required=True, description="The version that stands.")


class WithdrawalSerializer(serializers.Serializer[Any]):
    """The parameters of a withdrawal, in the address."""

    reason = serializers.CharField(max_length=500, allow_blank=True, default="")
    seen = serializers.IntegerField(min_value=1, max_value=10**6)


class SeriesErratum(Door):
    """One of them: all its versions, another one, its withdrawal."""

    @extend_schema(
        tags=[TAG],
        summary="The versions of an erratum, the newest first",
        operation_id="series_erratum_versions",
        responses={200: ErratumSerializer(many=True), **REFUSALS},
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        rows = series_by_slug(slug).errata.filter(number=number).select_related("series").order_by("-version")
        if not rows:
            raise NotFound(_("There is no such erratum."))
        return Response(ErratumSerializer(rows, many=True).data)

    @documented(
        ErratumSerializer,
        takes=ChangedErratumSerializer,
        summary="Put another version in its place; events that have started keep theirs",
        tag=TAG,
    )
    def put(self, request: Request, slug: str, number: int) -> Response:
        said = dict(self.sent(ChangedErratumSerializer))
        seen = said.pop("seen")
        row = replace_erratum(series_by_slug(slug), number, said, seen=seen, by=self.actor, now=self.now)
        return Response(ErratumSerializer(row).data)

    @extend_schema(
        tags=[TAG],
        summary="Withdraw an erratum",
        parameters=[REASON, SEEN],
        responses={200: ErratumSerializer, **REFUSALS},
    )
    def delete(self, request: Request, slug: str, number: int) -> Response:
        said = WithdrawalSerializer(data=request.query_params)
        said.is_valid(raise_exception=True)
        row = withdraw_erratum(
            series_by_slug(slug), number, by=self.actor, now=self.now, **said.validated_data
        )
        return Response(ErratumSerializer(row).data)


class NamedSerializer(serializers.Serializer[DayRules]):
    """An erratum among them."""

    number = serializers.IntegerField()
    version = serializers.IntegerField()
    title = serializers.CharField()
    applies_from = serializers.DateField()


class EventRulesSerializer(serializers.Serializer[DayRules]):
    """The rules of an event's day. `pinned`: it has started and keeps them; else those it would start with. `cards` and
    `options` are what errata change; an option that the event chose itself holds before that."""

    edition = serializers.CharField()
    day = serializers.DateField(allow_null=True)
    pinned = serializers.BooleanField(source="pin")
    errata = NamedSerializer(many=True)
    cards = serializers.JSONField()
    options = serializers.JSONField()


class EventRules(Door):
    """The rules of an event."""

    @documented(EventRulesSerializer, summary="The rules an event is judged by", tag=TAG)
    def get(self, request: Request, slug: str) -> Response:
        return Response(EventRulesSerializer(rules_of(self.event(slug))).data)
