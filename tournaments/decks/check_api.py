"""Deck checks over the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import require
from tournaments.api_base import PART, REFUSALS, BoundedListField, Door, documented, part_of
from tournaments.clocks.changes import MAX_MINUTES
from tournaments.decks.check_queries import checks_of, with_findings
from tournaments.decks.table_checks import begin_deck_check, draw_table, end_deck_check, record_finding
from tournaments.errors import NotFound
from tournaments.messages import message as _
from tournaments.models.deck_checks import DeckCheck, DeckFinding
from tournaments.models.rounds import Match

TAG = "decks"


class DeckFindingSerializer(serializers.ModelSerializer[DeckFinding]):
    """What was counted in one deck: a number for each line of the list, null where it was not looked at."""

    entrant = serializers.CharField(source="entrant.code")
    counted = serializers.ListField(child=serializers.IntegerField(allow_null=True))

    class Meta:
        model = DeckFinding
        fields = ["entrant", "outcome", "counted", "extra", "note", "at", "by"]


class DeckCheckSerializer(serializers.ModelSerializer[DeckCheck]):
    """A deck check at a table."""

    match = serializers.IntegerField(source="match_id")
    round = serializers.IntegerField(source="match.round.number")
    table = serializers.IntegerField(source="match.table", allow_null=True)
    findings = DeckFindingSerializer(many=True, source="standing")

    class Meta:
        model = DeckCheck
        fields = ["match", "round", "table", "at", "by", "ended_at", "ended_by", "minutes", "findings"]


class FindingSerializer(serializers.Serializer[Any]):
    """What was found in one deck."""

    entrant = serializers.CharField(max_length=12)
    counted = BoundedListField(
        child=serializers.IntegerField(min_value=0, max_value=1000, allow_null=True),
        max_length=2000,
        required=False,
    )
    extra = serializers.CharField(max_length=2000, required=False, allow_blank=True, default="")
    note = serializers.CharField(max_length=1000, required=False, allow_blank=True, default="")


class EndCheckSerializer(serializers.Serializer[Any]):
    """Minutes for the table; left out: the time that the check took."""

    minutes = serializers.IntegerField(min_value=0, max_value=MAX_MINUTES, required=False, allow_null=True)


class DrawnSerializer(serializers.Serializer[Any]):
    """A table that was drawn."""

    match = serializers.IntegerField(source="pk")
    table = serializers.IntegerField()


class DeckChecks(Door):
    """The deck checks of an event."""

    @extend_schema(
        parameters=PART,
        tags=[TAG],
        summary="Deck checks, newest first",
        responses={200: DeckCheckSerializer(many=True), **REFUSALS},
    )
    def get(self, request: Request, slug: str) -> Response:
        checks, part = checks_of(self.event(slug), by=self.actor), part_of(request)
        return Response(DeckCheckSerializer(checks if part is None else checks[part], many=True).data)


class DrawTable(Door):
    """A table at random."""

    @documented(DrawnSerializer, summary="Draw a table to check; changes nothing", tag=TAG)
    def post(self, request: Request, slug: str) -> Response:
        return Response(DrawnSerializer(draw_table(self.event(slug), by=self.actor)).data)


class CheckOfTable(Door):
    """The deck check of a table."""

    @documented(DeckCheckSerializer, summary="The newest deck check of a table", tag=TAG)
    def get(self, request: Request, match_id: int) -> Response:
        return _shown(self._newest(match_id))

    @documented(DeckCheckSerializer, summary="Begin a deck check", tag=TAG)
    def post(self, request: Request, match_id: int) -> Response:
        return _shown(begin_deck_check(self.match(match_id), by=self.actor, now=self.now))

    @documented(
        DeckCheckSerializer, takes=FindingSerializer, summary="Keep what was found in a deck", tag=TAG
    )
    def put(self, request: Request, match_id: int) -> Response:
        check, sent = self._newest(match_id), self.sent(FindingSerializer)
        entrant = check.match.round.event.entrants.filter(code=sent["entrant"]).first()
        if entrant is None:
            raise NotFound(_("There is no such entrant in this event."))
        more = {"extra": sent["extra"], "note": sent["note"]}
        record_finding(check, entrant, sent.get("counted") or [], by=self.actor, now=self.now, **more)
        return _shown(check)

    def _newest(self, match_id: int) -> DeckCheck:
        return newest_check(self.match(match_id), self)


class EndCheck(Door):
    """The end of a deck check."""

    @documented(
        DeckCheckSerializer, takes=EndCheckSerializer, summary="End it, and give the time it took", tag=TAG
    )
    def post(self, request: Request, match_id: int) -> Response:
        check, sent = newest_check(self.match(match_id), self), self.sent(EndCheckSerializer)
        return _shown(end_deck_check(check, minutes=sent.get("minutes"), by=self.actor, now=self.now))


def newest_check(match: Match, door: Door) -> DeckCheck:
    """The newest check of the table. Raises NotAllowed, NotFound."""
    require(door.actor, "view_deck_checks", match.round.event)
    check = with_findings(match.deck_checks.all()).first()
    if check is None:
        raise NotFound(_("The decks of this table were not checked."))
    return check


def _shown(check: DeckCheck) -> Response:
    return Response(DeckCheckSerializer(with_findings(DeckCheck.objects.filter(pk=check.pk)).get()).data)
