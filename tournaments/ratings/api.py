"""Rating lists over the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api_base import REFUSALS, Door, Pages, documented
from tournaments.models.ratings import Rating
from tournaments.ratings.queries import games_with_ratings, rating_list

TAG = "ratings"
NOINDEX = {"X-Robots-Tag": "noindex"}


class RatedGameSerializer(serializers.Serializer[Any]):
    """A game that has a rating list."""

    game = serializers.CharField()
    people = serializers.IntegerField()


class RatedPersonSerializer(serializers.Serializer[Any]):
    """Somebody in a rating list."""

    place = serializers.IntegerField()
    code = serializers.CharField(source="user.page_code")
    name = serializers.CharField(source="user.shown_name")
    rating = serializers.FloatField(source="value", help_text="mu less three times sigma.")
    mu = serializers.FloatField()
    sigma = serializers.FloatField()
    matches = serializers.IntegerField()


class RatedGames(Door):
    """The games that have a list."""

    @documented(RatedGameSerializer(many=True), summary="Games with a rating list", tag=TAG)
    def get(self, request: Request) -> Response:
        games = [{"game": game, "people": people} for game, people in games_with_ratings()]
        return Response(RatedGameSerializer(games, many=True).data, headers=NOINDEX)


class RatingList(Door, GenericAPIView[Rating]):
    """The list of one game."""

    serializer_class = RatedPersonSerializer
    pagination_class = Pages
    queryset = Rating.objects.none()

    @extend_schema(
        operation_id="ratings_of_game_list",
        tags=[TAG],
        summary="Ratings of those who agreed to be shown, best first",
        responses={200: RatedPersonSerializer(many=True), **REFUSALS},
    )
    def get(self, request: Request, game: str) -> Response:
        page = self.paginate_queryset(rating_list(game))
        answer = self.get_paginated_response(RatedPersonSerializer(page or (), many=True).data)
        answer["X-Robots-Tag"] = "noindex"
        return answer
