"""The figures behind the charts."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api_base import REFUSALS, Door
from tournaments.charts.decks import breakdown_of
from tournaments.charts.lengths import game_lengths_of, lengths_of
from tournaments.charts.places import SHOWN, courses_of


class CourseSerializer(serializers.Serializer[Any]):
    """One player's places, one for each of the rounds."""

    entrant = serializers.CharField(source="code")
    name = serializers.CharField()
    places = serializers.ListField(child=serializers.IntegerField(allow_null=True))


class BarSerializer(serializers.Serializer[Any]):
    """Matches that took from so many minutes up to so many."""

    first = serializers.IntegerField(help_text="Minutes.")
    last = serializers.IntegerField(allow_null=True, help_text="Minutes; null for no end.")
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()


class LengthsSerializer(serializers.Serializer[Any]):
    """How long matches took, from the start of their round to the first word of a result."""

    matches = serializers.IntegerField()
    half = serializers.IntegerField(
        allow_null=True, help_text="Half of them took no more minutes than these."
    )
    bars = BarSerializer(many=True)


class GameBarSerializer(serializers.Serializer[Any]):
    """Games of so many turns (Days, Scenes) to so many."""

    first = serializers.IntegerField()
    last = serializers.IntegerField(allow_null=True, help_text="Itself among them; null for no end.")
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()


class GameLengthsSerializer(serializers.Serializer[Any]):
    """How long games were by their logs, counted as the game does."""

    period = serializers.CharField(help_text="What is counted: turn, day, scene.")
    games = serializers.IntegerField()
    half = serializers.IntegerField(help_text="Half of them were no longer than this.")
    bars = GameBarSerializer(many=True)


class PlayedDeckSerializer(serializers.Serializer[Any]):
    """A kind of deck; matches against its own kind, byes and pods are left out of what was won, lost and drawn."""

    title = serializers.CharField(allow_blank=True)
    players = serializers.IntegerField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    drawn = serializers.IntegerField()
    share = serializers.FloatField(allow_null=True, help_text="Parts of a win for each match.")
    into_cut = serializers.IntegerField()


class BreakdownSerializer(serializers.Serializer[Any]):
    """The decks of an event that has published its lists."""

    players = serializers.IntegerField(help_text="Players with a list.")
    from_logs = serializers.IntegerField(help_text="Lists that stand in a log and were not handed in.")
    without = serializers.IntegerField(help_text="Players without one.")
    cut = serializers.IntegerField(allow_null=True, help_text="How many came into the second stage.")
    decks = PlayedDeckSerializer(many=True)


class ChartsSerializer(serializers.Serializer[Any]):
    """Everything the page of charts shows."""

    rounds = serializers.ListField(child=serializers.IntegerField(), help_text="The finished ones.")
    courses = CourseSerializer(many=True)
    lengths = LengthsSerializer()
    game_lengths = GameLengthsSerializer(allow_null=True, help_text="Null where no log says any.")
    breakdown = BreakdownSerializer(allow_null=True, help_text="Null until the lists are public.")


class Charts(Door):
    """Places over rounds, lengths of matches, decks."""

    @extend_schema(
        tags=["standings"],
        summary="Places over the rounds, lengths of matches, decks",
        parameters=[
            OpenApiParameter(
                "entrant",
                OpenApiTypes.STR,
                many=True,
                description=f"Codes, {SHOWN} at most; the first of the standings if left out.",
            )
        ],
        responses={200: ChartsSerializer, **REFUSALS},
    )
    def get(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        rounds, courses = courses_of(event, request.query_params.getlist("entrant")[:SHOWN])
        shown = {
            "rounds": rounds,
            "courses": courses,
            "lengths": lengths_of(event),
            "game_lengths": game_lengths_of(event),
            "breakdown": breakdown_of(event, by=self.actor),
        }
        return Response(ChartsSerializer(shown).data)
