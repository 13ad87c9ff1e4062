"""Checking a log by its code over the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from referee.log_checks.queries import check_code
from tournaments.api_base import REFUSALS, Door


class CheckedLogSerializer(serializers.Serializer[Any]):
    """The log that a code is of, and whether it is what it was when the code was written down."""

    state = serializers.ChoiceField(
        choices=("sound", "sent_broken", "changed"),
        help_text="“sent_broken”: as it was sent, with a broken chain.",
    )
    entry = serializers.IntegerField(help_text="The entry up to which the code speaks for the log.")
    grown = serializers.IntegerField(help_text="Entries that came after it, as rulings.")
    record = serializers.IntegerField(source="record.pk")
    match = serializers.IntegerField(source="record.match_id")
    event = serializers.CharField(source="record.match.round.event.slug")
    round = serializers.IntegerField(source="record.match.round.number")
    table = serializers.IntegerField(source="record.match.table", allow_null=True)
    game_number = serializers.IntegerField(source="record.game_number")
    seat = serializers.CharField(source="record.seat", help_text="Whose log it is; empty: the table's.")


class CheckLog(Door):
    """A code of a log."""

    @extend_schema(
        tags=["records"],
        summary="Check a log by its code; nothing hidden is shown",
        parameters=[OpenApiParameter("code", OpenApiTypes.STR, required=True)],
        responses={200: CheckedLogSerializer, **REFUSALS},
    )
    def get(self, request: Request) -> Response:
        checked = check_code(request.query_params.get("code", "")[:60], self.actor)
        return Response(CheckedLogSerializer(checked).data)
