"""Lateness over the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import require
from tournaments.api_base import Door, documented
from tournaments.lateness.changes import penalise_late, take_back_late
from tournaments.lateness.queries import absent_in, minutes_late, penalties_at, policy_at
from tournaments.models.lateness import LatePenalty
from tournaments.models.rounds import Match

TAG = "results"


class LatePenaltySerializer(serializers.Serializer[Any]):
    """A penalty for being late that stands."""

    entrant = serializers.CharField(source="entrant.code")
    penalty = serializers.ChoiceField(choices=LatePenalty.choices)
    minutes = serializers.IntegerField(help_text="After the start of the round.")
    at = serializers.DateTimeField()


class LateTableSerializer(serializers.Serializer[Any]):
    """The minutes since the round started, those from which a game and the match are lost, and what was given."""

    minutes = serializers.IntegerField()
    game_loss_after = serializers.IntegerField(allow_null=True)
    match_loss_after = serializers.IntegerField()
    penalties = LatePenaltySerializer(many=True)


class PenaliseSerializer(serializers.Serializer[Any]):
    """Who is late, and the penalty."""

    entrant = serializers.CharField(max_length=12)
    penalty = serializers.ChoiceField(choices=LatePenalty.choices)


class WhoseSerializer(serializers.Serializer[Any]):
    """Whose game loss is taken back."""

    entrant = serializers.CharField(max_length=12)


class Late(Door):
    """Players who are late at a table."""

    @documented(LateTableSerializer, summary="Who is late at a table, and from when that costs what", tag=TAG)
    def get(self, request: Request, match_id: int) -> Response:
        match = self.match(match_id)
        return Response(self._said(match))

    @documented(LateTableSerializer, takes=PenaliseSerializer, summary="Penalise who is late", tag=TAG)
    def post(self, request: Request, match_id: int) -> Response:
        match, sent = self.match(match_id), self.sent(PenaliseSerializer)
        require(self.actor, "penalise_late", match.round.event, match)
        entrant = self.entrant(match.round.event.slug, sent["entrant"])
        penalise_late(match, entrant, sent["penalty"], by=self.actor, now=self.now)
        return Response(self._said(self.match(match_id)))

    @documented(LateTableSerializer, takes=WhoseSerializer, summary="Take a game loss back", tag=TAG)
    def delete(self, request: Request, match_id: int) -> Response:
        match, sent = self.match(match_id), self.sent(WhoseSerializer)
        require(self.actor, "penalise_late", match.round.event, match)
        entrant = self.entrant(match.round.event.slug, sent["entrant"])
        take_back_late(match, entrant, by=self.actor, now=self.now)
        return Response(self._said(self.match(match_id)))

    def _said(self, match: Match) -> Any:
        policy = policy_at(match)
        said = {
            "minutes": minutes_late(match, self.now),
            "game_loss_after": policy.game,
            "match_loss_after": policy.match,
            "penalties": penalties_at(match),
        }
        return LateTableSerializer(said).data


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
