"""Match points given or taken, over the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import require
from tournaments.adjustments.changes import MOST_POINTS, adjust_points, take_back_adjustment
from tournaments.adjustments.queries import adjustments_of
from tournaments.api_base import Door, documented
from tournaments.errors import NotFound
from tournaments.messages import message as _
from tournaments.models.penalties import PointAdjustment

TAG = "penalties"


class AdjustmentSerializer(serializers.ModelSerializer[PointAdjustment]):
    """Match points given in a round, or taken (below 0)."""

    entrant = serializers.CharField(source="entrant.code")
    round = serializers.IntegerField(source="round_number")

    class Meta:
        model = PointAdjustment
        fields = ["id", "entrant", "round", "match_points", "reason", "by", "at"]


class NewAdjustmentSerializer(serializers.Serializer[Any]):
    """Whose points, in which round, and why. Everybody may read the reason."""

    entrant = serializers.CharField(max_length=12)
    round = serializers.IntegerField(min_value=1, max_value=1_000)
    match_points = serializers.FloatField(
        min_value=-MOST_POINTS, max_value=MOST_POINTS, help_text="Whole or half points."
    )
    reason = serializers.CharField(max_length=500)


class Adjustments(Door):
    """The match points given or taken in an event."""

    @documented(AdjustmentSerializer(many=True), summary="Match points given or taken", tag=TAG)
    def get(self, request: Request, slug: str) -> Response:
        return Response(AdjustmentSerializer(adjustments_of(self.event(slug)), many=True).data)

    @documented(
        AdjustmentSerializer,
        takes=NewAdjustmentSerializer,
        status=201,
        summary="Give or take match points of a round",
        tag=TAG,
    )
    def post(self, request: Request, slug: str) -> Response:
        sent = self.sent(NewAdjustmentSerializer)
        entrant = self.entrant(slug, sent["entrant"])
        made = adjust_points(
            entrant, sent["round"], sent["match_points"], reason=sent["reason"], by=self.actor, now=self.now
        )
        return Response(AdjustmentSerializer(made).data, status=201)


class OneAdjustment(Door):
    """One of them."""

    @documented(AdjustmentSerializer, summary="Take it back", tag=TAG)
    def delete(self, request: Request, slug: str, fact_id: int) -> Response:
        event = self.event(slug)
        require(self.actor, "adjust_points", event)
        adjustment = adjustment_in(event.pk, fact_id)
        return Response(
            AdjustmentSerializer(take_back_adjustment(adjustment, by=self.actor, now=self.now)).data
        )


def adjustment_in(event_id: int, number: int) -> PointAdjustment:
    """The adjustment of that number in this event. Raises NotFound."""
    known = (
        PointAdjustment.objects.filter(pk=number, entrant__event=event_id).select_related("entrant").first()
    )
    if known is None:
        raise NotFound(_("There is no such adjustment in this event."))
    return known
