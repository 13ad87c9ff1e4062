"""Records over the API: sent in, listed, taken away as a file."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from referee.judging.viewers import viewer_of
from referee.logs.reading import MAX_BYTES, BadLog
from referee.models.records import Status
from referee.records.download import as_download, log_file
from referee.records.listing import Listed, listed
from referee.records.long_logs import attach_or_begin
from referee.records.queries import match_of, record_of
from tournaments.api_base import REFUSALS, Door, documented
from tournaments.jobs.api import PREFER, JobSerializer, begun, wishes_job
from tournaments.messages import message as _
from tournaments.models.jobs import Job

TAG = "records"


class RawParser(BaseParser):
    """The log itself as the body of the request."""

    media_type = "application/jsonl"

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> dict[str, Any]:
        return {"raw": stream.read(MAX_BYTES + 1)}


class NdjsonParser(RawParser):
    media_type = "application/x-ndjson"


class TextParser(RawParser):
    media_type = "text/plain"


class SentSerializer(serializers.Serializer[Any]):
    """A log file with the game of the match it is of; staff may name the seat that kept it."""

    file = serializers.FileField(required=False, allow_empty_file=True)
    game_number = serializers.IntegerField(min_value=1, max_value=9, default=1)
    seat = serializers.CharField(max_length=1, required=False, allow_blank=True, default="")
    event_cards = serializers.BooleanField(
        default=False, help_text="Puts the event's cards and errata into a header that declares no cards."
    )


class RecordSerializer(serializers.Serializer[Any]):
    """A log of a match, with what it comes to as far as the reader may know."""

    id = serializers.IntegerField(source="record.pk")
    match = serializers.IntegerField(source="record.match_id")
    game_number = serializers.IntegerField(source="record.game_number")
    seat = serializers.CharField(source="record.seat", help_text="Whose log it is; empty: the staff's.")
    kept_by = serializers.CharField(source="whose")
    entries = serializers.IntegerField()
    status = serializers.ChoiceField(
        choices=Status.choices,
        allow_null=True,
        help_text="Null while who asks plays a match of a competitive event: then verdicts wait.",
    )
    stopped_at = serializers.IntegerField(source="stopped", allow_null=True)
    outcome = serializers.JSONField(allow_null=True)
    event_cards = serializers.BooleanField(
        source="cards_added",
        help_text="Whether the event's card list or errata were put into its header when it was stored.",
    )
    counts = serializers.BooleanField(help_text="Whether its outcome was reported as the game's.")


class MatchRecords(Door):
    """The logs of a match."""

    whole = False

    parser_classes = (MultiPartParser, RawParser, NdjsonParser, TextParser)  # type: ignore[assignment]

    @documented(
        RecordSerializer(many=True), summary="The logs of a match, as the reader may see them", tag=TAG
    )
    def get(self, request: Request, match_id: int) -> Response:
        match = match_of(match_id, self.actor)
        records = listed(match, viewer_of(self.actor, match), by=self.actor)
        return Response(RecordSerializer(records, many=True).data)

    @extend_schema(
        tags=[TAG],
        summary="Send in a log; one longer than any game's as a job",
        description="As a form with a file, or as the body itself (application/jsonl) with `game_number` and "
        "`seat` in the address. The same file again is the same record. Of a job, `result` names the record.",
        parameters=[
            PREFER,
            OpenApiParameter("game_number", OpenApiTypes.INT, description="Which game of the match."),
            OpenApiParameter("seat", OpenApiTypes.STR, description="For staff: whose log it is."),
            OpenApiParameter(
                "event_cards",
                OpenApiTypes.BOOL,
                description="Puts the event's cards and errata into a header that declares no cards and is not sealed.",
            ),
        ],
        request={
            "multipart/form-data": SentSerializer,
            "application/jsonl": {"type": "string", "format": "binary"},
        },
        responses={201: RecordSerializer, 202: JobSerializer, **REFUSALS},
    )
    def post(self, request: Request, match_id: int) -> Response:
        actor = self.actor
        match = match_of(match_id, actor)
        data, sent = self._sent(request)
        record = attach_or_begin(
            match,
            sent["game_number"],
            data,
            seat=sent["seat"] or None,
            with_cards=sent["event_cards"],
            by=actor,
            now=self.now,
            job=wishes_job(request),
        )
        if isinstance(record, Job):
            return begun(self, record)
        viewer = viewer_of(actor, match)
        mine: list[Listed] = [one for one in listed(match, viewer, by=actor) if one.record.pk == record.pk]
        return Response(RecordSerializer(mine[0]).data, status=201)

    def _sent(self, request: Request) -> tuple[bytes, dict[str, Any]]:
        """The log's bytes and what was said of it, from either form of the request."""
        body: Any = request.data
        raw = body.get("raw") if isinstance(body, dict) else None
        given = dict(request.query_params.items()) if isinstance(raw, bytes) else body
        form = SentSerializer(data=given)
        form.is_valid(raise_exception=True)
        sent = dict(form.validated_data)
        if isinstance(raw, bytes):
            return raw, sent
        file = sent.get("file")
        if file is None:
            raise BadLog(_("Send the log as “file”, or as the body with the type application/jsonl."))
        if file.size > MAX_BYTES:
            raise BadLog(_("A log may be at most %(n)s MB.", n=MAX_BYTES // 1024 // 1024))
        return file.read(), sent


class RecordFile(Door):
    """A log as a file."""

    @extend_schema(
        tags=[TAG],
        summary="The log as the reader may see it; whole and with its chain for a judge",
        responses={
            (200, "application/jsonl"): OpenApiResponse(OpenApiTypes.BINARY, description="The log"),
            **REFUSALS,
        },
    )
    def get(self, request: Request, record_id: int) -> HttpResponse:
        record = record_of(record_id, self.actor)
        viewer = viewer_of(self.actor, record.match)
        return as_download(log_file(record, viewer), record_id, viewer.seat)
