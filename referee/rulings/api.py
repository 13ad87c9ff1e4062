"""Rulings over the API: rule, try an entry, take a log's outcome."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from referee.citing.api import CitedSerializer, cites_field
from referee.citing.kept import citations_of
from referee.judging.judged import judged, report_for
from referee.judging.viewers import viewer_of
from referee.models.rulings import IssuedRuling
from referee.records.adoption import adopt_outcome
from referee.records.queries import record_of
from referee.replays.api import ReplaySerializer
from referee.rulings.changes import WantedRuling, issue_ruling
from referee.rulings.effects import ruling_effects
from referee.rulings.whatif import try_entry
from tournaments.api_base import BoundedListField, Door, NeededReasonSerializer, documented
from tournaments.results.api import FollowsSerializer

TAG = "rulings"


class RuleSerializer(serializers.Serializer[Any]):
    """A decision on an entry. `seen`: how many entries the log had when it was looked at."""

    decision = serializers.ChoiceField(choices=["uphold", "let_stand", "rewind", "correct"])
    reason = serializers.CharField(max_length=500)
    seen = serializers.IntegerField(min_value=0)
    to = serializers.IntegerField(min_value=0, required=False, allow_null=True, default=None)
    repair = BoundedListField(child=serializers.DictField(), required=False, default=list, max_length=20)
    follow = serializers.BooleanField(
        required=False,
        allow_null=True,
        default=None,
        help_text="Whether entries that were not judged are judged after the ruling. Left out: when the entry "
        "stands or the position is corrected.",
    )
    supersedes = serializers.IntegerField(
        min_value=1,
        required=False,
        allow_null=True,
        default=None,
        help_text="The id of the ruling on this entry in whose place this one stands. The log goes back before that "
        "one first.",
    )
    seen_result = serializers.IntegerField(
        min_value=0,
        max_value=2**62,
        required=False,
        allow_null=True,
        default=None,
        help_text="The `seen` of what would follow: refused (409) where another result of the match stands by now.",
    )
    cites = cites_field()


class RulingSerializer(serializers.ModelSerializer[IssuedRuling]):
    """A ruling and who made it. What the engine said of the whole log is told to judges alone: it may rest on cards
    that the reader may not know."""

    engine_verdict = serializers.SerializerMethodField()
    against_engine = serializers.SerializerMethodField()
    superseded_by = serializers.IntegerField(
        source="newer.pk", allow_null=True, default=None, help_text="The ruling that counts in its place."
    )
    cites = serializers.SerializerMethodField()
    final = serializers.BooleanField(help_text="By who decides as head judge: nobody appeals.")

    def get_engine_verdict(self, ruling: IssuedRuling) -> str | None:
        return ruling.engine_verdict if self.context.get("sees_all") else None

    def get_against_engine(self, ruling: IssuedRuling) -> bool | None:
        return ruling.against_engine if self.context.get("sees_all") else None

    @extend_schema_field(CitedSerializer(many=True))
    def get_cites(self, ruling: IssuedRuling) -> Any:
        return CitedSerializer(self.context["cited"].get(ruling.pk, []), many=True).data

    class Meta:
        model = IssuedRuling
        fields = (
            "id", "record", "entry", "on", "decision", "engine_verdict", "against_engine", "reason",
            "through", "supersedes", "superseded_by", "final", "cites", "by", "at",
        )  # fmt: skip


class Rulings(Door):
    """Ruling on an entry."""

    whole = False

    @documented(RulingSerializer, takes=RuleSerializer, status=201, summary="Rule on an entry", tag=TAG)
    def post(self, request: Request, record_id: int, n: int) -> Response:
        record = record_of(record_id, self.actor)
        wanted = WantedRuling(on=n, **self.sent(RuleSerializer))
        ruling = issue_ruling(record, wanted, by=self.actor, now=self.now)
        cited = citations_of(record.match.round.event, [ruling], self.actor, of_staff=True)
        context = {"sees_all": True, "cited": cited}
        return Response(RulingSerializer(ruling, context=context).data, status=201)


class LogLineSerializer(serializers.Serializer[Any]):
    """An entry of the log, in words, with its verdict."""

    n = serializers.IntegerField()
    who = serializers.CharField()
    words = serializers.CharField()
    verdict = serializers.CharField()


class EffectsSerializer(FollowsSerializer):
    """What would follow from a ruling; pairs are before and after. `gone`: entries that are no longer part of the play;
    `added`: those judged once more after it. The rest as of a result that is corrected."""

    gone = LogLineSerializer(many=True)
    added = LogLineSerializer(many=True)
    status = serializers.ListField(child=serializers.CharField())
    outcome = serializers.ListField(child=serializers.DictField(allow_null=True))
    against = serializers.BooleanField()


class RulingEffects(Door):
    """What would follow from a ruling."""

    counts_once = False

    @documented(
        EffectsSerializer,
        takes=RuleSerializer,
        summary="What would follow from a ruling; nothing is stored",
        tag=TAG,
    )
    def post(self, request: Request, record_id: int, n: int) -> Response:
        record = record_of(record_id, self.actor)
        wanted = WantedRuling(on=n, **self.sent(RuleSerializer))
        effects = ruling_effects(record, wanted, by=self.actor, now=self.now)
        return Response(EffectsSerializer(effects).data)


class RecordRulings(Door):
    """The rulings on a log."""

    @documented(RulingSerializer(many=True), summary="The rulings on a log", tag=TAG)
    def get(self, request: Request, record_id: int) -> Response:
        record = record_of(record_id, self.actor)
        rulings = record.rulings.select_related("superseded_by")
        sees_all = viewer_of(self.actor, record.match).sees_all
        cited = citations_of(record.match.round.event, rulings, self.actor, of_staff=sees_all)
        context = {"sees_all": sees_all, "cited": cited}
        return Response(RulingSerializer(rulings, many=True, context=context).data)


class TrySerializer(serializers.Serializer[Any]):
    """An entry to try after entry `after`."""

    after = serializers.IntegerField(min_value=0)
    entry = serializers.DictField()


class TriedSerializer(serializers.Serializer[Any]):
    """The verdict on a tried entry and where it would lead. Nothing is stored."""

    after = serializers.IntegerField()
    entry = serializers.DictField()
    verdict = serializers.DictField()
    status = serializers.CharField()
    position = serializers.DictField()
    outcome = serializers.DictField(allow_null=True)


class WhatIf(Door):
    """Trying an entry."""

    counts_once = False

    @documented(TriedSerializer, takes=TrySerializer, summary="Try an entry; nothing is stored", tag=TAG)
    def post(self, request: Request, record_id: int) -> Response:
        record = record_of(record_id, self.actor)
        sent = self.sent(TrySerializer)
        return Response(try_entry(record, sent["after"], sent["entry"], by=self.actor))


class Adopt(Door):
    """Taking a log's outcome as the game's."""

    whole = False

    @documented(
        ReplaySerializer, takes=NeededReasonSerializer, summary="Take a log's outcome as the result", tag=TAG
    )
    def post(self, request: Request, record_id: int) -> Response:
        record = record_of(record_id, self.actor)
        reason = self.sent(NeededReasonSerializer)["reason"]
        adopt_outcome(record, reason=reason, by=self.actor, now=self.now)
        return Response(report_for(judged(record)))
