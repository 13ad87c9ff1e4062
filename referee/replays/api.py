"""Replays over the API: the report, a position, what would have been legal."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from referee.judging.judged import Judged, report_for
from referee.judging.own_match import check_may_read_verdicts
from referee.judging.viewers import viewer_of
from referee.records.queries import record_of
from referee.replays.page import names_of, replay_for, wanted_entry
from referee.replays.steps import Step, step_at
from rules.kernel.position import digest
from tournaments.api_base import Door, documented

TAG = "replays"


class ReplaySerializer(serializers.Serializer[Any]):
    """The output of `replay --json`, for this reader."""

    log = serializers.IntegerField()
    game = serializers.CharField()
    rules = serializers.CharField()
    ruleset = serializers.CharField()
    entries = serializers.IntegerField()
    status = serializers.CharField()
    verdicts = serializers.ListField(child=serializers.DictField())
    declared = serializers.ListField(child=serializers.IntegerField())
    findings = serializers.ListField(child=serializers.DictField())
    position = serializers.DictField()
    outcome = serializers.DictField(allow_null=True)
    digest = serializers.CharField()


class EntrySerializer(serializers.Serializer[Any]):
    """One entry with its verdict, the position after it, and what would have been legal where it was not."""

    n = serializers.IntegerField()
    entry = serializers.DictField(allow_null=True)
    verdict = serializers.DictField(allow_null=True)
    declared = serializers.BooleanField()
    findings = serializers.ListField(child=serializers.CharField())
    legal_here = serializers.ListField(child=serializers.DictField())
    position = serializers.DictField()
    digest = serializers.CharField()


class Report(Door):
    """The replay of a whole log."""

    @documented(ReplaySerializer, summary="The report on a log, as the reader may see it", tag=TAG)
    def get(self, request: Request, record_id: int) -> Response:
        return Response(report_for(self._found(record_id)[0]))

    def _found(self, record_id: int) -> tuple[Judged, dict[str, str]]:
        record = record_of(record_id, self.actor)
        viewer = viewer_of(self.actor, record.match)
        check_may_read_verdicts(self.actor, viewer)
        return replay_for(record, viewer), names_of(record)


class Entry(Report):
    """A log at one entry; 0 is the start."""

    @documented(EntrySerializer, summary="An entry, its verdict and the position after it", tag=TAG)
    def get(self, request: Request, record_id: int, n: int = 0) -> Response:
        judged_log, names = self._found(record_id)
        return Response(entry_json(judged_log, step_at(judged_log, wanted_entry(judged_log, str(n)), names)))


def entry_json(judged_log: Judged, step: Step) -> dict[str, Any]:
    """An entry of a replay as plain JSON."""
    position = judged_log.run.printed(step.n)
    return {
        "n": step.n,
        "entry": step.entry,
        "verdict": step.line.verdict.to_json(step.n) if step.line else None,
        "declared": bool(step.line and step.line.declared),
        "findings": list(step.findings),
        "legal_here": [option.entry for option in step.options],
        "position": position,
        "digest": digest(position),
    }
