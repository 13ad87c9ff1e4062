"""Disputes over the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from referee.citing.api import CitedSerializer, cites_field
from referee.disputes.answering import answer_call
from referee.disputes.cited import cited_in_answers
from referee.disputes.queries import disputes_for
from referee.models.disputes import Dispute
from tournaments.access import require
from tournaments.api_base import REFUSALS, Door, Pages, documented
from tournaments.errors import Invalid
from tournaments.messages import message as _

STATES = {"open": True, "resolved": False, "all": None}


class DisputeSerializer(serializers.ModelSerializer[Dispute]):
    """A question that waits for a judge, or was answered."""

    round = serializers.IntegerField(source="match.round.number")
    table = serializers.IntegerField(source="match.table", allow_null=True)
    state = serializers.SerializerMethodField()
    cites = serializers.SerializerMethodField()

    class Meta:
        model = Dispute
        fields = (
            "id", "kind", "state", "round", "table", "match", "record", "entry", "question", "by", "at",
            "resolved_at", "resolved_by", "resolution", "cites",
        )  # fmt: skip

    def get_state(self, dispute: Dispute) -> str:
        return "open" if dispute.resolved_at is None else "resolved"

    @extend_schema_field(CitedSerializer(many=True))
    def get_cites(self, dispute: Dispute) -> Any:
        """What the answer cites."""
        return CitedSerializer(self.context.get("cited", {}).get(dispute.pk, []), many=True).data


class AnswerSerializer(serializers.Serializer[Any]):
    """The judge's answer."""

    answer = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")
    cites = cites_field()


class Answer(Door):
    """Answering a call by word."""

    @documented(DisputeSerializer, takes=AnswerSerializer, summary="Answer a call by word", tag="disputes")
    def post(self, request: Request, slug: str, number: int) -> Response:
        event, sent = self.event(slug), self.sent(AnswerSerializer)
        dispute = answer_call(event, number, sent["answer"], by=self.actor, now=self.now, cites=sent["cites"])
        context = {"cited": cited_in_answers(event, [dispute], self.actor)}
        return Response(DisputeSerializer(dispute, context=context).data)


class Disputes(Door):
    """The disputes of an event."""

    pagination_class = Pages

    @extend_schema(
        tags=["disputes"],
        summary="The disputes of an event, for its staff",
        parameters=[
            OpenApiParameter("state", OpenApiTypes.STR, enum=list(STATES)),
        ],
        responses={200: DisputeSerializer(many=True), **REFUSALS},
    )
    def get(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        require(self.actor, "view_disputes", event)
        state = request.query_params.get("state", "open")
        if state not in STATES:
            raise Invalid(
                _("“%(name)s” is one of %(which)s.", name="state", which=", ".join(STATES)),
                fields={"state": _("Unknown.")},
            )
        pages = self.pagination_class()
        disputes: Any = pages.paginate_queryset(
            disputes_for(self.actor, event, is_open=STATES[state]), request
        )
        context = {"cited": cited_in_answers(event, disputes, self.actor)}
        return pages.get_paginated_response(DisputeSerializer(disputes, many=True, context=context).data)
