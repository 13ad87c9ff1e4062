"""Checking in many over the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import require
from tournaments.api_base import BoundedListField, Door, documented
from tournaments.entrants.api import TAG, EntrantSerializer
from tournaments.entrants.check_in import Together, check_in_by_code, check_in_many, undo_check_in_many
from tournaments.models.events import Event


class CheckInSerializer(serializers.Serializer[Any]):
    """Whom to check in, by their codes; everybody registered where none are named."""

    entrants = BoundedListField(
        child=serializers.CharField(max_length=12),
        max_length=5000,
        required=False,
        default=None,
        allow_null=True,
    )


class UndoCheckInSerializer(CheckInSerializer):
    """Whose check-in to take back, by their codes; with a `mark` what that step did; else everybody's."""

    mark = serializers.CharField(max_length=32, required=False, allow_blank=True, default="")


class CodeSerializer(serializers.Serializer[Any]):
    """A code as P07 or 7, the address or token of a claim link, or a whole name."""

    code = serializers.CharField(max_length=300)


class TogetherSerializer(serializers.Serializer[Any]):
    """What it came to. `mark`: by which it is taken back; `without_list`: left out, for they owe a deck list."""

    mark = serializers.CharField()
    changed = serializers.IntegerField()
    without_list = serializers.ListField(child=serializers.CharField())


def _told(done: Together) -> Response:
    without = [entrant.code for entrant in done.without_list]
    return Response(
        TogetherSerializer({"mark": done.mark, "changed": done.changed, "without_list": without}).data
    )


def _ids(event: Event, codes: list[str] | None) -> set[int] | None:
    if codes is None:
        return None
    known = dict(event.entrants.values_list("code", "pk"))
    return {known[code] for code in codes if code in known}


class CheckIns(Door):
    """Check-ins of many."""

    @documented(
        TogetherSerializer, takes=CheckInSerializer, summary="Check in everybody, or those named", tag=TAG
    )
    def post(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        require(self.actor, "check_in_many", event)
        only = _ids(event, self.sent(CheckInSerializer)["entrants"])
        return _told(check_in_many(event, only, by=self.actor, now=self.now))


class UndoCheckIns(Door):
    """The way back."""

    @documented(
        TogetherSerializer, takes=UndoCheckInSerializer, summary="Take check-ins of many back", tag=TAG
    )
    def post(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        require(self.actor, "check_in_many", event)
        sent = self.sent(UndoCheckInSerializer)
        only = _ids(event, sent["entrants"])
        return _told(undo_check_in_many(event, only, mark=sent["mark"], by=self.actor, now=self.now))


class CheckInByCode(Door):
    """The code of a slip."""

    @documented(EntrantSerializer, takes=CodeSerializer, summary="Check in by the code of a slip", tag=TAG)
    def post(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        require(self.actor, "check_in_many", event)
        entrant = check_in_by_code(event, self.sent(CodeSerializer)["code"], by=self.actor, now=self.now)
        return Response(EntrantSerializer(entrant).data)
