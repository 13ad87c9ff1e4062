"""Two logs of one game over the API."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from referee.alignments.long_pairs import answer_beside, answer_merged, as_file
from referee.alignments.merging import merge_or_begin
from referee.alignments.page import Laid
from referee.alignments.queries import two_of
from tournaments.api_base import REFUSALS, Door
from tournaments.exports.api import BEING_MADE
from tournaments.jobs.api import PREFER, JobSerializer, begun, wishes_job
from tournaments.models.jobs import Job

TAG = "records"


class DivergenceSerializer(serializers.Serializer[Any]):
    """The first entries that cannot both stand, by their numbers in each log (0: the headers), and what is to be
    asked."""

    first = serializers.IntegerField()
    second = serializers.IntegerField()
    question = serializers.CharField()


class MergedSerializer(serializers.Serializer[Any]):
    """What both logs tell together."""

    entries = serializers.IntegerField()
    status = serializers.CharField()


class AlignedSerializer(serializers.Serializer[Any]):
    """A row: the numbers of the entry in each log and in the merged one; null where it is not there."""

    kind = serializers.CharField()
    first = serializers.IntegerField(allow_null=True)
    second = serializers.IntegerField(allow_null=True)
    merged = serializers.IntegerField(allow_null=True)


class AlignmentSerializer(serializers.Serializer[Any]):
    """The output of `align --json` for two stored logs, and their rows."""

    same = serializers.IntegerField()
    only_in_first = serializers.ListField(child=serializers.IntegerField())
    only_in_second = serializers.ListField(child=serializers.IntegerField())
    bound = serializers.IntegerField(help_text="Cards that one of them names and the other does not.")
    divergence = DivergenceSerializer(allow_null=True)
    merged = MergedSerializer()
    rows = AlignedSerializer(many=True)


class StoredLogSerializer(serializers.Serializer[Any]):
    """The log that was stored."""

    record = serializers.IntegerField(source="pk")
    entries = serializers.IntegerField()
    status = serializers.CharField()
    outcome = serializers.JSONField(allow_null=True)


class LogsBeside(Door):
    """Two logs beside each other."""

    whole = False

    @extend_schema(
        tags=[TAG],
        summary="Two logs of one game beside each other, for judges who do not play",
        responses={200: AlignmentSerializer, **BEING_MADE, **REFUSALS},
    )
    def get(self, request: Request, record_id: int, other_id: int) -> HttpResponse:
        logs = two_of(record_id, other_id, self.actor)
        return answer_beside(request._request, logs, self.actor, _numbers, parting=False)


def _numbers(laid: Laid) -> Response:
    rows = [row._asdict() for row in laid.aligned]
    return Response(AlignmentSerializer({**laid.figures, "rows": rows}).data)


class MergedLog(Door):
    """What two logs tell together."""

    @extend_schema(
        tags=[TAG],
        summary="What two logs tell together, as a file",
        responses={
            (200, "application/jsonl"): OpenApiResponse(OpenApiTypes.BINARY, description="The merged log"),
            **BEING_MADE,
            **REFUSALS,
        },
    )
    def get(self, request: Request, record_id: int, other_id: int) -> HttpResponse:
        first, second = two_of(record_id, other_id, self.actor)
        return answer_merged(
            request._request, (first, second), self.actor, lambda body: as_file(first, second, body)
        )

    @extend_schema(
        tags=[TAG],
        summary="Store what two logs that agree tell together as the game's log; of long ones as a job",
        request=None,
        parameters=[PREFER],
        responses={201: StoredLogSerializer, 202: JobSerializer, **REFUSALS},
    )
    def post(self, request: Request, record_id: int, other_id: int) -> Response:
        first, second = two_of(record_id, other_id, self.actor)
        made = merge_or_begin(first, second, by=self.actor, now=self.now, job=wishes_job(request))
        if isinstance(made, Job):
            return begun(self, made)
        return Response(StoredLogSerializer(made).data, status=201)
