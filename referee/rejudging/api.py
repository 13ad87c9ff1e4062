"""Logs judged anew, over the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from referee.models.rejudging import Rejudged
from referee.rejudging.of_event import begin_rejudging, newest_job
from tournaments.access import require
from tournaments.api_base import Door, documented
from tournaments.errors import NotFound
from tournaments.jobs.api import JobSerializer
from tournaments.jobs.queries import progress_of
from tournaments.messages import message as _

TAG = "jobs"


class RulesSerializer(serializers.Serializer[Any]):
    """An edition, or a day; left empty: the rules that each log names."""

    rules = serializers.CharField(max_length=40, required=False, allow_blank=True, default="")


class RejudgedSerializer(serializers.ModelSerializer[Rejudged]):
    """A log that would come out differently: in these entries, and with this outcome."""

    entries = serializers.JSONField()
    outcome_before = serializers.JSONField(allow_null=True)
    outcome_now = serializers.JSONField(allow_null=True)

    class Meta:
        model = Rejudged
        fields = ["record", "entries", "outcome_before", "outcome_now"]


class RejudgingSerializer(serializers.Serializer[Any]):
    """The newest job, and what it found so far."""

    job = JobSerializer()
    differ = RejudgedSerializer(many=True)


class EventRejudging(Door):
    """All logs of an event."""

    @documented(
        RejudgingSerializer, summary="Which logs would come out differently, after the newest job", tag=TAG
    )
    def get(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        require(self.actor, "view_log", event)
        job = newest_job(event)
        if job is None:
            raise NotFound(_("There is no such job."))
        differ = Rejudged.objects.filter(job=job, differs=True)
        told = {"job": progress_of(job, self.actor, self.now), "differ": differ}
        return Response(RejudgingSerializer(told).data)

    @documented(
        JobSerializer,
        takes=RulesSerializer,
        status=201,
        summary="Judge all logs of an event anew, as a job; nothing is changed by it",
        tag=TAG,
    )
    def post(self, request: Request, slug: str) -> Response:
        said = self.sent(RulesSerializer)
        job = begin_rejudging(self.event(slug), rules=said["rules"], by=self.actor, now=self.now)
        return Response(JobSerializer(progress_of(job, self.actor, self.now)).data, status=201)
