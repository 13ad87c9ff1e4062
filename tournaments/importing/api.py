"""Whole events imported over the API."""

from __future__ import annotations

from typing import Any

import msgspec
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api_base import REFUSALS, Door
from tournaments.events.api import EventSerializer
from tournaments.importing.changes import check_signed_in
from tournaments.importing.limits import one_import
from tournaments.importing.reading import LookedOverFile, look_over
from tournaments.importing.work import LARGE_SENT, import_or_begin
from tournaments.jobs.api import PREFER, JobSerializer, begun, wishes_job
from tournaments.models.jobs import Job

TAG = "events"


class EventFileBodySerializer(serializers.Serializer[Any]):
    """An event file, version 1 (docs/event-files.md)."""

    file = serializers.JSONField()


class ImportEventSerializer(EventFileBodySerializer):
    """The same, with the `digest` of what the sender looked over, if it was looked over."""

    looked = serializers.CharField(max_length=64, required=False, allow_blank=True, default="")


class LookedOverFileSerializer(serializers.Serializer[LookedOverFile]):
    """What would come of a file. `renumbered`: its entrants get codes of this site; `left`: who has dropped or was
    disqualified; `open_tables`: of the last round; `over`: no round is left to pair; `decks` and `logs` come along."""

    name = serializers.CharField(source="facts.name")
    game = serializers.CharField(source="facts.game")
    entrants = serializers.SerializerMethodField()
    rounds = serializers.SerializerMethodField()
    stages = serializers.SerializerMethodField()
    left = serializers.IntegerField()
    open_tables = serializers.IntegerField()
    over = serializers.BooleanField()
    decks = serializers.IntegerField()
    logs = serializers.IntegerField()
    renumbered = serializers.BooleanField()
    digest = serializers.CharField()

    def get_entrants(self, looked: LookedOverFile) -> int:
        """How many."""
        return len(looked.facts.entrants)

    def get_rounds(self, looked: LookedOverFile) -> int:
        """How many were paired."""
        return len(looked.facts.rounds)

    def get_stages(self, looked: LookedOverFile) -> list[str]:
        """Their kinds."""
        return [stage.kind for stage in looked.facts.stages]


class Imports(Door):
    """Whole events out of event files."""

    @extend_schema(
        tags=[TAG],
        summary="Import an event file as a new event, whole or not at all; a large one as a job",
        request=ImportEventSerializer,
        parameters=[PREFER],
        responses={201: EventSerializer, 202: JobSerializer, **REFUSALS},
    )
    def post(self, request: Request) -> Response:
        check_signed_in(self.actor)
        sent = self.sent(ImportEventSerializer)
        data = msgspec.json.encode(sent["file"])
        with one_import(self.actor):
            large = 0 if wishes_job(request) else LARGE_SENT
            made = import_or_begin(data, by=self.actor, now=self.now, looked=sent["looked"], large=large)
        if isinstance(made, Job):
            return begun(self, made)
        return Response(EventSerializer(made).data, status=201)


class CheckImport(Door):
    """An event file looked over."""

    @extend_schema(
        tags=[TAG],
        summary="What would come of an event file; nothing is stored",
        request=EventFileBodySerializer,
        responses={200: LookedOverFileSerializer, **REFUSALS},
    )
    def post(self, request: Request) -> Response:
        check_signed_in(self.actor)
        sent = self.sent(EventFileBodySerializer)
        return Response(LookedOverFileSerializer(look_over(msgspec.json.encode(sent["file"]))).data)
