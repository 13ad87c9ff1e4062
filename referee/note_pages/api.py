"""Notes at entries over the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from referee.judging.own_match import check_may_read_verdicts
from referee.judging.viewers import Viewer, seen_as, viewer_of
from referee.models.notes import ShownTo
from referee.models.records import Record
from referee.notes.changes import MAX_TEXT, change_note, take_back_note, write_note
from referee.notes.reading import Note, notes_for
from referee.records.queries import record_of
from referee.replays.page import names_of
from tournaments.api_base import REFUSALS, Door, documented

TAG = "notes"
SEAT = "The seat as which the log is looked at, or `public`; empty: as one may see it."


class NoteTextSerializer(serializers.Serializer[Any]):
    """A note, and who reads it: `kept` (its writer; of a judge's the judges of the event), `table` (the players of the
    match and the judges), `all` (everybody who may see the log). Shown is a note once the match is decided, a judge's
    where it was written with `seat` `public`."""

    text = serializers.CharField(max_length=MAX_TEXT)
    shown_to = serializers.ChoiceField(choices=ShownTo.choices, default=ShownTo.KEPT)
    seat = serializers.CharField(required=False, allow_blank=True, default="", max_length=10, help_text=SEAT)


class NoteSerializer(serializers.Serializer[Any]):
    """A note. `at`: the entry of this log at which it stands; null where a log before this one had the entry and this
    one has it nowhere, or more than once. `record`, `entry`: where it was written."""

    number = serializers.IntegerField()
    at = serializers.IntegerField(allow_null=True)
    record = serializers.IntegerField()
    entry = serializers.IntegerField()
    text = serializers.CharField()
    by = serializers.CharField()
    when = serializers.DateTimeField()
    shown_to = serializers.ChoiceField(choices=ShownTo.choices)
    of_judge = serializers.BooleanField()
    changed = serializers.BooleanField()
    mine = serializers.BooleanField()
    may_take_back = serializers.BooleanField()


class _Notes(Door):
    def _seen(self, record_id: int) -> tuple[Record, Viewer]:
        """The log, and the reader's own view of it."""
        record = record_of(record_id, self.actor)
        own = viewer_of(self.actor, record.match)
        check_may_read_verdicts(self.actor, own)
        return record, own

    def _told(self, record: Record, number: int, own: Viewer) -> Any:
        notes: list[Note] = notes_for(record, self.actor, own, own)
        return NoteSerializer(next(note for note in notes if note.number == number)).data


class RecordNotes(_Notes):
    """The notes at a log."""

    @extend_schema(
        tags=[TAG],
        summary="The notes at the entries of a log that the reader may read",
        parameters=[OpenApiParameter("seat", OpenApiTypes.STR, description=SEAT)],
        responses={200: NoteSerializer(many=True), **REFUSALS},
    )
    def get(self, request: Request, record_id: int) -> Response:
        record, own = self._seen(record_id)
        viewer = seen_as(own, request.query_params.get("seat", ""), names_of(record))
        return Response(NoteSerializer(notes_for(record, self.actor, own, viewer), many=True).data)


class EntryNotes(_Notes):
    """Writing one."""

    @documented(
        NoteSerializer, takes=NoteTextSerializer, status=201, summary="Write a note at an entry", tag=TAG
    )
    def post(self, request: Request, record_id: int, n: int) -> Response:
        record, own = self._seen(record_id)
        sent = self.sent(NoteTextSerializer)
        viewer = seen_as(own, sent["seat"], names_of(record))
        note = write_note(
            record, n, sent["text"], shown_to=sent["shown_to"], viewer=viewer, by=self.actor, now=self.now
        )
        return Response(self._told(record, note.number, own), status=201)


class EntryNote(_Notes):
    """Changing one, taking it back."""

    @documented(NoteSerializer, takes=NoteTextSerializer, summary="Change a note, or who reads it", tag=TAG)
    def put(self, request: Request, record_id: int, number: int) -> Response:
        record, own = self._seen(record_id)
        sent = self.sent(NoteTextSerializer)
        viewer = seen_as(own, sent["seat"], names_of(record))
        note = change_note(
            record,
            number,
            sent["text"],
            shown_to=sent["shown_to"],
            viewer=viewer,
            by=self.actor,
            now=self.now,
        )
        return Response(self._told(record, note.number, own))

    @documented(None, status=204, summary="Take a note back", tag=TAG)
    def delete(self, request: Request, record_id: int, number: int) -> Response:
        take_back_note(self._seen(record_id)[0], number, by=self.actor, now=self.now)
        return Response(status=204)
