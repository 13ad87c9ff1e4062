"""Persons' pages over the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api_base import REFUSALS, Door, Pages, documented
from tournaments.kept_standings.standings import counted
from tournaments.models.accounts import User
from tournaments.models.entrants import Entrant
from tournaments.models.ratings import Rating
from tournaments.models.rounds import Seat
from tournaments.people.changes import hide_page, show_page
from tournaments.people.queries import entries_of, met, opponents_of, person_of, played
from tournaments.ratings.queries import ratings_of, steps_of_rating

TAG = "people"
STEPS = 100
NOINDEX = {"X-Robots-Tag": "noindex"}


class MyPageSerializer(serializers.Serializer[Any]):
    """The address of one's public page."""

    code = serializers.CharField()


class PersonSerializer(serializers.Serializer[Any]):
    """Somebody who agreed to be shown."""

    code = serializers.CharField(source="page_code")
    name = serializers.CharField(source="shown_name")


class RecordSerializer(serializers.Serializer[Any]):
    """Matches won, lost and drawn."""

    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    drawn = serializers.IntegerField()


class PlayedEventSerializer(serializers.Serializer[Any]):
    """A finished event that the person played in."""

    event = serializers.CharField(source="event.slug")
    name = serializers.CharField(source="event.name")
    game = serializers.CharField(source="event.game")
    day = serializers.DateTimeField()
    place = serializers.IntegerField(allow_null=True, help_text="Null: not in the final standings.")
    record = serializers.SerializerMethodField()
    dropped_after = serializers.IntegerField(allow_null=True)

    @extend_schema(responses=RecordSerializer)
    def get_record(self, row: Any) -> dict[str, int] | None:
        """As the final standings have it; None where they have none."""
        return counted(row.record)


class OpponentSerializer(serializers.Serializer[Any]):
    """Somebody whom the person met. Without an agreement to be shown: the entrant of one event, and no `code`."""

    name = serializers.CharField()
    code = serializers.CharField(allow_null=True)
    event = serializers.CharField(source="event.slug", allow_null=True, default=None)
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    drawn = serializers.IntegerField()
    pods = serializers.IntegerField(help_text="Tables of three or more that both sat at.")


class RatingStepSerializer(serializers.Serializer[Any]):
    """The rating after an event."""

    event = serializers.CharField(source="step.event.slug")
    name = serializers.CharField(source="step.event.name")
    ended_at = serializers.DateTimeField(source="step.ended_at")
    matches = serializers.IntegerField(source="step.matches")
    rating = serializers.FloatField(source="step.value")
    change = serializers.FloatField()
    mu = serializers.FloatField(source="step.mu")
    sigma = serializers.FloatField(source="step.sigma")


class PersonRatingSerializer(serializers.Serializer[Any]):
    """A person's rating at one game: `rating` is mu less three times sigma. `history`: the last events, newest
    first."""

    game = serializers.CharField()
    rating = serializers.FloatField(source="value")
    mu = serializers.FloatField()
    sigma = serializers.FloatField()
    matches = serializers.IntegerField()
    history = serializers.SerializerMethodField()

    @extend_schema_field(RatingStepSerializer(many=True))
    def get_history(self, rating: Rating) -> Any:
        """As far back as a page shows."""
        return RatingStepSerializer(steps_of_rating(rating, STEPS), many=True).data


class MyPage(Door):
    """Agreeing to a public page, and taking it back."""

    @documented(MyPageSerializer, summary="Agree to a public page of one's own", tag=TAG)
    def put(self, request: Request) -> Response:
        return Response(MyPageSerializer({"code": show_page(by=self.actor, now=self.now)}).data)

    @documented(None, status=204, summary="Take the public page back", tag=TAG)
    def delete(self, request: Request) -> Response:
        hide_page(by=self.actor)
        return Response(status=204)


class Person(Door):
    """Somebody who agreed to be shown."""

    @documented(PersonSerializer, summary="Somebody who agreed to be shown", tag=TAG)
    def get(self, request: Request, code: str) -> Response:
        return Response(PersonSerializer(person_of(code)).data, headers=NOINDEX)


class PersonEvents(Door, GenericAPIView[Entrant]):
    """The person's finished events."""

    serializer_class = PlayedEventSerializer
    pagination_class = Pages
    queryset = Entrant.objects.none()

    @extend_schema(
        tags=[TAG],
        summary="A person's finished events, newest first",
        responses={200: PlayedEventSerializer(many=True), **REFUSALS},
    )
    def get(self, request: Request, code: str) -> Response:
        page = self.paginate_queryset(entries_of(person_of(code)))
        return _part(self, PlayedEventSerializer(played(page or ()), many=True).data)


class PersonOpponents(Door, GenericAPIView[Seat]):
    """Whom the person met."""

    serializer_class = OpponentSerializer
    pagination_class = Pages
    queryset = Seat.objects.none()

    @extend_schema(
        tags=[TAG],
        summary="A person's record against each opponent, who was met most often first",
        responses={200: OpponentSerializer(many=True), **REFUSALS},
    )
    def get(self, request: Request, code: str) -> Response:
        person: User = person_of(code)
        page: Any = self.paginate_queryset(opponents_of(person))
        return _part(self, OpponentSerializer(met(person, page or ()), many=True).data)


class PersonRatings(Door):
    """The person's ratings."""

    @documented(
        PersonRatingSerializer(many=True),
        summary="A person's ratings, of each game, with their history",
        tag=TAG,
    )
    def get(self, request: Request, code: str) -> Response:
        rows = PersonRatingSerializer(ratings_of(person_of(code)), many=True)
        return Response(rows.data, headers=NOINDEX)


def _part(door: GenericAPIView[Any], rows: Any) -> Response:
    answer = door.get_paginated_response(rows)
    answer["X-Robots-Tag"] = "noindex"
    return answer
