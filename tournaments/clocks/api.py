"""Clocks over the API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api_base import Door, NeededReasonSerializer, ReasonSerializer, documented
from tournaments.clocks import changes, whole_round
from tournaments.clocks.changes import MAX_MINUTES
from tournaments.clocks.queries import clock_view
from tournaments.matches.queries import round_numbered
from tournaments.models.rounds import Match, Round

TAG = "clocks"


class ClockSerializer(serializers.Serializer[Any]):
    """A clock as anybody may see it. With a random end it shows no time before it has fired."""

    state = serializers.CharField()
    text = serializers.CharField()
    random_end = serializers.BooleanField()
    started_at = serializers.DateTimeField(allow_null=True)
    remaining_seconds = serializers.IntegerField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)
    called_at = serializers.DateTimeField(allow_null=True)
    hard_stop_at = serializers.DateTimeField(allow_null=True)
    warning = serializers.IntegerField(allow_null=True)
    revealed_minutes = serializers.IntegerField(allow_null=True)
    extended_seconds = serializers.IntegerField()


class RoundClock(Door):
    """The clock of a round."""

    @documented(ClockSerializer, summary="The clock of a round", tag=TAG)
    def get(self, request: Request, slug: str, number: int) -> Response:
        round = round_numbered(self.event(slug), number)
        return Response(ClockSerializer(clock_view(round, self.now)).data)


class MatchClock(Door):
    """The clock of one table."""

    @documented(ClockSerializer, summary="The clock of one table", tag=TAG)
    def get(self, request: Request, match_id: int) -> Response:
        return Response(ClockSerializer(clock_view(self.match(match_id), self.now)).data)


class ExtendSerializer(serializers.Serializer[Any]):
    """Minutes to give."""

    minutes = serializers.IntegerField(min_value=1, max_value=MAX_MINUTES)
    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")


def step(
    change: Callable[..., object], summary: str, form: type[serializers.Serializer[Any]] | None = None
) -> type[Door]:
    """A view that changes a round's clock and shows it."""

    class Step(Door):
        @documented(ClockSerializer, takes=form, summary=summary, tag=TAG)
        def post(self, request: Request, slug: str, number: int) -> Response:
            more = self.sent(form) if form is not None else {}
            round = self.standing_round(slug, number)
            change(round, by=self.actor, now=self.now, **more)
            return Response(ClockSerializer(clock_view(_fresh(round), self.now)).data)

    Step.__name__ = "".join(part.title() for part in change.__name__.split("_"))
    Step.__doc__ = summary
    return Step


def _fresh(round: Round) -> Round:
    return Round.objects.select_related("event").get(pk=round.pk)


STEPS: dict[str, type[Door]] = {
    "pause": step(changes.pause_clock, "Pause for all", ReasonSerializer),
    "resume": step(changes.resume_clock, "Resume"),
    "stop": step(changes.stop_clock, "Remove the clock", NeededReasonSerializer),
    "extend": step(whole_round.extend_round, "Give every table that plays more time", ExtendSerializer),
    "call": step(whole_round.call_time_now, "Call time now at every table that plays", ReasonSerializer),
    "reveal": step(changes.reveal_end, "Emergency: tell everybody the random end", NeededReasonSerializer),
}


class Extend(Door):
    """More time for one table."""

    @documented(ClockSerializer, takes=ExtendSerializer, summary="Give one table more time", tag=TAG)
    def post(self, request: Request, match_id: int) -> Response:
        match: Match = self.match(match_id)
        changes.extend_match(match, **self.sent(ExtendSerializer), by=self.actor, now=self.now)
        return Response(ClockSerializer(clock_view(self.match(match_id), self.now)).data)
