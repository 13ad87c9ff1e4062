"""Calls for a judge over the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from referee.calls import changes
from referee.calls.procedure import checklist_of, tick_step
from referee.calls.queries import calls_of
from referee.citing.api import CitedSerializer, cites_field
from referee.disputes.cited import cited_in_answers
from referee.models.calls import Call, CallStep, Reason
from tournaments.access import require
from tournaments.api_base import REFUSALS, Door, Pages, documented
from tournaments.errors import NotFound
from tournaments.messages import message as _
from tournaments.models.rounds import Match

TAG = "calls"
STEPS = ("take", "hand-over", "coming", "here", "done")


class CallStepSerializer(serializers.ModelSerializer[CallStep]):
    """A step of a call."""

    to = serializers.IntegerField(source="to_id", allow_null=True, help_text="The account it was handed to.")

    class Meta:
        model = CallStep
        fields = ("step", "to", "minutes", "by", "at")


class TableCallSerializer(serializers.ModelSerializer[Call]):
    """A table's call for a judge."""

    id = serializers.IntegerField(source="dispute_id")
    match = serializers.IntegerField(source="dispute.match_id")
    round = serializers.IntegerField(source="dispute.match.round.number")
    table = serializers.IntegerField(source="dispute.match.table", allow_null=True)
    question = serializers.CharField(source="dispute.question")
    entry = serializers.IntegerField(source="dispute.entry", allow_null=True)
    at = serializers.DateTimeField(source="dispute.at")
    answered_at = serializers.DateTimeField(source="dispute.resolved_at", allow_null=True)
    judge = serializers.IntegerField(source="judge_id", allow_null=True)
    judge_name = serializers.CharField(source="judge.shown_name", default="")
    steps = CallStepSerializer(many=True)
    cites = serializers.SerializerMethodField()

    class Meta:
        model = Call
        fields = (
            "id", "match", "round", "table", "reason", "question", "entry", "at", "answered_at", "judge",
            "judge_name", "coming_at", "here_at", "steps", "cites",
        )  # fmt: skip

    @extend_schema_field(CitedSerializer(many=True))
    def get_cites(self, call: Call) -> Any:
        """What the answer cites."""
        return CitedSerializer(self.context.get("cited", {}).get(call.dispute_id, []), many=True).data


class CallingSerializer(serializers.Serializer[Any]):
    """Why a judge is called."""

    reason = serializers.ChoiceField(choices=Reason.choices, required=False, default=Reason.OTHER)
    words = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")


class StepOfCallSerializer(serializers.Serializer[Any]):
    """A judge's step: for `hand-over` to which account (none: back into the list), for `done` the answer and the
    minutes that the table gets back."""

    step = serializers.ChoiceField(choices=STEPS)
    to = serializers.IntegerField(min_value=1, required=False, allow_null=True, default=None)
    answer = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")
    minutes = serializers.IntegerField(
        min_value=0, max_value=60, required=False, allow_null=True, default=None
    )
    cites = cites_field()


class CheckStepSerializer(serializers.Serializer[Any]):
    """A step of the procedure at time."""

    key = serializers.CharField()
    words = serializers.CharField()
    done = serializers.BooleanField()
    by = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField(allow_null=True)


class TickSerializer(serializers.Serializer[Any]):
    """Which step."""

    step = serializers.CharField(max_length=40)


class Calls(Door):
    """The calls of an event."""

    pagination_class = Pages

    @extend_schema(
        tags=[TAG],
        summary="The calls of an event, for its judges, oldest first",
        parameters=[OpenApiParameter("state", OpenApiTypes.STR, enum=["open", "answered", "all"])],
        responses={200: TableCallSerializer(many=True), **REFUSALS},
    )
    def get(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        require(self.actor, "view_calls", event)
        wanted = {"answered": False, "all": None}.get(request.query_params.get("state", "open"), True)
        calls: Any = calls_of(event, self.actor, is_open=wanted).prefetch_related("steps")
        pages = self.pagination_class()
        page: Any = pages.paginate_queryset(calls, request)
        cited = cited_in_answers(event, [call.dispute for call in page], self.actor)
        shown = TableCallSerializer(page, many=True, context={"cited": cited}).data
        return pages.get_paginated_response(shown)


class CallSteps(Door):
    """What a judge does with a call."""

    @documented(
        TableCallSerializer, takes=StepOfCallSerializer, summary="Take, hand over, answer a call", tag=TAG
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        call = changes.call_numbered(self.event(slug), number)
        sent = self.sent(StepOfCallSerializer)
        by, now = self.actor, self.now
        match sent["step"]:
            case "take":
                call = changes.take_call(call, by=by, now=now)
            case "hand-over":
                call = changes.hand_over(call, sent["to"], by=by, now=now)
            case "coming":
                call = changes.on_the_way(call, by=by, now=now)
            case "here":
                call = changes.at_the_table(call, by=by, now=now)
            case _:
                call = changes.finish_call(
                    call, sent["answer"], sent["minutes"], by=by, now=now, cites=sent["cites"]
                )
        cited = cited_in_answers(call.dispute.event, [call.dispute], by)
        return Response(TableCallSerializer(call, context={"cited": cited}).data)


class MatchCall(Door):
    """Calling a judge to one's own table."""

    @documented(
        TableCallSerializer, takes=CallingSerializer, status=201, summary="Call a judge to the table", tag=TAG
    )
    def post(self, request: Request, match_id: int) -> Response:
        match = self.match(match_id)
        sent = self.sent(CallingSerializer)
        call = changes.call_judge(match, sent["reason"], sent["words"], by=self.actor, now=self.now)
        return Response(TableCallSerializer(call).data, status=201)

    @documented(TableCallSerializer, summary="Take the call of the table back", tag=TAG)
    def delete(self, request: Request, match_id: int) -> Response:
        match = self.match(match_id)
        require(self.actor, "take_back_call", match.round.event, match)
        call = changes.open_call(match)
        if call is None:
            raise NotFound(_("No judge is called to this table."))
        return Response(TableCallSerializer(changes.take_back_call(call, by=self.actor, now=self.now)).data)


class Procedure(Door):
    """The procedure at time at a table without a log."""

    @documented(CheckStepSerializer(many=True), summary="The steps of the procedure at time", tag=TAG)
    def get(self, request: Request, match_id: int) -> Response:
        return self._steps(self.match(match_id))

    @documented(
        CheckStepSerializer(many=True), takes=TickSerializer, summary="Tick a step of the procedure", tag=TAG
    )
    def post(self, request: Request, match_id: int) -> Response:
        return self._tick(match_id, done=True)

    @documented(CheckStepSerializer(many=True), takes=TickSerializer, summary="Take a tick back", tag=TAG)
    def delete(self, request: Request, match_id: int) -> Response:
        return self._tick(match_id, done=False)

    def _tick(self, match_id: int, *, done: bool) -> Response:
        match = self.match(match_id)
        tick_step(match, self.sent(TickSerializer)["step"], done=done, by=self.actor, now=self.now)
        return self._steps(match)

    def _steps(self, match: Match) -> Response:
        return Response(CheckStepSerializer(checklist_of(match), many=True).data)
