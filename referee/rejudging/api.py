"""Logs judged anew, over the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from referee.rejudging import report
from referee.rejudging.adopting import Adoption, adopt_rejudged
from referee.rejudging.of_event import begin_rejudging
from referee.rejudging.of_series import (
    begin_rejudging_series,
    check_may_judge,
    jobs_of_series,
    part_of_job,
)
from referee.rejudging.report import counted, differing, found_of, job_about, places_of, row_of
from tournaments.access import require
from tournaments.api_base import REFUSALS, Door, NeededReasonSerializer, Pages, documented
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


class RejudgedSerializer(serializers.Serializer[Any]):
    """A log that would come out differently: in these entries, and with this outcome. `adoption`: `possible` where a
    judge can use its outcome as the result now (`rejudge/N/adopt/` of the event, by the row's `id`); else why not:
    `adopted` (it is the result by now), `what_if` (judged by other rules than the log names), `verdicts` (its outcome
    stays; the log tells these verdicts already), `no_outcome` (it has none now), `replaced` (there is a newer log),
    `not_running` (the event must be reopened first)."""

    id = serializers.IntegerField(source="row.pk")
    record = serializers.IntegerField(source="row.record_id")
    name = serializers.CharField()
    entries = serializers.JSONField(source="row.entries")
    outcome_before = serializers.JSONField(source="row.outcome_before", allow_null=True)
    outcome_now = serializers.JSONField(source="row.outcome_now", allow_null=True)
    adoption = serializers.ChoiceField(choices=[each.value for each in Adoption])
    adoption_words = serializers.CharField()


class PlacesSerializer(serializers.Serializer[Any]):
    """The places that would be others after round `after_round` (`so_far`: it is still played), if all outcomes that
    differ were adopted. `unsettled`: how many of them alone make no result. `what_if`: they were judged by other rules
    than their logs name, and none of them can be adopted."""

    after_round = serializers.IntegerField()
    so_far = serializers.BooleanField()
    moved = PlacedSerializer(many=True)
    unsettled = serializers.IntegerField()
    what_if = serializers.BooleanField()


class RejudgingSerializer(serializers.Serializer[Any]):
    """A job, and what it found so far. `differ`: a part of `differ_in_all` logs, fifty if no other is asked for.
    `places`: once it is done or cancelled, where an outcome differs."""

    job = JobSerializer()
    differ = RejudgedSerializer(many=True)
    differ_in_all = serializers.IntegerField()
    places = PlacesSerializer(allow_null=True)


class EventRejudgedSerializer(serializers.Serializer[Any]):
    """What a job over a series found of one of its events. `differ`: the first fifty of `differ_in_all` logs; the event
    tells the others, with the job's number."""

    event = serializers.CharField(source="event.slug")
    name = serializers.CharField(source="event.name")
    judged = serializers.IntegerField()
    differ = RejudgedSerializer(many=True)
    differ_in_all = serializers.IntegerField()
    places = PlacesSerializer(allow_null=True)


class SeriesRejudgingSerializer(serializers.Serializer[Any]):
    """The newest job over a series that the sender may follow, and what it found so far of the events whose logs the
    sender may read: a part of `events_in_all`, ten if no other is asked for."""

    job = JobSerializer()
    events_in_all = serializers.IntegerField()
    events = EventRejudgedSerializer(many=True)


JOB = OpenApiParameter("job", OpenApiTypes.INT, description="The number of a job; the newest if left out.")
PART = [
    OpenApiParameter("limit", OpenApiTypes.INT, description="So many at most."),
    OpenApiParameter("offset", OpenApiTypes.INT, description="After so many of the first."),
]


class EventPages(Pages):
    """Parts of a long list of events, each with its places."""

    default_limit = 10
    max_limit = 50


class LogPages(Pages):
    """Parts of a long list of logs."""

    default_limit = report.SHOWN


class EventRejudging(Door):
    """All logs of an event."""

    @extend_schema(
        tags=[TAG],
        summary="Which logs would come out differently, after the newest job or one that is named",
        parameters=[JOB, *PART],
        responses={200: RejudgingSerializer, **REFUSALS},
    )
    def get(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        require(self.actor, "view_log", event)
        job = job_about(event, request.query_params.get("job", ""))
        if job is None:
            raise NotFound(_("There is no such job."))
        pages = LogPages()
        rows: Any = pages.paginate_queryset(found_of(job, event), request)
        told = {
            "job": progress_of(job, self.actor, self.now),
            "differ": differing(rows, job),
            "differ_in_all": pages.count,
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


class AdoptRejudged(Door):
    """Taking what a log comes to now as its game's result."""

    @documented(
        RejudgedSerializer,
        takes=NeededReasonSerializer,
        summary="Take what a log comes to now as the result of its game",
        tag=TAG,
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        event = self.event(slug)
        require(self.actor, "rule", event)
        row = row_of(event, number)
        reason = self.sent(NeededReasonSerializer)["reason"]
        adopt_rejudged(row, reason=reason, by=self.actor, now=self.now)
        (told,) = differing([row_of(event, number)], row.job)
        return Response(RejudgedSerializer(told).data)


class SeriesRejudging(Door):
    """The logs of a series' events."""

    @extend_schema(
        tags=[TAG],
        summary="Which logs of a series would come out differently, after the newest job or one that is named",
        parameters=[JOB, *PART],
        responses={200: SeriesRejudgingSerializer, **REFUSALS},
    )
    def get(self, request: Request, slug: str) -> Response:
        series = series_by_slug(slug)
        check_may_judge(series, self.actor)
        wanted = request.query_params.get("job", "")
        followed = jobs_of_series(series, self.actor)
        shown = next((one for one in followed if not wanted or str(one.job.pk) == wanted), None)
        if shown is None:
            raise NotFound(_("There is no such job."))
        pages = EventPages()
        events: Any = pages.paginate_queryset(shown.events, request)  # type: ignore[arg-type]
        told = {
            "job": progress_of(shown.job, self.actor, self.now, part_of_job(self.actor, *shown)),
            "events_in_all": pages.count,
            "events": [
                {
                    "event": one.event,
                    "judged": one.judged,
                    "differ": differing(found_of(shown.job, one.event)[: report.SHOWN], shown.job),
                    "differ_in_all": one.differ,
                    "places": one.places,
                }
                for one in counted(shown.job, list(events))
            ],
        }
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
