"""Results over the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import may, require
from tournaments.access.rows import entrants_spoken_for
from tournaments.api_base import REFUSALS, BoundedListField, Door, NeededReasonSerializer, documented
from tournaments.errors import NotAllowed
from tournaments.messages import message as _
from tournaments.results import changes
from tournaments.results.api_forms import (
    MatchSerializer,
    OutcomeSerializer,
    ReportedSerializer,
    ReportSerializer,
    ResultSerializer,
)
from tournaments.results.following import result_follows
from tournaments.results.queries import draws_at, history_of, reports_of

TAG = "results"


class OneMatch(Door):
    """A match."""

    @documented(MatchSerializer, summary="A match", tag=TAG)
    def get(self, request: Request, match_id: int) -> Response:
        return Response(MatchSerializer(self.match(match_id)).data)


class TakeBackSerializer(serializers.Serializer[Any]):
    """The id of the report that was seen; left out, whichever stands."""

    report = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1)


class Reports(Door):
    """The reports of a match's players."""

    @documented(ReportSerializer(many=True), summary="The standing reports, for the table and staff", tag=TAG)
    def get(self, request: Request, match_id: int) -> Response:
        match = self.match(match_id)
        event, who = match.round.event, self.actor
        mine = {entrant.pk for entrant in entrants_spoken_for(event, who.user_at(event.pk), who.claimed)}
        if not may(who, "view_desk", event) and not mine & {seat.entrant_id for seat in match.seats.all()}:
            raise NotAllowed(_("Only the table and staff see its reports."))
        return Response(ReportSerializer(reports_of(match), many=True).data)

    @extend_schema(
        tags=[TAG],
        summary="Report a result of one's own match",
        request=ReportedSerializer,
        responses={201: ReportSerializer, **REFUSALS},
    )
    def post(self, request: Request, match_id: int) -> Response:
        match = self.match(match_id)
        outcome = self.sent(ReportedSerializer)
        seen = outcome.pop("seen", None)
        key = request.headers.get("Idempotency-Key", "")
        report = changes.report_result(
            match, outcome, by=self.actor, now=self.now, key=key, seen=changes.Seen(**seen) if seen else None
        )
        return Response(ReportSerializer(report).data, status=201)

    @documented(
        MatchSerializer,
        takes=TakeBackSerializer,
        summary="Take the own report back, until it stands",
        tag=TAG,
    )
    def delete(self, request: Request, match_id: int) -> Response:
        match, sent = self.match(match_id), self.sent(TakeBackSerializer)
        match = changes.take_back_report(match, by=self.actor, now=self.now, report=sent["report"])
        return Response(MatchSerializer(self.match(match.pk)).data)


class ConfirmSerializer(serializers.Serializer[Any]):
    """The id of the result that was seen; left out, whichever stands."""

    result = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1)


class Confirm(Door):
    """The other player's yes."""

    @documented(ResultSerializer, takes=ConfirmSerializer, summary="Confirm the other's report", tag=TAG)
    def post(self, request: Request, match_id: int) -> Response:
        match = self.match(match_id)
        sent = self.sent(ConfirmSerializer)
        result = changes.confirm_result(match, by=self.actor, now=self.now, result=sent["result"])
        return Response(ResultSerializer(result).data)


class MissingSerializer(serializers.Serializer[Any]):
    """The code of the opponent who is not at the table; empty once nobody is missed."""

    entrant = serializers.CharField(max_length=12, allow_blank=True)


class Missing(Door):
    """An opponent who is not at the table."""

    @documented(MatchSerializer, takes=MissingSerializer, summary="Say who is missing at a table", tag=TAG)
    def put(self, request: Request, match_id: int) -> Response:
        match, code = self.match(match_id), self.sent(MissingSerializer)["entrant"]
        require(self.actor, "report_result", match.round.event, match)
        if code:
            entrant = self.entrant(match.round.event.slug, code)
            match = changes.say_missing(match, entrant, by=self.actor, now=self.now)
        else:
            match = changes.say_came(match, by=self.actor, now=self.now)
        return Response(MatchSerializer(match).data)


class EnterSerializer(OutcomeSerializer):
    """A result by staff, with a reason where one stood."""

    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")


class EnterSeenSerializer(EnterSerializer):
    """The same, refused (409) where another result stands by now than the one that was seen."""

    seen = serializers.IntegerField(
        min_value=0,
        max_value=2**62,
        required=False,
        allow_null=True,
        default=None,
        help_text="The id of the result that stood; 0: none.",
    )
    cites = BoundedListField(
        child=serializers.CharField(max_length=220),
        required=False,
        default=list,
        max_length=20,
        help_text="What the head judge cites whose result decides an appeal, as a decision on it does.",
    )


class StandingResult(Door):
    """The result that counts."""

    @documented(ResultSerializer, takes=EnterSeenSerializer, summary="Enter or correct a result", tag=TAG)
    def put(self, request: Request, match_id: int) -> Response:
        match = self.match(match_id)
        sent = self.sent(EnterSeenSerializer)
        more = {name: sent.pop(name) for name in ("reason", "seen", "cites")}
        result = changes.enter_result(match, sent, by=self.actor, now=self.now, **more)
        return Response(ResultSerializer(result).data)

    @documented(MatchSerializer, takes=NeededReasonSerializer, summary="Clear a result", tag=TAG)
    def delete(self, request: Request, match_id: int) -> Response:
        match = self.match(match_id)
        changes.clear_result(match, **self.sent(NeededReasonSerializer), by=self.actor, now=self.now)
        return Response(MatchSerializer(self.match(match_id)).data)


class PlacedSerializer(serializers.Serializer[Any]):
    """An entrant's place before and after."""

    entrant = serializers.CharField()
    name = serializers.CharField()
    before = serializers.IntegerField(allow_null=True)
    after = serializers.IntegerField(allow_null=True)


class FollowsSerializer(serializers.Serializer[Any]):
    """What would follow from a result; pairs are before and after. `published`: the rounds whose published pairing
    rests on the result; `offered`: the offer that would be out of date; `goes_on`: in a bracket, who goes on. `so_far`:
    the places are those of a round that is still played. `by_lot`: a lot would decide, which is not told before.
    `seen`: the id of the result that stood, 0 for none, to be sent with the result."""

    result = serializers.ListField(child=serializers.CharField(allow_blank=True))
    places = PlacedSerializer(many=True)
    after_round = serializers.IntegerField()
    so_far = serializers.BooleanField()
    published = serializers.ListField(child=serializers.IntegerField())
    offered = serializers.IntegerField(allow_null=True)
    goes_on = serializers.ListField(child=serializers.CharField(allow_blank=True), allow_null=True)
    by_lot = serializers.BooleanField()
    seen = serializers.IntegerField()


class ResultFollows(Door):
    """What would follow from a result."""

    counts_once = False

    @documented(
        FollowsSerializer,
        takes=EnterSerializer,
        summary="What would follow from a result that staff enter or correct; nothing is stored",
        tag=TAG,
    )
    def post(self, request: Request, match_id: int) -> Response:
        match, sent = self.match(match_id), self.sent(EnterSerializer)
        reason = sent.pop("reason")
        follows = result_follows(match, sent, reason=reason, by=self.actor)
        return Response(FollowsSerializer(follows).data)


class LotSerializer(serializers.Serializer[Any]):
    """A lot: the hash of the text, and whose it is."""

    entrant = serializers.CharField()
    text = serializers.CharField()
    hash = serializers.CharField()


class DrawSerializer(serializers.Serializer[Any]):
    """What was drawn: `lot` (who wins equal games) or `start`; the lots, the first one first."""

    what = serializers.CharField()
    lots = LotSerializer(many=True)


class Draws(Door):
    """How the lots of a match came out."""

    @documented(
        DrawSerializer(many=True), summary="The lots drawn at a match; none until the seed is public", tag=TAG
    )
    def get(self, request: Request, match_id: int) -> Response:
        draws = [
            {
                "what": draw.what,
                "lots": [
                    {"entrant": entrant.code, "text": lot.text, "hash": lot.hash}
                    for entrant, lot in draw.lots
                ],
            }
            for draw in draws_at(self.match(match_id))
        ]
        return Response(DrawSerializer(draws, many=True).data)


class History(Door):
    """Every result a match had."""

    @documented(ResultSerializer(many=True), summary="Every result the match ever had, oldest first", tag=TAG)
    def get(self, request: Request, match_id: int) -> Response:
        return Response(ResultSerializer(history_of(self.match(match_id)), many=True).data)
