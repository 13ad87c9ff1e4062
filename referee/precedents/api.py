"""Precedents over the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from referee.models.precedents import Precedent
from referee.precedents.changes import MAX_BYTES, keep_precedent
from referee.precedents.exchange import MAX_FILE, LookedOver, exported, look_over
from referee.precedents.queries import (
    Standing,
    found_precedents,
    of_event,
    precedent_of,
    readable,
    standings_of,
    text_for,
)
from referee.precedents.taking import import_or_begin
from rules.registry import games
from tournaments.access import require
from tournaments.api_base import REFUSALS, Door, Pages, documented
from tournaments.errors import NotFound
from tournaments.jobs.api import PREFER, JobSerializer, begun, wishes_job
from tournaments.messages import message as _
from tournaments.models.jobs import Job

TAG = "precedents"
WORDS = OpenApiParameter("q", OpenApiTypes.STR, description="Rules, cards or words, all of them.")


class PrecedentSerializer(serializers.ModelSerializer[Precedent]):
    """A scenario that a judge kept; `failures` says what did not hold when it was last judged, and `checked` whether
    that was by the rules as they are now. `whole`: with all that was hidden in the match, for its judges; else the copy
    that is open to all. `event` is null for one that came from another site."""

    event = serializers.CharField(source="event.slug", default=None, allow_null=True)
    failures = serializers.SerializerMethodField()
    checked = serializers.SerializerMethodField()
    whole = serializers.BooleanField(read_only=True)

    class Meta:
        model = Precedent
        fields = ("id", "name", "game", "event", "by", "at", "failures", "checked", "whole")

    def get_failures(self, precedent: Precedent) -> list[str]:
        return list(self._standing(precedent).failures)

    def get_checked(self, precedent: Precedent) -> bool:
        return self._standing(precedent).is_checked

    def _standing(self, precedent: Precedent) -> Standing:
        standings = self.context.get("standings")
        if standings is None:
            standings = standings_of([precedent])
        return standings[precedent.pk]


class OpenPrecedentSerializer(PrecedentSerializer):
    """The same for everybody: without who kept it."""

    class Meta(PrecedentSerializer.Meta):
        fields = tuple(name for name in PrecedentSerializer.Meta.fields if name != "by")  # type: ignore[assignment]


class WholePrecedentSerializer(PrecedentSerializer):
    """The same with the scenario itself."""

    scenario = serializers.SerializerMethodField()

    class Meta(PrecedentSerializer.Meta):
        fields = (*PrecedentSerializer.Meta.fields, "scenario")  # type: ignore[assignment]

    def get_scenario(self, precedent: Precedent) -> str:
        return text_for(precedent)


class OpenWholePrecedentSerializer(WholePrecedentSerializer):
    """The same for everybody: without who kept it."""

    class Meta(WholePrecedentSerializer.Meta):
        fields = tuple(name for name in WholePrecedentSerializer.Meta.fields if name != "by")  # type: ignore[assignment]


class KeepSerializer(serializers.Serializer[Any]):
    """A scenario to keep, from a match of this event; it expects something, and that holds."""

    match = serializers.IntegerField(min_value=1, max_value=2**63 - 1)
    name = serializers.CharField(max_length=100)
    scenario = serializers.CharField(max_length=MAX_BYTES, trim_whitespace=False)


class PrecedentFileSerializer(serializers.Serializer[Any]):
    """JSON Lines: first `{"precedents": 1}`, then a precedent a line with `game`, `name` and `scenario`."""

    text = serializers.CharField(max_length=MAX_FILE, trim_whitespace=False)


class TakePrecedentsSerializer(PrecedentFileSerializer):
    """The same, with the `digest` of what the sender looked over, if it was looked over."""

    looked = serializers.CharField(max_length=64, required=False, allow_blank=True, default="")


class PrecedentProblemSerializer(serializers.Serializer[Any]):
    """A line that cannot be taken, counted from 1."""

    line = serializers.IntegerField()
    message = serializers.CharField()


class FailingSerializer(serializers.Serializer[Any]):
    """A precedent that does not hold by this site's rules, and why."""

    name = serializers.CharField()
    why = serializers.CharField()


class LookedOverPrecedentsSerializer(serializers.Serializer[Any]):
    """What would come of a file. `known`: names that are here with the same scenario; `failing`: of the new ones those
    that do not hold here, which are taken in all the same and marked. Many are not `judged` before they are taken in,
    by a job that says what is wrong with which line."""

    sound = serializers.BooleanField(help_text="Whether it can be taken in.")
    new = serializers.ListField(child=serializers.CharField())
    known = serializers.ListField(child=serializers.CharField())
    failing = FailingSerializer(many=True)
    problems = PrecedentProblemSerializer(many=True)
    judged = serializers.BooleanField(help_text="Whether `failing` and `problems` say all.")
    digest = serializers.CharField()


class TakenSerializer(serializers.Serializer[Any]):
    """The names of what was taken in."""

    taken = serializers.ListField(child=serializers.CharField())


class Precedents(Door):
    """The precedents of an event's game."""

    pagination_class = Pages

    @extend_schema(
        tags=[TAG],
        summary="The precedents of the event's game, for its staff",
        parameters=[WORDS],
        responses={200: PrecedentSerializer(many=True), **REFUSALS},
    )
    def get(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        require(self.actor, "view_desk", event)
        return _listed(self, request, of_event(self.actor, event), PrecedentSerializer)

    @documented(
        WholePrecedentSerializer, takes=KeepSerializer, status=201, summary="Keep a precedent", tag=TAG
    )
    def post(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        require(self.actor, "rule", event)
        sent = self.sent(KeepSerializer)
        match = self.match(sent["match"])
        if match.round.event_id != event.pk:
            raise NotFound(_("There is no such match."))
        data = sent["scenario"].encode()
        kept = keep_precedent(match, sent["name"], data, by=self.actor, now=self.now)
        kept.whole = True  # type: ignore[attr-defined]  # who sent it knows it
        return Response(WholePrecedentSerializer(kept).data, status=201)


class OnePrecedent(Door):
    """One of them."""

    @documented(WholePrecedentSerializer, summary="A precedent with its scenario", tag=TAG)
    def get(self, request: Request, slug: str, number: int) -> Response:
        event = self.event(slug)
        require(self.actor, "view_desk", event)
        precedent = precedent_of(of_event(self.actor, event), number)
        return Response(WholePrecedentSerializer(precedent).data)


class PrecedentsFile(Door):
    """The precedents of an event's game as a file."""

    @documented(
        PrecedentFileSerializer, summary="The open copies of all precedents of the event's game, for another site",
        tag=TAG,
    )  # fmt: skip
    def get(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        require(self.actor, "view_desk", event)
        return Response({"text": exported(of_event(self.actor, event).order_by("pk")).decode()})


class CheckPrecedents(Door):
    """A file of precedents looked over."""

    @documented(
        LookedOverPrecedentsSerializer,
        takes=PrecedentFileSerializer,
        summary="What would come of a file of precedents; nothing is stored",
        tag=TAG,
    )
    def post(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        require(self.actor, "import_precedents", event)
        return Response(_told(look_over(self.sent(PrecedentFileSerializer)["text"].encode())))


class ImportPrecedents(Door):
    """Precedents of another site."""

    @extend_schema(
        tags=[TAG],
        summary="Take the precedents of another site in, all new ones or none; many as a job",
        request=TakePrecedentsSerializer,
        parameters=[PREFER],
        responses={201: TakenSerializer, 202: JobSerializer, **REFUSALS},
    )
    def post(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        require(self.actor, "import_precedents", event)
        sent = self.sent(TakePrecedentsSerializer)
        taken = import_or_begin(
            sent["text"].encode(),
            by=self.actor,
            now=self.now,
            event=event,
            looked=sent["looked"],
            job=wishes_job(request),
        )
        if isinstance(taken, Job):
            return begun(self, taken)
        return Response({"taken": [one.name for one in taken]}, status=201)


class AllPrecedents(Door):
    """The precedents that are open to the reader."""

    pagination_class = Pages

    @extend_schema(
        tags=[TAG],
        summary="The precedents that are open to the reader",
        parameters=[WORDS, OpenApiParameter("game", OpenApiTypes.STR, description="Of this game alone.")],
        responses={200: OpenPrecedentSerializer(many=True), **REFUSALS},
    )
    def get(self, request: Request) -> Response:
        game = request.query_params.get("game", "")
        if game and game not in games():
            raise NotFound(_("There is no such game."))
        return _listed(self, request, readable(self.actor, game), OpenPrecedentSerializer)


class OpenPrecedent(Door):
    """One of these."""

    @documented(OpenWholePrecedentSerializer, summary="An open precedent with its scenario", tag=TAG)
    def get(self, request: Request, number: int) -> Response:
        precedent = precedent_of(readable(self.actor), number)
        return Response(OpenWholePrecedentSerializer(precedent).data)


def _listed(
    door: Any, request: Request, precedents: Any, serializer: type[serializers.BaseSerializer[Any]]
) -> Response:
    pages = door.pagination_class()
    page: Any = pages.paginate_queryset(
        found_precedents(precedents, request.query_params.get("q", "")), request
    )
    context = {"standings": standings_of(page)}
    return Response(pages.get_paginated_response(serializer(page, many=True, context=context).data).data)


def _told(looked: LookedOver) -> dict[str, Any]:
    return {
        "sound": looked.sound,
        "new": [line.name for line in looked.new],
        "known": list(looked.known),
        "failing": [{"name": name, "why": why} for name, why in looked.failing],
        "problems": [{"line": one.line, "message": one.message} for one in looked.problems],
        "judged": looked.judged,
        "digest": looked.digest,
    }
