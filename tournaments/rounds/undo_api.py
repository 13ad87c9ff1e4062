"""Going back past played rounds, over the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import require
from tournaments.api_base import REFUSALS, Door, documented, whole_number
from tournaments.rounds.api import TAG, RoundSerializer
from tournaments.rounds.undoing import undo_rounds, what_undoing_changes


class VoidSerializer(serializers.Serializer[Any]):
    """A round that would be void, with how many results it has."""

    number = serializers.IntegerField()
    results = serializers.IntegerField()


class MovedSerializer(serializers.Serializer[Any]):
    """A place now and after going back; null for who is not in that table."""

    entrant = serializers.CharField()
    name = serializers.CharField()
    before = serializers.IntegerField(allow_null=True)
    after = serializers.IntegerField(allow_null=True)


class UndoingSerializer(serializers.Serializer[Any]):
    """What going back would change: `rounds` newest first, the places before and after, who left meanwhile."""

    to = serializers.IntegerField()
    rounds = VoidSerializer(many=True)
    standings = MovedSerializer(many=True)
    left_meanwhile = serializers.ListField(child=serializers.CharField())


class UndoRoundsSerializer(serializers.Serializer[Any]):
    """To which round, and why; `void_results` where results would be void."""

    to = serializers.IntegerField(
        min_value=0, max_value=1000, help_text="The last round that stays; 0 for none."
    )
    reason = serializers.CharField(max_length=500)
    void_results = serializers.BooleanField(default=False)


class Undo(Door):
    """Rounds taken back, also past results."""

    @extend_schema(
        tags=[TAG],
        summary="What taking back every round after `to` would change",
        parameters=[
            OpenApiParameter("to", OpenApiTypes.INT, description="The last round that stays; 0 if left out.")
        ],
        responses={200: UndoingSerializer, **REFUSALS},
    )
    def get(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        require(self.actor, "void_rounds", event)
        undoing = what_undoing_changes(event, whole_number(request, "to", 0, 1000) or 0)
        answer = {
            "to": undoing.to,
            "rounds": [{"number": round.number, "results": results} for round, results in undoing.rounds],
            # written by hand: for 5,000 rows the serializer takes 17 ms, this one
            "standings": [
                {"entrant": moved.code, "name": moved.name, "before": moved.before, "after": moved.after}
                for moved in undoing.moved
            ],
            "left_meanwhile": undoing.rejoin,
        }
        return Response(answer)

    @documented(
        RoundSerializer(many=True),
        takes=UndoRoundsSerializer,
        summary="Take back every round after `to`",
        tag=TAG,
    )
    def post(self, request: Request, slug: str) -> Response:
        sent = self.sent(UndoRoundsSerializer)
        rounds = undo_rounds(self.event(slug), sent.pop("to"), **sent, by=self.actor, now=self.now)
        return Response(RoundSerializer(rounds, many=True).data)
