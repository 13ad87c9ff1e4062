"""Appeals over the API."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from referee.appeals.changes import (
    MAX_WORDS,
    appeal_numbered,
    decide_appeal,
    make_appeal,
    take_back_newest,
)
from referee.appeals.cited import cited_in_decisions
from referee.appeals.queries import MOST_MINUTES, appeals_for, open_appeal
from referee.appeals.targets import Target, targets_at
from referee.citing.api import CitedSerializer, cites_field
from referee.disputes.reading import reader_of
from referee.models.appeals import Against, Appeal
from tournaments.access import Actor, require
from tournaments.api_base import REFUSALS, Door, Pages, documented
from tournaments.errors import Invalid
from tournaments.messages import message as _
from tournaments.models.events import Event

TAG = "appeals"
STATES = {"open": True, "decided": False, "all": None}


class AppealSerializer(serializers.ModelSerializer[Appeal]):
    """An appeal: which seat of a match appealed against what, and what came of it. `how` is empty while it is open."""

    round = serializers.IntegerField(source="match.round.number")
    table = serializers.IntegerField(source="match.table", allow_null=True)
    minutes = serializers.IntegerField(allow_null=True, help_text="Given back to the table.")
    cites = serializers.SerializerMethodField()

    @extend_schema_field(CitedSerializer(many=True))
    def get_cites(self, appeal: Appeal) -> Any:
        """What the decision cites."""
        return CitedSerializer(self.context["cited"].get(appeal.pk, []), many=True).data

    class Meta:
        model = Appeal
        fields = (
            "id", "match", "round", "table", "dispute", "against", "ruling", "answer", "result", "seat", "words", "by",
            "at", "how", "decided_at", "decided_by", "reason", "minutes", "cites",
        )  # fmt: skip


class TargetSerializer(serializers.Serializer[Target]):
    """A decision at a match. `refusal`: why it cannot be appealed; empty where it can."""

    against = serializers.ChoiceField(choices=Against.choices)
    number = serializers.IntegerField()
    by = serializers.CharField()
    at = serializers.DateTimeField()
    words = serializers.CharField()
    reason = serializers.CharField(allow_blank=True)
    refusal = serializers.CharField(allow_blank=True)


class MatchAppealsSerializer(serializers.Serializer[Any]):
    """The appeals of a match, and the decisions there that could be appealed."""

    appeals = AppealSerializer(many=True)
    decisions = TargetSerializer(many=True)


class NewAppealSerializer(serializers.Serializer[Any]):
    """Against which decision, by its kind and number; left out, the newest that can be appealed. Words if wanted."""

    against = serializers.ChoiceField(choices=Against.choices, required=False, allow_null=True, default=None)
    number = serializers.IntegerField(
        min_value=1, max_value=2**62, required=False, allow_null=True, default=None
    )
    words = serializers.CharField(max_length=MAX_WORDS, required=False, allow_blank=True, default="")


class DecisionSerializer(serializers.Serializer[Any]):
    """The head judge's decision. `upheld`: the decision stands; else the `answer` or the `outcome` that takes its
    place. A ruling on a log is superseded where rulings are made, which decides the appeal. `minutes` given back to the
    table; left out, those since the appeal."""

    upheld = serializers.BooleanField()
    reason = serializers.CharField(max_length=500)
    answer = serializers.CharField(max_length=MAX_WORDS, required=False, allow_blank=True, default="")
    outcome = serializers.JSONField(required=False, allow_null=True, default=None)
    minutes = serializers.IntegerField(
        min_value=0, max_value=MOST_MINUTES, required=False, allow_null=True, default=None
    )
    cites = cites_field()


class Appeals(Door):
    """The appeals of an event."""

    pagination_class = Pages

    @extend_schema(
        tags=[TAG],
        summary="The appeals of an event, for its staff, oldest first",
        parameters=[OpenApiParameter("state", OpenApiTypes.STR, enum=list(STATES))],
        responses={200: AppealSerializer(many=True), **REFUSALS},
    )
    def get(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        require(self.actor, "view_disputes", event)
        state = request.query_params.get("state", "open")
        if state not in STATES:
            said = _("“%(name)s” is one of %(which)s.", name="state", which=", ".join(STATES))
            raise Invalid(said, fields={"state": _("Unknown.")})
        pages = self.pagination_class()
        page: Any = pages.paginate_queryset(appeals_for(self.actor, event, is_open=STATES[state]), request)
        return pages.get_paginated_response(_told(page, event, self.actor))


class Decision(Door):
    """Deciding an appeal."""

    @documented(
        AppealSerializer, takes=DecisionSerializer, summary="Decide an appeal, as head judge", tag=TAG
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        event = self.event(slug)
        require(self.actor, "decide_appeal", event)
        appeal = appeal_numbered(event, number)
        decided = decide_appeal(appeal, **self.sent(DecisionSerializer), by=self.actor, now=self.now)
        return Response(_told([decided], event, self.actor)[0])


class MatchAppeals(Door):
    """The appeals of a match."""

    @documented(
        MatchAppealsSerializer,
        summary="The appeals of a match, and what can be appealed there: for its players and the staff",
        tag=TAG,
    )
    def get(self, request: Request, match_id: int) -> Response:
        match = self.match(match_id)
        reader = reader_of(self.actor, match)
        appeals = Appeal.objects.filter(match=match).select_related("match__round")
        told = {"appeals": appeals, "decisions": [] if open_appeal(match) else targets_at(match, reader.seat)}
        context = {"cited": cited_in_decisions(match.round.event, appeals, self.actor)}
        return Response(MatchAppealsSerializer(told, context=context).data)

    @documented(
        AppealSerializer, takes=NewAppealSerializer, status=201, summary="Appeal, as a player", tag=TAG
    )
    def post(self, request: Request, match_id: int) -> Response:
        match = self.match(match_id)
        appeal = make_appeal(match, **self.sent(NewAppealSerializer), by=self.actor, now=self.now)
        return Response(_told([appeal], match.round.event, self.actor)[0], status=201)

    @documented(AppealSerializer, summary="Take the own appeal back", tag=TAG)
    def delete(self, request: Request, match_id: int) -> Response:
        match = self.match(match_id)
        gone = take_back_newest(match, by=self.actor, now=self.now)
        return Response(_told([gone], match.round.event, self.actor)[0])


def _told(appeals: Sequence[Appeal], event: Event, actor: Actor) -> Any:
    """Appeals as JSON, with what their decisions cite as the actor may read it."""
    cited = cited_in_decisions(event, appeals, actor)
    return AppealSerializer(appeals, many=True, context={"cited": cited}).data
