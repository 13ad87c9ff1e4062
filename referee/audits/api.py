"""Audits over the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from referee.audits.changes import audit_waiting, dispute_audit
from referee.audits.queries import SeatAudit, Tally, event_audits, seat_audits, tally_of
from referee.disputes.api import DisputeSerializer
from referee.models.audits import DeckAudit
from referee.records.queries import record_of
from tournaments.api_base import PART, REFUSALS, Door, documented, part_of

TAG = "audits"


class ContradictionSerializer(serializers.Serializer[Any]):
    """More copies than the list has; ``card`` is empty where it is the number of cards in all."""

    card = serializers.CharField(allow_blank=True)
    name = serializers.CharField(allow_blank=True, help_text="The card with all that tells it from others.")
    count = serializers.IntegerField(help_text="How many copies the log proves.")
    listed = serializers.IntegerField()
    entries = serializers.ListField(
        child=serializers.IntegerField(), help_text="The entries that prove it; 0 is the header."
    )


class AuditSerializer(serializers.ModelSerializer[DeckAudit]):
    """What a log shows of a seat's cards, against the list that its player had when the round began."""

    match = serializers.IntegerField(source="record.match_id")
    entrant = serializers.CharField(source="deck.entrant.code")
    contradictions = ContradictionSerializer(many=True)

    class Meta:
        model = DeckAudit
        fields = ("record", "match", "seat", "entrant", "at", "seen", "contradictions", "stopped", "failed")


class TallySerializer(serializers.Serializer[Any]):
    """How far the audit of an event's logs is."""

    audited = serializers.IntegerField(help_text="Logs that were audited as they are now.")
    waiting = serializers.SerializerMethodField(help_text="Logs that still are to be.")
    unlisted = serializers.IntegerField(help_text="Logs with a player who handed in no list.")

    job = serializers.IntegerField(
        required=False, help_text="The job that audits them; only while there is one."
    )

    def get_waiting(self, tally: Tally) -> int:
        return len(tally.waiting)

    def to_representation(self, instance: Tally) -> dict[str, Any]:
        told: dict[str, Any] = super().to_representation(instance)
        return told if told["job"] is not None else {name: told[name] for name in told if name != "job"}


class EventAuditsSerializer(serializers.Serializer[Any]):
    """The audits of an event's logs, those with most contradictions first."""

    tally = TallySerializer()
    audits = AuditSerializer(many=True)


class AuditedSeatSerializer(serializers.Serializer[Any]):
    """Whose list is contradicted."""

    seat = serializers.CharField(max_length=1)


class RecordAudit(Door):
    """The audit of a log."""

    @documented(AuditSerializer(many=True), summary="A log against the deck lists of its players", tag=TAG)
    def get(self, request: Request, record_id: int) -> Response:
        seats: list[SeatAudit] = seat_audits(record_of(record_id, self.actor), by=self.actor, now=self.now)
        rows = [one.audit for one in seats if one.audit is not None]
        return Response(AuditSerializer(rows, many=True).data)


class AuditDispute(Door):
    """A dispute about what contradicts a list."""

    @documented(
        DisputeSerializer,
        takes=AuditedSeatSerializer,
        status=201,
        summary="Open a dispute, for the judges alone, about what contradicts a list",
        tag=TAG,
    )
    def post(self, request: Request, record_id: int) -> Response:
        record = record_of(record_id, self.actor)
        dispute = dispute_audit(record, self.sent(AuditedSeatSerializer)["seat"], by=self.actor, now=self.now)
        return Response(DisputeSerializer(dispute).data, status=201)


class EventAudits(Door):
    """All logs of an event against the lists."""

    whole = False

    @extend_schema(
        tags=[TAG],
        summary="All logs of an event against the deck lists",
        parameters=[
            *PART,
            OpenApiParameter(
                "show", OpenApiTypes.STR, description="“all”: also where nothing is contradicted."
            ),
        ],
        responses={200: EventAuditsSerializer, **REFUSALS},
    )
    def get(self, request: Request, slug: str) -> Response:
        event, part = self.event(slug), part_of(request)
        everything = request.query_params.get("show") == "all"
        rows = event_audits(event, by=self.actor, contradicted=not everything)
        told = {"tally": tally_of(event, by=self.actor), "audits": rows if part is None else rows[part]}
        return Response(EventAuditsSerializer(told).data)

    @documented(
        TallySerializer,
        summary="Audit the logs that wait; where they are many, as a job",
        tag=TAG,
    )
    def post(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        return Response(TallySerializer(audit_waiting(event, by=self.actor, now=self.now)).data)
