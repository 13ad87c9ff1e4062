"""Deck lists over the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api_base import PART, REFUSALS, Door, documented, part_of
from tournaments.decks.changes import MAX_BYTES, submit_deck
from tournaments.decks.publication import are_public, is_locked, published_lists
from tournaments.decks.queries import deck_of
from tournaments.decks.reading import read_deck
from tournaments.decks.spelling import misspelled
from tournaments.errors import NotFound
from tournaments.messages import message as _
from tournaments.models.decks import DeckList
from tournaments.models.events import DECK_LISTS

TAG = "decks"


class DeckSerializer(serializers.ModelSerializer[DeckList]):
    """A deck list and what the check found; `legal` is null where the site has no engine of the game."""

    body = serializers.JSONField()
    violations = serializers.JSONField()

    class Meta:
        model = DeckList
        fields = ["body", "legal", "violations", "at", "by"]


class DeckBodySerializer(serializers.Serializer[Any]):
    """A deck list in the log format's form: {"name": …, "sections": {"personal": [{"card": …, "count": 1}]}}; or as
    text, as the page takes it."""

    body = serializers.JSONField()


class MeantSerializer(serializers.Serializer[Any]):
    """A card that is not known, and those that may be meant."""

    card = serializers.CharField()
    meant = serializers.ListField(child=serializers.CharField())


class OneDeckSerializer(DeckSerializer):
    """A deck list, with what misspelled cards may mean."""

    did_you_mean = serializers.SerializerMethodField()

    class Meta(DeckSerializer.Meta):
        fields = [*DeckSerializer.Meta.fields, "did_you_mean"]

    @extend_schema_field(MeantSerializer(many=True))
    def get_did_you_mean(self, deck: DeckList) -> list[dict[str, Any]]:
        """Cards that are not known, with the nearest names."""
        return [
            {"card": one.card, "meant": list(one.meant)} for one in misspelled(deck.body, deck.entrant.event)
        ]


class PublishedDeckSerializer(DeckSerializer):
    """A published deck list and whose it is."""

    entrant = serializers.CharField(source="entrant.code")
    name = serializers.CharField(source="entrant.name")

    class Meta(DeckSerializer.Meta):
        fields = ["entrant", "name", *DeckSerializer.Meta.fields]


class DecksSerializer(serializers.Serializer[Any]):
    """What becomes of the deck lists of the event, and the lists themselves once they are published."""

    deck_lists = serializers.ChoiceField(DECK_LISTS)
    deadline = serializers.DateTimeField(allow_null=True)
    locked = serializers.BooleanField()
    published = serializers.BooleanField()
    lists = PublishedDeckSerializer(many=True)


class Decks(Door):
    """The deck lists of an event."""

    @extend_schema(
        parameters=PART,
        tags=[TAG],
        summary="The published deck lists",
        responses={200: DecksSerializer, **REFUSALS},
    )
    def get(self, request: Request, slug: str) -> Response:
        event, part = self.event(slug), part_of(request)
        lists = published_lists(event, by=self.actor)
        said = {
            "deck_lists": event.deck_lists,
            "deadline": event.deck_deadline,
            "locked": is_locked(event, self.now),
            "published": are_public(event),
            "lists": lists if part is None else lists[part],
        }
        return Response(DecksSerializer(said).data)


class Deck(Door):
    """The deck list of an entrant."""

    @documented(
        OneDeckSerializer,
        summary="The standing deck list, if the reader may see it",
        tag=TAG,
    )
    def get(self, request: Request, slug: str, code: str) -> Response:
        deck = deck_of(self.entrant(slug, code), by=self.actor)
        if deck is None:
            raise NotFound(_("No deck list was handed in."))
        return Response(OneDeckSerializer(deck).data)

    @documented(OneDeckSerializer, takes=DeckBodySerializer, summary="Hand in a deck list", tag=TAG)
    def put(self, request: Request, slug: str, code: str) -> Response:
        entrant = self.entrant(slug, code)
        body = self.sent(DeckBodySerializer)["body"]
        if isinstance(body, str) and len(body) <= MAX_BYTES:
            body = read_deck(body, entrant.event.game)
        deck = submit_deck(entrant, body, by=self.actor, now=self.now)
        return Response(OneDeckSerializer(deck).data)
