"""Who did not come, over the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import require
from tournaments.api_base import Door, documented
from tournaments.lateness.queries import absent_in

TAG = "results"


class AbsentSerializer(serializers.Serializer[Any]):
    """Who did not come to the last match, and of whom nothing was decided."""

    entrant = serializers.CharField(source="entrant.code")
    name = serializers.CharField(source="entrant.name")
    match = serializers.IntegerField(source="match.pk")
    table = serializers.IntegerField(source="match.table", allow_null=True)


class AbsentOnes(Door):
    """Players who did not come to the last match."""

    @documented(AbsentSerializer(many=True), summary="Who did not come and is not decided on", tag=TAG)
    def get(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        require(self.actor, "view_desk", event)
        return Response(AbsentSerializer(absent_in(event), many=True).data)
