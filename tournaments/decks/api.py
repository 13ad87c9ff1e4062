"""Deck lists over the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api_base import Door, documented
from tournaments.decks.changes import submit_deck
from tournaments.decks.queries import deck_of
from tournaments.errors import NotFound
from tournaments.messages import message as _
from tournaments.models.decks import DeckList

TAG = "decks"


class DeckSerializer(serializers.ModelSerializer[DeckList]):
    """A deck list and what the check found; `legal` is null where the site has no engine of the game."""

    body = serializers.JSONField()
    violations = serializers.JSONField()

    class Meta:
        model = DeckList
        fields = ["body", "legal", "violations", "at", "by"]


class DeckBodySerializer(serializers.Serializer[Any]):
    """A deck list in the log format's form: {"name": …, "sections": {"personal": [{"card": …, "count": 1}]}}."""

    body = serializers.JSONField()


class Deck(Door):
    """The deck list of an entrant."""

    @documented(DeckSerializer, summary="The standing deck list, for its owner and judges", tag=TAG)
    def get(self, request: Request, slug: str, code: str) -> Response:
        deck = deck_of(self.entrant(slug, code), by=self.actor)
        if deck is None:
            raise NotFound(_("No deck list was handed in."))
        return Response(DeckSerializer(deck).data)

    @documented(DeckSerializer, takes=DeckBodySerializer, summary="Hand in a deck list", tag=TAG)
    def put(self, request: Request, slug: str, code: str) -> Response:
        entrant = self.entrant(slug, code)
        deck = submit_deck(entrant, self.sent(DeckBodySerializer)["body"], by=self.actor, now=self.now)
        return Response(DeckSerializer(deck).data)
