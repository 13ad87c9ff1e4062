"""An event's card list over the API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from rules import card_lists
from tournaments.access import require
from tournaments.api_base import REFUSALS, Door, documented
from tournaments.card_lists.changes import Changed, remove_card_list, set_card_list
from tournaments.card_lists.files import csv_of, json_of
from tournaments.card_lists.reading import MAX_BYTES, Understood, understand
from tournaments.decks.own_cards import standing_list, takes_lists
from tournaments.errors import Conflict, NotFound
from tournaments.messages import message as _
from tournaments.models.card_lists import CardList
from tournaments.models.events import Event
from tournaments.pages.translation import engine_words

TAG = "card lists"
MAX_PROBLEMS = 200


class CardListSerializer(serializers.ModelSerializer[CardList]):
    """The event's own cards, as a log's header declares them; for HeroCard the Heroes' decks too. `id` changes with
    every change."""

    cards = serializers.JSONField()
    decks = serializers.JSONField()

    class Meta:
        model = CardList
        fields = ["id", "count", "cards", "decks", "at", "by"]


class CardListChangedSerializer(serializers.Serializer[Any]):
    """The result of a change: the present list (null: none), and whose deck lists are no longer legal."""

    card_list = CardListSerializer(allow_null=True)
    no_longer_legal = serializers.ListField(child=serializers.CharField(), help_text="Entrants, by code.")
    job = serializers.IntegerField(
        required=False, help_text="In a large event, instead: the job that checks the deck lists."
    )


class CardListTextSerializer(serializers.Serializer[Any]):
    """A list as text: CSV with a line of column names, or JSON. Left empty, `form` is seen by how the text begins."""

    text = serializers.CharField(max_length=MAX_BYTES, trim_whitespace=False)
    form = serializers.ChoiceField(choices=[("", "by itself"), *card_lists.FORMS], required=False, default="")


class CardListBodySerializer(CardListTextSerializer):
    """The same, with a reason where the event runs, and the list that the sender knows (`id`; 0: none)."""

    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")
    seen = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=0, max_value=2**53
    )


class ListProblemSerializer(serializers.Serializer[Any]):
    """A problem on a line, counted from 1; 0: with the list as a whole."""

    line = serializers.IntegerField()
    message = serializers.CharField()


class UnderstoodSerializer(serializers.Serializer[Any]):
    """The cards that a list would give. `replaced`: titles of ours in whose place a card of the list stands; `known`:
    cards just as the site has them; `several`: titles that mean more than one card."""

    sound = serializers.BooleanField(help_text="Whether it can be used.")
    form = serializers.CharField()
    count = serializers.IntegerField()
    cards = serializers.JSONField()
    problems = ListProblemSerializer(many=True)
    replaced = serializers.ListField(child=serializers.CharField())
    known = serializers.IntegerField()
    several = serializers.ListField(child=serializers.CharField())


REASON = OpenApiParameter("reason", OpenApiTypes.STR, description="Why; needed while the event runs.")
SEEN = OpenApiParameter("seen", OpenApiTypes.INT, description="The list that the sender knows as standing.")


class OneCardList(Door):
    """The card list of an event."""

    @documented(CardListSerializer, summary="The event's own card list", tag=TAG)
    def get(self, request: Request, slug: str) -> Response:
        return Response(CardListSerializer(_standing(self.event(slug))).data)

    @documented(
        CardListChangedSerializer,
        takes=CardListBodySerializer,
        summary="Give the event a card list; refused as a whole, with every problem by line",
        tag=TAG,
    )
    def put(self, request: Request, slug: str) -> Response:
        event, said = self.event(slug), self.sent(CardListBodySerializer)
        require(self.actor, "edit_card_list", event)
        data = said.pop("text").encode()
        return _changed(set_card_list(event, data, by=self.actor, now=self.now, **said))

    @extend_schema(
        tags=[TAG],
        summary="Take the card list away",
        parameters=[REASON, SEEN],
        responses={200: CardListChangedSerializer, **REFUSALS},
    )
    def delete(self, request: Request, slug: str) -> Response:
        said = RemovalSerializer(data=request.query_params)
        said.is_valid(raise_exception=True)
        done = remove_card_list(self.event(slug), by=self.actor, now=self.now, **said.validated_data)
        return _changed(done)


class RemovalSerializer(serializers.Serializer[Any]):
    """The parameters of a removal, in the address."""

    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")
    seen = serializers.IntegerField(required=False, default=None, min_value=0, max_value=2**53)


class CheckCardList(Door):
    """A list looked over."""

    @documented(
        UnderstoodSerializer,
        takes=CardListTextSerializer,
        summary="What a list would give, and what is wrong with it; nothing is changed",
        tag=TAG,
    )
    def post(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        require(self.actor, "edit_card_list", event)
        if not takes_lists(event):
            raise Conflict(_("This site reads no card lists of this game."))
        said = self.sent(CardListTextSerializer)
        understood = understand(event.game, said["text"].encode(), said["form"])
        return Response(UnderstoodSerializer(_as_told(understood)).data)


def _as_told(understood: Understood) -> dict[str, Any]:
    problems = [
        {"line": problem.line, "message": engine_words(problem.message)}
        for problem in understood.problems[:MAX_PROBLEMS]
    ]
    return {
        "sound": understood.sound,
        "form": understood.form,
        "count": len(understood.cards),
        "cards": understood.declared,
        "problems": problems,
        "replaced": list(understood.replaced),
        "known": understood.known,
        "several": list(understood.several),
    }


def _changed(done: Changed) -> Response:
    codes = [deck.entrant.code for deck in done.no_longer_legal]
    told: dict[str, Any] = {"card_list": done.card_list, "no_longer_legal": codes}
    if done.job is not None:
        told["job"] = done.job.pk
    return Response(CardListChangedSerializer(told).data)


def _standing(event: Event) -> CardList:
    card_list = standing_list(event)
    if card_list is None:
        raise NotFound(_("This event has no card list."))
    card_list.event = event
    return card_list


def _file(make: Callable[[Event], bytes], kind: str, name: str, summary: str) -> type[Door]:
    """A view that gives a file."""
    told = OpenApiTypes.OBJECT if kind == "application/json" else OpenApiTypes.STR

    class File(Door):
        @extend_schema(tags=[TAG], summary=summary, responses={(200, kind): told, **REFUSALS})
        def get(self, request: Request, slug: str) -> HttpResponse:
            event = self.event(slug)
            answer = HttpResponse(make(event), content_type=f"{kind}; charset=utf-8")
            answer["Content-Disposition"] = f'attachment; filename="{event.slug}-{name}"'
            return answer

    File.__name__ = "CardList" + "".join(part.title() for part in name.split("."))
    File.__doc__ = summary
    return File


def _template(event: Event) -> bytes:
    if not takes_lists(event):
        raise NotFound(_("This site reads no card lists of this game."))
    return card_lists.template(event.game).encode("utf-8-sig")


FILES: dict[str, type[Door]] = {
    "cards.csv": _file(
        lambda event: csv_of(_standing(event)),
        "text/csv",
        "cards.csv",
        "The card list as CSV, to send in again",
    ),
    "cards.json": _file(
        lambda event: json_of(_standing(event)),
        "application/json",
        "cards.json",
        "The card list as JSON, to send in again",
    ),
    "template.csv": _file(_template, "text/csv", "template.csv", "A list of the event's game to begin with"),
}
