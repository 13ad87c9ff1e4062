"""The live table over the API: docs/live-table.md."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from referee.live import answers, opening, undo
from referee.live.address import table_stream_url
from referee.live.api_base import LiveDoor, token_in
from referee.live.boards import board_html
from referee.live.cards import cards_for
from referee.live.exchange import look, quick, tap
from referee.live.handing_over import given_token, reopen_seat
from referee.live.hands import agree_to_show
from referee.live.live_replay import live_replay
from referee.live.queries import live_table_seen, live_tables_of
from referee.live.state import table_json
from referee.live.table_request import LiveTableRequest
from referee.live.verbs import described
from referee.live.watching import watch_state
from referee.models.calls import Reason
from referee.models.live import Mode
from referee.records.queries import match_of
from rules.registry import load
from tournaments.access import actor_of
from tournaments.api_base import REFUSALS, Door, documented

TAG = "live table"
SINCE = OpenApiParameter("since", OpenApiTypes.INT, description="The last entry the reader knows.")


class OpenSerializer(serializers.Serializer[Any]):
    """The game of the match, who logs, and the game's options for the log's header."""

    game_number = serializers.IntegerField(min_value=1, max_value=9, default=1)
    mode = serializers.ChoiceField(choices=Mode.choices, default=Mode.PHONES)
    options = serializers.DictField(required=False, default=dict)


class TableSerializer(serializers.Serializer[Any]):
    """A live table."""

    id = serializers.IntegerField()
    match = serializers.IntegerField()
    round = serializers.IntegerField()
    number = serializers.IntegerField(allow_null=True, help_text="The table's number.")
    game_number = serializers.IntegerField()
    game = serializers.CharField()
    event = serializers.CharField()
    mode = serializers.CharField()
    state = serializers.CharField()
    record = serializers.IntegerField()
    featured = serializers.BooleanField()
    spectators = serializers.CharField()
    assisted = serializers.BooleanField()
    deductions = serializers.BooleanField()
    calls_judge = serializers.BooleanField()


class StateSerializer(serializers.Serializer[Any]):
    """All that a phone shows, by its own view of the log; what each part holds stands in docs/live-table.md."""

    table = TableSerializer()
    phone = serializers.DictField()
    seats = serializers.ListField(child=serializers.DictField())
    state = serializers.CharField(help_text="playing, stopped, over, confirmed or closed.")
    version = serializers.IntegerField()
    last = serializers.IntegerField(help_text="The number of the last entry.")
    since = serializers.IntegerField()
    entries = serializers.ListField(child=serializers.DictField())
    changed = serializers.ListField(child=serializers.DictField())
    position = serializers.DictField()
    to_act = serializers.ListField(child=serializers.CharField())
    choices = serializers.DictField(allow_null=True)
    undo = serializers.DictField(allow_null=True)
    asks = serializers.ListField(child=serializers.DictField())
    refused = serializers.ListField(child=serializers.IntegerField())
    observed = serializers.ListField(child=serializers.DictField())
    stopped = serializers.IntegerField(allow_null=True)
    judge_called = serializers.BooleanField()
    turn_clock = serializers.DictField(allow_null=True)
    procedure = serializers.DictField(allow_null=True)
    result = serializers.DictField(allow_null=True)
    hands = serializers.DictField(allow_null=True)
    clock = serializers.DictField(allow_null=True, required=False)


class TapSerializer(serializers.Serializer[Any]):
    """An entry to add after entry `after`; the same `key` again is the same entry."""

    key = serializers.CharField(max_length=64)
    after = serializers.IntegerField(min_value=0)
    entry = serializers.DictField()
    anyway = serializers.BooleanField(default=False)


class StoredSerializer(serializers.Serializer[Any]):
    """Entry `n` is stored."""

    n = serializers.IntegerField()
    again = serializers.BooleanField()
    state = StateSerializer()


class UndoSerializer(serializers.Serializer[Any]):
    """Entry `on` is to be taken back."""

    on = serializers.IntegerField(min_value=1)
    key = serializers.CharField(max_length=64)


class AgreeSerializer(serializers.Serializer[Any]):
    agree = serializers.BooleanField()


class RightSerializer(serializers.Serializer[Any]):
    right = serializers.BooleanField()


class CallSerializer(serializers.Serializer[Any]):
    """The question to the judge."""

    reason = serializers.ChoiceField(choices=Reason.choices, required=False, default=Reason.OTHER)
    question = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")
    entry = serializers.IntegerField(min_value=1, required=False, allow_null=True, default=None)


class HandsSerializer(serializers.Serializer[Any]):
    """Whether this seat agrees that spectators see hidden cards, after the delay, while the game runs."""

    agree = serializers.BooleanField()


class SeenSerializer(serializers.Serializer[Any]):
    """The number of the last entry that was looked at."""

    last = serializers.IntegerField(min_value=0)


class WordSerializer(serializers.Serializer[Any]):
    """On a phone that is passed around: the seat that takes it, and that player's code (chosen the first time)."""

    seat = serializers.CharField(max_length=1, required=False, allow_blank=True, default="")
    code = serializers.CharField(max_length=20, required=False, allow_blank=True, default="")


class GivenWordSerializer(serializers.Serializer[Any]):
    word = serializers.CharField()
    stream = serializers.CharField(allow_blank=True)
    phone = serializers.DictField()


class FeatureSerializer(serializers.Serializer[Any]):
    featured = serializers.BooleanField()


class SeatSerializer(serializers.Serializer[Any]):
    seat = serializers.CharField(max_length=1)


class CloseSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")


class MatchTables(Door):
    """The live tables of a match."""

    whole = False

    @documented(TableSerializer(many=True), summary="The live tables of a match", tag=TAG)
    def get(self, request: Request, match_id: int) -> Response:
        match = match_of(match_id, self.actor)
        return Response([table_json(table) for table in live_tables_of(match)])

    @documented(
        TableSerializer, takes=OpenSerializer, status=201, summary="Open the live log of a game", tag=TAG
    )
    def post(self, request: Request, match_id: int) -> Response:
        match = match_of(match_id, self.actor)
        sent = self.sent(OpenSerializer)
        table = opening.open_live_table(
            match, sent["game_number"], sent["mode"], options=sent["options"], by=self.actor, now=self.now
        )
        return Response(table_json(table), status=201)


class State(LiveDoor):
    """A table as one phone sees it."""

    @extend_schema(
        tags=[TAG],
        summary="The state of a live table, as the reader may see it",
        parameters=[SINCE, OpenApiParameter("clock", OpenApiTypes.BOOL, description="1: with the clock.")],
        responses={200: StateSerializer, **REFUSALS},
    )
    def get(self, request: Request, table_id: int) -> HttpResponse:
        live_request = self.live_request(table_id)
        return quick(look(live_request, request._request, self.now, token_in(request)))


class Entries(LiveDoor):
    """Taps."""

    @documented(StoredSerializer, takes=TapSerializer, status=201, summary="Add an entry", tag=TAG)
    def post(self, request: Request, table_id: int) -> HttpResponse:
        live_request = self.live_request(table_id)
        return quick(tap(live_request, request.data, self.now), status=201)


class Undo(LiveDoor):
    """Taking an entry back."""

    @extend_schema(
        tags=[TAG],
        summary="Take an entry back, or ask the others to agree",
        request=UndoSerializer,
        responses={201: StoredSerializer, 202: StateSerializer, **REFUSALS},
    )
    def post(self, request: Request, table_id: int) -> Response:
        live_request = self.live_request(table_id)
        sent = self.sent(UndoSerializer)
        stored = undo.undo_entry(
            live_request.table, live_request.phone, on=sent["on"], key=sent["key"], now=self.now
        )
        state = live_request.fresh().state(self.now)
        if stored is None:
            return Response(state, status=202)
        return Response({"n": stored.n, "again": stored.again, "state": state}, status=201)


class Asks(LiveDoor):
    """Answering who asks to take an entry back."""

    @documented(StateSerializer, takes=AgreeSerializer, summary="Agree to a taking back, or not", tag=TAG)
    def post(self, request: Request, table_id: int, ask_id: int) -> Response:
        live_request = self.live_request(table_id)
        agree = self.sent(AgreeSerializer)["agree"]
        undo.answer_ask(live_request.table, live_request.phone, ask_id, agree=agree, now=self.now)
        return Response(live_request.fresh().state(self.now))


class Observed(LiveDoor):
    """Confirms or disputes an entry that another seat made for the table."""

    @documented(
        StateSerializer, takes=RightSerializer, summary="Confirm what the table rolled or revealed", tag=TAG
    )
    def post(self, request: Request, table_id: int, n: int) -> Response:
        live_request = self.live_request(table_id)
        right = self.sent(RightSerializer)["right"]
        answers.answer_observed(live_request.table, live_request.phone, n, right=right, now=self.now)
        return Response(live_request.fresh().state(self.now))


class Call(LiveDoor):
    """Calling a judge."""

    @documented(
        StateSerializer, takes=CallSerializer, status=201, summary="Call a judge to the table", tag=TAG
    )
    def post(self, request: Request, table_id: int) -> Response:
        live_request = self.live_request(table_id)
        sent = self.sent(CallSerializer)
        by = live_request.phone.actor()
        answers.call_judge(
            live_request.table,
            live_request.phone,
            sent["question"],
            entry=sent["entry"],
            by=by,
            now=self.now,
            reason=sent["reason"],
        )
        return Response(live_request.fresh().state(self.now), status=201)


class Result(LiveDoor):
    """Confirming what the log came to."""

    @documented(StateSerializer, takes=SeenSerializer, summary="Confirm the outcome of the log", tag=TAG)
    def post(self, request: Request, table_id: int) -> Response:
        live_request = self.live_request(table_id)
        last = self.sent(SeenSerializer)["last"]
        answers.confirm_outcome(live_request.table, live_request.phone, last=last, now=self.now)
        return Response(live_request.fresh().state(self.now))


class Hands(LiveDoor):
    """Agreeing that spectators see hidden cards."""

    @documented(
        StateSerializer,
        takes=HandsSerializer,
        summary="Agree that spectators see hidden cards, or no longer",
        tag=TAG,
    )
    def post(self, request: Request, table_id: int) -> Response:
        live_request = self.live_request(table_id)
        agree = self.sent(HandsSerializer)["agree"]
        agree_to_show(live_request.table, live_request.phone, agree, now=self.now)
        return Response(live_request.fresh().state(self.now))


class Verbs(LiveDoor):
    """The verbs that may be entered."""

    @extend_schema(
        tags=[TAG],
        summary="The game's verbs with their arguments",
        responses={200: OpenApiTypes.OBJECT, **REFUSALS},
    )
    def get(self, request: Request, table_id: int) -> Response:
        live_request = self.live_request(table_id)
        answer = Response(described(load(live_request.table.record.match.round.event.game)))
        answer["Cache-Control"] = "private, max-age=300"
        return answer


class Cards(LiveDoor):
    """Cards by name."""

    @extend_schema(
        tags=[TAG],
        summary="Cards by name, those of your registered deck first",
        parameters=[OpenApiParameter("q", OpenApiTypes.STR, description="The beginnings of words.")],
        responses={200: OpenApiTypes.OBJECT, **REFUSALS},
    )
    def get(self, request: Request, table_id: int) -> Response:
        live_request = self.live_request(table_id)
        run = live_replay(live_request.table.record)
        with run.lock:
            return Response(cards_for(run, live_request.phone, request.query_params.get("q", "")[:60]))


class Board(LiveDoor):
    """The board as HTML."""

    @extend_schema(
        tags=[TAG],
        summary="The board as the reader may see it, as HTML",
        parameters=[OpenApiParameter("n", OpenApiTypes.INT, description="After this entry.")],
        responses={(200, "text/html"): OpenApiTypes.STR, **REFUSALS},
    )
    def get(self, request: Request, table_id: int) -> HttpResponse:
        live_request = self.live_request(table_id)
        n = self.number("n", -1)
        html = board_html(live_request.table, live_request.phone, None if n < 0 else n)
        answer = HttpResponse(html, content_type="text/html; charset=utf-8")
        answer["Cache-Control"] = "no-store"
        return answer


class SeatToken(LiveDoor):
    """A new seat token, by account or claim link: a token renews no token."""

    @documented(GivenWordSerializer, takes=WordSerializer, summary="A new seat token for this phone", tag=TAG)
    def post(self, request: Request, table_id: int) -> Response:
        live_request = LiveTableRequest.by_actor(table_id, self.actor)
        sent = self.sent(WordSerializer)
        return Response(given_token(live_request, sent["seat"], sent["code"], self.request))


class Watch(LiveDoor):
    """The spectators' view."""

    @extend_schema(
        tags=[TAG],
        summary="A featured table as the event lets spectators see it",
        parameters=[SINCE],
        responses={200: StateSerializer, **REFUSALS},
    )
    def get(self, request: Request, table_id: int) -> Response:
        table = live_table_seen(table_id, self.actor)
        # who sits here is known by the session too, though it lets nobody act here; and who says a seat token logs here
        watcher = actor_of(self.request)
        state = watch_state(
            table, watcher, now=self.now, since=self.since(), at_table=bool(token_in(request))
        )
        state["phone"]["stream"] = table_stream_url(table, self.request)
        return Response(state)


class Feature(LiveDoor):
    """Letting spectators look."""

    @documented(TableSerializer, takes=FeatureSerializer, summary="Feature a table, or no longer", tag=TAG)
    def post(self, request: Request, table_id: int) -> Response:
        live_request = LiveTableRequest.by_actor(table_id, self.actor)
        featured = self.sent(FeatureSerializer)["featured"]
        table = opening.feature_table(live_request.table, featured, by=self.actor, now=self.now)
        return Response(table_json(table))


class Reopen(LiveDoor):
    """Opening a seat again whose code was forgotten."""

    @documented(
        TableSerializer, takes=SeatSerializer, summary="Forget a seat's code: the next one counts", tag=TAG
    )
    def post(self, request: Request, table_id: int) -> Response:
        live_request = LiveTableRequest.by_actor(table_id, self.actor)
        seat = self.sent(SeatSerializer)["seat"]
        reopen_seat(live_request.table, seat, by=self.actor, now=self.now)
        return Response(table_json(live_request.table))


class Close(LiveDoor):
    """Ending the logging."""

    @documented(TableSerializer, takes=CloseSerializer, summary="End the logging of a table", tag=TAG)
    def post(self, request: Request, table_id: int) -> Response:
        live_request = LiveTableRequest.by_actor(table_id, self.actor)
        reason = self.sent(CloseSerializer)["reason"]
        table = opening.close_live_table(live_request.table, reason=reason, by=self.actor, now=self.now)
        return Response(table_json(table))
