"""Logs judged anew, over the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from referee.models.rejudging import Rejudged
from referee.rejudging.of_event import begin_rejudging
from referee.rejudging.of_series import (
    begin_rejudging_series,
    check_may_judge,
    events_seen,
    jobs_of_series,
)
from referee.rejudging.report import counted, found_of, job_about, places_of
from tournaments.access import require
from tournaments.api_base import Door, documented
from tournaments.errors import NotFound
from tournaments.jobs.api import JobSerializer
from tournaments.jobs.queries import progress_of
from tournaments.messages import message as _
from tournaments.results.api import PlacedSerializer
from tournaments.series.queries import series_by_slug

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


class PlacesSerializer(serializers.Serializer[Any]):
    """The places that would be others after round `after_round` (`so_far`: it is still played), if all outcomes that
    differ were adopted. `unsettled`: how many of them alone make no result."""

    after_round = serializers.IntegerField()
    so_far = serializers.BooleanField()
    moved = PlacedSerializer(many=True)
    unsettled = serializers.IntegerField()


class RejudgingSerializer(serializers.Serializer[Any]):
    """The newest job, and what it found so far. `places`: once it is done or cancelled, where an outcome differs."""

    job = JobSerializer()
    differ = RejudgedSerializer(many=True)
    places = PlacesSerializer(allow_null=True)


class EventRejudgedSerializer(serializers.Serializer[Any]):
    """What a job over a series found of one of its events."""

    event = serializers.CharField(source="event.slug")
    name = serializers.CharField(source="event.name")
    judged = serializers.IntegerField()
    differ = RejudgedSerializer(many=True)
    places = PlacesSerializer(allow_null=True)


class SeriesRejudgingSerializer(serializers.Serializer[Any]):
    """The newest job over a series that the sender may follow, and what it found so far of the events whose logs the
    sender may read."""

    job = JobSerializer()
    events = EventRejudgedSerializer(many=True)


class EventRejudging(Door):
    """All logs of an event."""

    @documented(
        RejudgingSerializer, summary="Which logs would come out differently, after the newest job", tag=TAG
    )
    def get(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        require(self.actor, "view_log", event)
        job = job_about(event)
        if job is None:
            raise NotFound(_("There is no such job."))
        told = {
            "job": progress_of(job, self.actor, self.now),
            "differ": found_of(job, event),
            "places": places_of(job, event),
        }
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


class SeriesRejudging(Door):
    """The logs of a series' events."""

    @documented(
        SeriesRejudgingSerializer,
        summary="Which logs of a series would come out differently, after the newest job",
        tag=TAG,
    )
    def get(self, request: Request, slug: str) -> Response:
        series = series_by_slug(slug)
        check_may_judge(series, self.actor)
        jobs = jobs_of_series(series, self.actor)
        if not jobs:
            raise NotFound(_("There is no such job."))
        events = [
            {
                "event": one.event,
                "judged": one.judged,
                "differ": found_of(jobs[0], one.event),
                "places": one.places,
            }
            for one in counted(jobs[0], events_seen(jobs[0], self.actor))
        ]
        told = {"job": progress_of(jobs[0], self.actor, self.now), "events": events}
        return Response(SeriesRejudgingSerializer(told).data)

    @documented(
        JobSerializer,
        takes=RulesSerializer,
        status=201,
        summary="Judge all logs of a series anew, as one job: of the events whose logs the sender may read",
        tag=TAG,
    )
    def post(self, request: Request, slug: str) -> Response:
        said = self.sent(RulesSerializer)
        job = begin_rejudging_series(series_by_slug(slug), rules=said["rules"], by=self.actor, now=self.now)
        return Response(JobSerializer(progress_of(job, self.actor, self.now)).data, status=201)
