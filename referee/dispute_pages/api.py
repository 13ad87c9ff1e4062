"""Disputes over the API: those of a match, one with its rows, and what is added to it."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from referee.citing.api import CitedSerializer
from referee.citing.kept import citations_in
from referee.dispute_pages.views import picture_answer
from referee.disputes.api import DisputeSerializer
from referee.disputes.cited import cited_in_answers
from referee.disputes.opening import MAX_WORDS, open_by_hand
from referee.disputes.pictures import MAX_CAPTION, add_picture, erase_picture, picture_for
from referee.disputes.queries import disputes_at
from referee.disputes.reading import Reader, as_it_is_now, dispute_of, is_asked, reader_of, rows_for
from referee.disputes.reencoding import MAX_BYTES
from referee.disputes.statements import (
    MAX_STATEMENT,
    add_note,
    make_statement,
    reopen_dispute,
    show_statements,
)
from referee.disputes.words import next_step
from referee.models.disputes import BY_HAND, Dispute, DisputeRow, Kind, RowKind
from referee.records.queries import match_of
from tournaments.access import Actor
from tournaments.api_base import REFUSALS, Door, NeededReasonSerializer, documented

TAG = "disputes"


class DisputeRowSerializer(serializers.ModelSerializer[DisputeRow]):
    """A thing that happened in a dispute."""

    picture = serializers.SerializerMethodField()
    cites = serializers.SerializerMethodField()

    class Meta:
        model = DisputeRow
        fields = (
            "id", "kind", "visible_to", "seat", "text", "of", "record", "entry", "picture", "cites", "by", "at",
        )  # fmt: skip

    @extend_schema_field(CitedSerializer(many=True))
    def get_cites(self, row: DisputeRow) -> Any:
        """What a ruling, an answer or a decision cites."""
        return CitedSerializer(self.context["cited_in_rows"].get(row.pk, []), many=True).data

    def get_picture(self, row: DisputeRow) -> int | None:
        picture = getattr(row, "picture", None)
        return None if picture is None else picture.pk


class StorySerializer(serializers.Serializer[Any]):
    """A dispute with what happened in it, as far as the reader may know."""

    dispute = DisputeSerializer()
    rows = DisputeRowSerializer(many=True)
    next = serializers.CharField(allow_blank=True, help_text="Who does what next.")


class NewDisputeSerializer(serializers.Serializer[Any]):
    """What a new dispute is about; ``noted`` is for judges alone."""

    kind = serializers.ChoiceField(choices=[kind.value for kind in (*BY_HAND, Kind.NOTED)])
    words = serializers.CharField(max_length=MAX_WORDS)
    record = serializers.IntegerField(min_value=1, max_value=2**62, required=False, allow_null=True)
    entry = serializers.IntegerField(min_value=1, max_value=1_000_000, required=False, allow_null=True)


class StatementSerializer(serializers.Serializer[Any]):
    """What one side says."""

    statement = serializers.CharField(max_length=MAX_STATEMENT)


class PictureSerializer(serializers.Serializer[Any]):
    """A picture, and what it shows in words; ``to_table``: whoever may read the question sees it."""

    picture = serializers.FileField()
    caption = serializers.CharField(max_length=MAX_CAPTION, required=False, allow_blank=True, default="")
    to_table = serializers.BooleanField(default=False)


class NoteSerializer(serializers.Serializer[Any]):
    """What a judge writes down; ``to_table``: the players read it, too."""

    note = serializers.CharField(max_length=MAX_STATEMENT)
    to_table = serializers.BooleanField(default=False)


class MatchDisputes(Door):
    """The disputes of a match."""

    @documented(
        DisputeSerializer(many=True), summary="The disputes of a match that the reader may read of", tag=TAG
    )
    def get(self, request: Request, match_id: int) -> Response:
        match = match_of(match_id, self.actor)
        disputes = disputes_at(self.actor, match)
        reader = reader_of(self.actor, match) if disputes else Reader()
        told = [as_read(dispute, reader) for dispute in disputes]
        answered = [dispute for dispute in told if dispute.resolution]
        cited = cited_in_answers(match.round.event, answered, self.actor)
        return Response(DisputeSerializer(told, many=True, context={"cited": cited}).data)

    @documented(
        StorySerializer, takes=NewDisputeSerializer, status=201, summary="Open a dispute by hand", tag=TAG
    )
    def post(self, request: Request, match_id: int) -> Response:
        match = match_of(match_id, self.actor)
        dispute = open_by_hand(match, **_about(self.sent(NewDisputeSerializer)), by=self.actor, now=self.now)
        return Response(story(as_it_is_now(dispute), reader_of(self.actor, match), self.actor), status=201)


class OneDispute(Door):
    """A dispute."""

    @extend_schema(
        tags=[TAG],
        summary="A dispute with its rows, for its players and the staff",
        responses={200: StorySerializer, **REFUSALS},
    )
    def get(self, request: Request, slug: str, dispute_id: int) -> Response:
        return Response(story(*dispute_of(self.event(slug), dispute_id, self.actor), self.actor))


class Statements(Door):
    """The statements of the sides."""

    @documented(StorySerializer, takes=StatementSerializer, status=201, summary="Say what happened", tag=TAG)
    def post(self, request: Request, slug: str, dispute_id: int) -> Response:
        event = self.event(slug)
        dispute, reader = dispute_of(event, dispute_id, self.actor)
        make_statement(dispute, self.sent(StatementSerializer)["statement"], by=self.actor, now=self.now)
        return Response(story(as_it_is_now(dispute), reader, self.actor), status=201)


class Pictures(Door):
    """Pictures sent to a dispute."""

    whole = False
    parser_classes = (MultiPartParser,)  # type: ignore[assignment]

    @extend_schema(
        tags=[TAG],
        summary="Send a picture",
        description="JPEG, PNG or WebP, at most 5 MB. It is written anew: nothing is kept but what it shows.",
        request={"multipart/form-data": PictureSerializer},
        responses={201: StorySerializer, **REFUSALS},
    )
    def post(self, request: Request, slug: str, dispute_id: int) -> Response:
        event = self.event(slug)
        dispute, reader = dispute_of(event, dispute_id, self.actor)
        sent = self.sent(PictureSerializer)
        data = sent["picture"].read(MAX_BYTES + 1)
        add_picture(
            dispute, data, caption=sent["caption"], to_table=sent["to_table"], by=self.actor, now=self.now
        )
        return Response(story(as_it_is_now(dispute), reader, self.actor), status=201)


class OnePicture(Door):
    """A picture."""

    @extend_schema(
        tags=[TAG],
        summary="The picture, as JPEG",
        responses={(200, "image/jpeg"): OpenApiResponse(OpenApiTypes.BINARY), **REFUSALS},
    )
    def get(self, request: Request, slug: str, dispute_id: int, picture_id: int) -> HttpResponse:
        dispute, reader = dispute_of(self.event(slug), dispute_id, self.actor)
        return picture_answer(picture_for(dispute, picture_id, reader))

    @documented(None, status=204, summary="Erase a picture: its sender, or a judge", tag=TAG)
    def delete(self, request: Request, slug: str, dispute_id: int, picture_id: int) -> Response:
        dispute, _reader = dispute_of(self.event(slug), dispute_id, self.actor)
        erase_picture(dispute, picture_id, by=self.actor, now=self.now)
        return Response(status=204)


class Notes(Door):
    """The notes of judges."""

    @documented(
        StorySerializer, takes=NoteSerializer, status=201, summary="Note something, as a judge", tag=TAG
    )
    def post(self, request: Request, slug: str, dispute_id: int) -> Response:
        event = self.event(slug)
        dispute, reader = dispute_of(event, dispute_id, self.actor)
        sent = self.sent(NoteSerializer)
        add_note(dispute, sent["note"], to_table=sent["to_table"], by=self.actor, now=self.now)
        return Response(story(as_it_is_now(dispute), reader, self.actor), status=201)


class Show(Door):
    """Showing the statements."""

    @documented(StorySerializer, summary="Let everybody at the table read the statements", tag=TAG)
    def post(self, request: Request, slug: str, dispute_id: int) -> Response:
        event = self.event(slug)
        dispute, reader = dispute_of(event, dispute_id, self.actor)
        show_statements(dispute, by=self.actor, now=self.now)
        return Response(story(as_it_is_now(dispute), reader, self.actor))


class Reopen(Door):
    """Opening a dispute again."""

    @documented(StorySerializer, takes=NeededReasonSerializer, summary="Open a dispute again", tag=TAG)
    def post(self, request: Request, slug: str, dispute_id: int) -> Response:
        event = self.event(slug)
        dispute, reader = dispute_of(event, dispute_id, self.actor)
        reopen_dispute(dispute, self.sent(NeededReasonSerializer)["reason"], by=self.actor, now=self.now)
        return Response(story(as_it_is_now(dispute), reader, self.actor))


def story(dispute: Dispute, reader: Reader, actor: Actor) -> Any:
    """A dispute with its rows, as this reader may know them, as JSON. After a change it is read as it is now, by who
    the reader was before: what is kept is answered, even where its round is taken back at this moment."""
    rows = rows_for(dispute, reader)
    cited = citations_in(dispute.event, rows, actor, of_staff=reader.judges)
    answers = [row.pk for row in rows if row.kind == RowKind.ANSWERED and dispute.resolved_at is not None]
    of_answer = {dispute.pk: cited[answers[-1]]} if answers and answers[-1] in cited else {}
    told = {"dispute": as_read(dispute, reader), "rows": rows}
    told["next"] = next_step(dispute) if is_asked(rows) else ""
    return StorySerializer(told, context={"cited": of_answer, "cited_in_rows": cited}).data


def as_read(dispute: Dispute, reader: Reader) -> Dispute:
    """The dispute without what is in rows that this reader may not read. It is not to be stored."""
    rows = rows_for(dispute, reader)
    if reader.seat and not is_asked(rows):
        dispute.kind, dispute.question, dispute.by, dispute.entry = Kind.OTHER, "", "", None
    if not any(row.kind == RowKind.ANSWERED for row in rows):
        dispute.resolution = dispute.resolved_by = ""
    return dispute


def _about(sent: dict[str, Any]) -> dict[str, Any]:
    record = sent.get("record")
    return {**sent, "record": record, "entry": sent.get("entry") if record else None}
