"""Who stands in for an organiser who plays, over the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import require
from tournaments.api_base import Door, documented
from tournaments.errors import NotFound
from tournaments.events.stand_in import name_stand_in, stand_in_is_missing, stand_in_of
from tournaments.messages import message as _
from tournaments.models.accounts import User
from tournaments.models.events import Event

TAG = "events"


class NameStandInSerializer(serializers.Serializer[Any]):
    """A username of the staff, or the code of an entrant; neither: nobody."""

    account = serializers.CharField(max_length=150, required=False, allow_blank=True, default="")
    entrant = serializers.CharField(max_length=12, required=False, allow_blank=True, default="")


class StandInSerializer(serializers.Serializer[Any]):
    """Who stands in. `missing`: an organiser plays, nobody judges who does not play, and nobody stands in."""

    name = serializers.CharField()
    entrant = serializers.CharField(allow_null=True)
    missing = serializers.BooleanField()


class StandIn(Door):
    """Who stands in at the tables of an organiser who plays."""

    @documented(StandInSerializer, summary="Who stands in for an organiser who plays", tag=TAG)
    def get(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        require(self.actor, "view_staff", event)
        return Response(self._said(event))

    @documented(StandInSerializer, takes=NameStandInSerializer, summary="Name who stands in", tag=TAG)
    def put(self, request: Request, slug: str) -> Response:
        event, sent = self.event(slug), self.sent(NameStandInSerializer)
        require(self.actor, "name_stand_in", event)
        account = User.objects.filter(username=sent["account"]).first() if sent["account"] else None
        if sent["account"] and account is None:
            raise NotFound(_("There is no account of that name or verified address. Ask for the username."))
        entrant = self.entrant(slug, sent["entrant"]) if sent["entrant"] else None
        event = name_stand_in(event, by=self.actor, now=self.now, account=account, entrant=entrant)
        return Response(self._said(event))

    def _said(self, event: Event) -> Any:
        entrant = event.stand_in_entrant
        said = {
            "name": stand_in_of(event),
            "entrant": entrant.code if entrant is not None else None,
            "missing": stand_in_is_missing(event),
        }
        return StandInSerializer(said).data
