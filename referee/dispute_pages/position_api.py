"""The position of a dispute over the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from referee.dispute_pages.api import TAG
from referee.disputes.reading import Reader, dispute_of, is_asked, rows_for
from referee.judging.viewers import viewer_of
from referee.models.disputes import Dispute
from referee.positions.agreeing import Agreement, agreement_of, store_position, tell_position, told_to
from referee.records.api import RecordSerializer
from referee.records.listing import listed
from rules.kernel.entries import PUBLIC
from tournaments.api_base import Door, documented
from tournaments.errors import NotFound
from tournaments.messages import message as _


class TellSerializer(serializers.Serializer[Any]):
    """The position as the sender's side tells it: rules, options and position as in a log's header. What it says of
    others' hidden zones is not kept. ``anew``: what was told before counts no more."""

    position = serializers.DictField()
    options = serializers.DictField(required=False, default=dict)
    rules = serializers.CharField(required=False, max_length=40)
    anew = serializers.BooleanField(default=False)


class DifferenceSerializer(serializers.Serializer[Any]):
    """A public fact that the sides tell differently; the empty side is the judges'."""

    path = serializers.CharField()
    said = serializers.DictField(child=serializers.CharField(allow_blank=True))


class AgreementSerializer(serializers.Serializer[Any]):
    """How far the position has come, as the reader may know."""

    header = serializers.DictField(
        help_text="What the own side told, else the latest telling as the own seat may see it."
    )
    missing = serializers.ListField(
        child=serializers.CharField(), help_text="Seats that have still to confirm."
    )
    differing = DifferenceSerializer(many=True)
    agreed = serializers.BooleanField()


class Position(Door):
    """The position of a dispute."""

    @documented(AgreementSerializer, summary="The position of a dispute, as the reader may see it", tag=TAG)
    def get(self, request: Request, slug: str, dispute_id: int) -> Response:
        return Response(_told(*dispute_of(self.event(slug), dispute_id, self.actor)))

    @documented(
        AgreementSerializer,
        takes=TellSerializer,
        status=201,
        summary="Begin, confirm or correct the position",
        tag=TAG,
    )
    def post(self, request: Request, slug: str, dispute_id: int) -> Response:
        dispute, reader = dispute_of(self.event(slug), dispute_id, self.actor)
        sent = self.sent(TellSerializer)
        anew = sent.pop("anew")
        tell_position(dispute, sent, anew=anew, by=self.actor, now=self.now)
        return Response(_told(dispute, reader), status=201)


class Stored(Door):
    """The position as a log."""

    whole = False

    @documented(RecordSerializer, status=201, summary="Store the position as a log, as a judge", tag=TAG)
    def post(self, request: Request, slug: str, dispute_id: int) -> Response:
        dispute, _reader = dispute_of(self.event(slug), dispute_id, self.actor)
        record = store_position(dispute, by=self.actor, now=self.now)
        match = dispute.match
        (made,) = [
            one
            for one in listed(match, viewer_of(self.actor, match), by=self.actor)
            if one.record.pk == record.pk
        ]
        return Response(RecordSerializer(made).data, status=201)


def _told(dispute: Dispute, reader: Reader) -> Any:
    agreement: Agreement | None = agreement_of(dispute) if is_asked(rows_for(dispute, reader)) else None
    if agreement is None:
        raise NotFound(_("Nobody has laid out a position."))
    header = told_to(dispute, reader.seat or (None if reader.judges else PUBLIC)) or {}
    told = {"header": {name: value for name, value in header.items() if name != "cards"}}
    return AgreementSerializer(
        {**told, "missing": agreement.missing, "differing": agreement.differing, "agreed": agreement.agreed}
    ).data
