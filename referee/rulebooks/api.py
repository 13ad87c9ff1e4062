"""The rules over the API: open to everybody."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from referee.rulebooks.books import card_of, known, rule_of
from referee.rulebooks.examples import examples_of
from referee.rulebooks.index import Hit, search
from rules.kernel.rulebook import LedgerEntry
from tournaments.api_base import REFUSALS, Door, documented

TAG = "rules"


class RuleHitSerializer(serializers.Serializer[Any]):
    """An entry of a rulebook, or a card (`kind` is `face`)."""

    game = serializers.CharField()
    kind = serializers.CharField(help_text="rule, definition, card (a ruling on one), reading, log or face.")
    key = serializers.CharField(help_text="The id of an entry, or the last part of a card's address.")
    heading = serializers.CharField()
    summary = serializers.CharField()


class RuleLineSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    heading = serializers.CharField()
    kind = serializers.CharField()
    summary = serializers.CharField()


class CardLineSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    title = serializers.CharField()


class ExampleSerializer(serializers.Serializer[Any]):
    """A scenario that shows it."""

    game = serializers.CharField()
    name = serializers.CharField()
    words = serializers.CharField()


class RuleSerializer(RuleLineSerializer):
    """An entry of a rulebook: in our words, with its source, what shows it and what belongs to it."""

    game = serializers.CharField()
    book = serializers.CharField(help_text="The rulebook, as verdicts cite it.")
    why_not = serializers.CharField(help_text="Why no example can show it; empty where some do.")
    examples = ExampleSerializer(many=True)
    cards = CardLineSerializer(many=True)
    related = RuleLineSerializer(many=True)


class CardFactsSerializer(serializers.Serializer[Any]):
    """All cards of one title, each as a declaration says it, and the entries that tell of them."""

    game = serializers.CharField()
    key = serializers.CharField()
    title = serializers.CharField()
    versions = serializers.ListField(child=serializers.DictField())
    rules = RuleLineSerializer(many=True)


class Search(Door):
    """Rules and cards by words."""

    @extend_schema(
        tags=[TAG],
        summary="Rules and cards in which words are shown, best first: 50 at most",
        parameters=[
            OpenApiParameter("q", OpenApiTypes.STR, required=True, description="Words, or a question."),
            OpenApiParameter("game", OpenApiTypes.STR, description="Of this game alone."),
        ],
        responses={200: RuleHitSerializer(many=True), **REFUSALS},
    )
    def get(self, request: Request) -> Response:
        game = request.query_params.get("game", "")
        hits = search(request.query_params.get("q", ""), known(game) if game else "")
        return Response([_hit(hit) for hit in hits])


class RuleDoor(Door):
    """One entry."""

    @documented(RuleSerializer, summary="One rule, reading or ruling", tag=TAG)
    def get(self, request: Request, game: str, rule: str) -> Response:
        shown = rule_of(game, rule)
        return Response(
            {
                **_line(shown.entry),
                "game": shown.game,
                "book": shown.book,
                "why_not": shown.entry.why_not,
                "examples": [
                    {"game": one.game, "name": one.name, "words": one.words}
                    for one in examples_of(shown.entry)
                ],
                "cards": [{"key": key, "title": name} for key, name in shown.cards],
                "related": [_line(entry) for entry in shown.related],
            }
        )


class CardDoor(Door):
    """The cards of one title."""

    @documented(CardFactsSerializer, summary="The cards of one title", tag=TAG)
    def get(self, request: Request, game: str, key: str) -> Response:
        page = card_of(game, key)
        return Response(
            {
                "game": page.game,
                "key": page.slug,
                "title": page.title,
                "versions": [card.as_written() for card in page.versions],
                "rules": [_line(entry) for entry in page.entries],
            }
        )


def _hit(hit: Hit) -> dict[str, str]:
    return {
        "game": hit.game, "kind": hit.kind, "key": hit.key, "heading": hit.heading, "summary": hit.summary,
    }  # fmt: skip


def _line(entry: LedgerEntry) -> dict[str, str]:
    return {"id": entry.id, "heading": entry.heading, "kind": entry.kind, "summary": entry.summary}
