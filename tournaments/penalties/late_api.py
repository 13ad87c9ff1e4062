"""Players who are late, over the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import require
from tournaments.api_base import Door, documented
from tournaments.lateness.queries import LATE_PENALTIES, late_at, minutes_at, minutes_late
from tournaments.models.rounds import Match
from tournaments.penalties.late import penalise_late, take_back_late

TAG = "results"
LATE_CHOICES = [(kind.value, kind.label) for kind in LATE_PENALTIES]


class LatePenaltySerializer(serializers.Serializer[Any]):
    """A penalty for being late that stands."""

    entrant = serializers.CharField(source="entrant.code")
    penalty = serializers.ChoiceField(choices=LATE_CHOICES)
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
    penalty = serializers.ChoiceField(choices=LATE_CHOICES)


class WhoseSerializer(serializers.Serializer[Any]):
    """Whose loss is taken back."""

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

    @documented(LateTableSerializer, takes=WhoseSerializer, summary="Take the loss back", tag=TAG)
    def delete(self, request: Request, match_id: int) -> Response:
        match, sent = self.match(match_id), self.sent(WhoseSerializer)
        require(self.actor, "penalise_late", match.round.event, match)
        entrant = self.entrant(match.round.event.slug, sent["entrant"])
        take_back_late(match, entrant, by=self.actor, now=self.now)
        return Response(self._said(self.match(match_id)))

    def _said(self, match: Match) -> Any:
        minutes = minutes_at(match)
        said = {
            "minutes": minutes_late(match, self.now),
            "game_loss_after": minutes.game,
            "match_loss_after": minutes.match,
            "penalties": late_at(match),
        }
        return LateTableSerializer(said).data
