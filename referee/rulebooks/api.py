"""The rules over the API: open to everybody."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from referee.models.precedents import Precedent
from referee.precedents.queries import Kind, best_precedents, citing, readable, standings_of
from referee.rulebooks.books import card_of, known, rule_of
from referee.rulebooks.examples import examples_of
from referee.rulebooks.index import Hit, search
from rules.kernel.rulebook import LedgerEntry
from tournaments.api_base import REFUSALS, Door, documented

TAG = "rules"
#: So many precedents are given with a search, an entry, a card.
MOST_PRECEDENTS = 20


class RuleHitSerializer(serializers.Serializer[Any]):
    """An entry of a rulebook, a card (`kind` is `face`), or a precedent that the reader may read."""

    game = serializers.CharField()
    kind = serializers.CharField(
        help_text="rule, definition, card (a ruling on one), reading, log, face or precedent."
    )
    key = serializers.CharField(
        help_text="The id of an entry, the last part of a card's address, or the number of a precedent."
    )
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


class PrecedentLineSerializer(serializers.Serializer[Any]):
    """A precedent that the reader may read, at `precedents/<id>/`. `failures`: what does not hold."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    failures = serializers.ListField(child=serializers.CharField())


class RuleSerializer(RuleLineSerializer):
    """An entry of a rulebook: in our words, with its source, what shows it and what belongs to it."""

    game = serializers.CharField()
    book = serializers.CharField(help_text="The rulebook, as verdicts cite it.")
    why_not = serializers.CharField(help_text="Why no example can show it; empty where some do.")
    examples = ExampleSerializer(many=True)
    cards = CardLineSerializer(many=True)
    related = RuleLineSerializer(many=True)
    precedents = PrecedentLineSerializer(many=True, help_text="The newest about it.")


class CardFactsSerializer(serializers.Serializer[Any]):
    """All cards of one title, each as a declaration says it, and the entries that tell of them."""

    game = serializers.CharField()
    key = serializers.CharField()
    title = serializers.CharField()
    versions = serializers.ListField(child=serializers.DictField())
    rules = RuleLineSerializer(many=True)
    precedents = PrecedentLineSerializer(many=True, help_text="The newest with it.")


class Search(Door):
    """Rules and cards by words."""

    @extend_schema(
        tags=[TAG],
        summary="Rules and cards for these words, the best first, then precedents",
        parameters=[
            OpenApiParameter("q", OpenApiTypes.STR, required=True, description="Words, or a question."),
            OpenApiParameter("game", OpenApiTypes.STR, description="Of this game alone."),
        ],
        responses={200: RuleHitSerializer(many=True), **REFUSALS},
    )
    def get(self, request: Request) -> Response:
        game = request.query_params.get("game", "")
        wanted, game = request.query_params.get("q", ""), known(game) if game else ""
        precedents = best_precedents(readable(self.actor, game), wanted, MOST_PRECEDENTS)
        return Response([*map(_hit, search(wanted, game)), *map(_kept, precedents)])


class AboutDoor(Door):
    """Shared by entries and cards."""

    def _about(self, game: str, kind: Kind, key: str) -> list[dict[str, Any]]:
        """The newest precedents about it."""
        rows = list(citing(readable(self.actor, game), kind, key)[:MOST_PRECEDENTS])
        standings = standings_of(rows)
        return [
            {"id": row.pk, "name": row.name, "failures": list(standings[row.pk].failures)} for row in rows
        ]


class RuleDoor(AboutDoor):
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
                "precedents": self._about(shown.game, Kind.RULE, shown.entry.id),
            }
        )


class CardDoor(AboutDoor):
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
                "precedents": self._about(page.game, Kind.CARD, page.slug),
            }
        )


def _hit(hit: Hit) -> dict[str, str]:
    return {
        "game": hit.game, "kind": hit.kind, "key": hit.key, "heading": hit.heading, "summary": hit.summary,
    }  # fmt: skip


def _kept(precedent: Precedent) -> dict[str, str]:
    return {
        "game": precedent.game, "kind": "precedent", "key": str(precedent.pk), "heading": precedent.name,
        "summary": "",
    }  # fmt: skip


def _line(entry: LedgerEntry) -> dict[str, str]:
    return {"id": entry.id, "heading": entry.heading, "kind": entry.kind, "summary": entry.summary}
