"""Jobs over the API."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import require
from tournaments.api_base import Door, documented
from tournaments.jobs.changes import cancel_job, resume_job
from tournaments.jobs.queries import Progress, job_of, jobs_of_event, jobs_of_site, progress_of
from tournaments.models.jobs import Job

TAG = "jobs"
PREFER = OpenApiParameter(
    "Prefer",
    location=OpenApiParameter.HEADER,
    description="`respond-async`: as a job, however small it is.",
)
#: Seconds after which a program looks at a job that was begun.
LOOKED_AFTER = "2"


class JobFailureSerializer(serializers.Serializer[Any]):
    """A thing that could not be done, and why. `name`: what people call it; empty where it has no name."""

    item = serializers.JSONField(source="row.item")
    name = serializers.CharField()
    message = serializers.CharField(source="row.message")
    at = serializers.DateTimeField(source="row.at")


class JobSerializer(serializers.Serializer[Any]):
    """Long work: how far it is. `items`, `done` and `failed` count the things of which the sender may know; `failures`:
    the first of what could not be done, of `failed` in all. `note`: what else is said of it; `result`: numbers of what
    was made by it, as `record` for a log, where its kind says them."""

    id = serializers.IntegerField(source="job.pk")
    kind = serializers.CharField(source="job.kind")
    event = serializers.CharField(source="job.event.slug", default=None, allow_null=True)
    title = serializers.CharField()
    state = serializers.ChoiceField(choices=["waiting", "running", "cancelled", "done"])
    items = serializers.IntegerField()
    done = serializers.IntegerField()
    failed = serializers.IntegerField()
    failures = JobFailureSerializer(many=True)
    at = serializers.DateTimeField(source="job.at")
    by = serializers.CharField(source="job.by")
    finished_at = serializers.DateTimeField(source="job.finished_at", allow_null=True)
    note = serializers.CharField(allow_null=True)
    result = serializers.DictField(child=serializers.IntegerField(), allow_null=True)


class Jobs(Door):
    """Jobs over several events."""

    @documented(
        JobSerializer(many=True), summary="The jobs that the sender began; for who runs the site all", tag=TAG
    )
    def get(self, request: Request) -> Response:
        return Response(
            JobSerializer(
                [progress_of(job, self.actor, self.now) for job in jobs_of_site(self.actor)], many=True
            ).data
        )


class EventJobs(Door):
    """The jobs about an event."""

    @documented(JobSerializer(many=True), summary="The jobs about an event, for its staff", tag=TAG)
    def get(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        require(self.actor, "view_desk", event)
        shown: list[Progress] = [
            progress_of(job, self.actor, self.now) for job in jobs_of_event(event, self.actor)
        ]
        return Response(JobSerializer(shown, many=True).data)


class OneJob(Door):
    """One of them."""

    @documented(JobSerializer, summary="How far a job is", tag=TAG)
    def get(self, request: Request, job_id: int) -> Response:
        return _told(self, job_id)


class CancelJob(Door):
    """Its end."""

    @documented(JobSerializer, summary="Cancel a job; what is done stays", tag=TAG)
    def post(self, request: Request, job_id: int) -> Response:
        cancel_job(job_of(job_id, self.actor), by=self.actor, now=self.now)
        return _told(self, job_id)


class ResumeJob(Door):
    """Going on with it."""

    @documented(JobSerializer, summary="Go on with a cancelled job", tag=TAG)
    def post(self, request: Request, job_id: int) -> Response:
        resume_job(job_of(job_id, self.actor), by=self.actor, now=self.now)
        return _told(self, job_id)


def wishes_job(request: Request) -> bool:
    """Whether the sender would rather have a job than wait (RFC 7240)."""
    return "respond-async" in request.headers.get("Prefer", "").lower()


def begun(door: Door, job: Job) -> Response:
    """The answer where a job does what was asked for."""
    told = JobSerializer(progress_of(job, door.actor, door.now)).data
    address = reverse("tournaments-api:job", args=[job.pk])
    return Response(told, status=202, headers={"Location": address, "Retry-After": LOOKED_AFTER})


def _told(door: Door, job_id: int) -> Response:
    return Response(JobSerializer(progress_of(job_of(job_id, door.actor), door.actor, door.now)).data)
