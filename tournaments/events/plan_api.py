"""Planned times over the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api_base import Door, documented
from tournaments.plans.plan import MOST_MINUTES, MOST_ROUNDS
from tournaments.plans.queries import timetable


class StartOfRoundSerializer(serializers.Serializer[Any]):
    """A round that begins at a time of its own, as the first of a further day."""

    round = serializers.IntegerField(min_value=1, max_value=MOST_ROUNDS)
    at = serializers.DateTimeField()


class BreakSerializer(serializers.Serializer[Any]):
    """A break after a round."""

    after = serializers.IntegerField(min_value=1, max_value=MOST_ROUNDS)
    minutes = serializers.IntegerField(min_value=1, max_value=MOST_MINUTES)
    name = serializers.CharField(max_length=60, required=False, allow_blank=True, default="")


class PlanSerializer(serializers.Serializer[Any]):
    """What the planned times follow from. `rounds`: as many as the event is going to have, where it is null."""

    every = serializers.IntegerField(
        min_value=5, max_value=MOST_MINUTES, help_text="Minutes from one round's start to the next."
    )
    rounds = serializers.IntegerField(
        min_value=1, max_value=MOST_ROUNDS, required=False, allow_null=True, default=None
    )
    starts = StartOfRoundSerializer(many=True, required=False)
    breaks = BreakSerializer(many=True, required=False)

    def to_representation(self, plan: Any) -> Any:
        """The plan as it is kept; an empty one is null."""
        return super().to_representation(plan) if plan else None


class PlannedSerializer(serializers.Serializer[Any]):
    """A round, or a break, whose `round` is null. `expected`: when to expect it by now, where that is later than
    planned; `started`: when the round did start."""

    round = serializers.SerializerMethodField()
    at = serializers.DateTimeField()
    expected = serializers.DateTimeField(allow_null=True)
    started = serializers.DateTimeField(allow_null=True)
    name = serializers.CharField()
    minutes = serializers.SerializerMethodField()

    def get_round(self, each: Any) -> int | None:
        """The number of the round."""
        return each.round or None

    def get_minutes(self, each: Any) -> int | None:
        """The length of a break."""
        return each.minutes or None


class PlannedTimes(Door):
    """The planned times of an event."""

    @documented(PlannedSerializer(many=True), summary="When rounds and breaks are planned", tag="events")
    def get(self, request: Request, slug: str) -> Response:
        return Response(PlannedSerializer(timetable(self.event(slug), self.now), many=True).data)
