"""One dispute over the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from referee.disputes.api import DisputeSerializer
from referee.disputes.reading import dispute_of, is_asked, rows_for
from referee.disputes.words import next_step
from referee.models.disputes import DisputeRow, RowKind
from tournaments.api_base import REFUSALS, Door


class DisputeRowSerializer(serializers.ModelSerializer[DisputeRow]):
    """A thing that happened in a dispute."""

    class Meta:
        model = DisputeRow
        fields = ("id", "kind", "visible_to", "seat", "text", "of", "record", "entry", "by", "at")


class StorySerializer(serializers.Serializer[Any]):
    """A dispute with what happened in it, as far as the reader may know."""

    dispute = DisputeSerializer()
    rows = DisputeRowSerializer(many=True)
    next = serializers.CharField(allow_blank=True, help_text="Who does what next.")


class OneDispute(Door):
    """A dispute."""

    @extend_schema(
        tags=["disputes"],
        summary="A dispute with its rows, for its players and the staff",
        responses={200: StorySerializer, **REFUSALS},
    )
    def get(self, request: Request, slug: str, dispute_id: int) -> Response:
        dispute, reader = dispute_of(self.event(slug), dispute_id, self.actor)
        rows = rows_for(dispute, reader)
        asked = is_asked(rows)
        if not asked and reader.seat:
            dispute.question, dispute.by, dispute.entry = "", "", None
        if not any(row.kind == RowKind.ANSWERED for row in rows):
            dispute.resolution = dispute.resolved_by = ""
        told = {"dispute": dispute, "rows": rows, "next": next_step(dispute) if asked else ""}
        return Response(StorySerializer(told).data)
